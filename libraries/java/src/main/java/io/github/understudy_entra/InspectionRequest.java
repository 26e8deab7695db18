package io.github.understudy_entra;

/** A token to check, and what the token must have. */
public record InspectionRequest(
    @Shapes.Secret String token, String audience, String issuer, String nonce, String scope, String role) {
    public InspectionRequest(String token) {
        this(token, null, null, null, null, null);
    }

    public InspectionRequest audience(String audience) {
        return Shapes.with(this, "audience", audience);
    }

    public InspectionRequest issuer(String issuer) {
        return Shapes.with(this, "issuer", issuer);
    }

    public InspectionRequest nonce(String nonce) {
        return Shapes.with(this, "nonce", nonce);
    }

    public InspectionRequest scope(String scope) {
        return Shapes.with(this, "scope", scope);
    }

    public InspectionRequest role(String role) {
        return Shapes.with(this, "role", role);
    }

    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
