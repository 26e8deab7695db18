package io.github.understudy_entra;

import java.util.Map;

/** A minted token with its content. */
public record MintedToken(@Shapes.Secret String token, Map<String, Object> header, Map<String, Object> claims) {
    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
