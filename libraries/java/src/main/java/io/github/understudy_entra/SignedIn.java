package io.github.understudy_entra;

import java.util.Map;

/** The redirect to the application, and the parameters of the authorization response. */
public record SignedIn(@Shapes.Secret String location, @Shapes.Secret Map<String, String> parameters) {
    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
