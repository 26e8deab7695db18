package io.github.understudy_entra;

import java.util.List;

/** A sign-in without a browser: {@code new SignIn(url, "alex@contoso.com").consent("accept")}. */
public record SignIn(
    String authorizeUrl, String user, @Shapes.Secret String password, Object consent, @Shapes.Secret String mfa,
    @Shapes.Secret String newPassword, Boolean staySignedIn) {
    public SignIn(String authorizeUrl, String user) {
        this(authorizeUrl, user, null, null, null, null, null);
    }

    public SignIn password(String password) {
        return Shapes.with(this, "password", password);
    }

    /** The answer to the consent page: "accept" or "decline". */
    public SignIn consent(String answer) {
        return Shapes.with(this, "consent", answer);
    }

    /** The scopes to grant. */
    public SignIn consentTo(List<String> scopes) {
        return Shapes.with(this, "consent", scopes);
    }

    /** The answer to the second factor. */
    public SignIn mfa(String answer) {
        return Shapes.with(this, "mfa", answer);
    }

    public SignIn newPassword(String password) {
        return Shapes.with(this, "newPassword", password);
    }

    public SignIn staySignedIn(boolean stay) {
        return Shapes.with(this, "staySignedIn", stay);
    }

    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
