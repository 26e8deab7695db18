package io.github.understudy_entra;

import java.util.List;
import java.util.Map;

/** A token to mint, either valid or with token faults: {@code new TokenRequest().user("alex@contoso.com").faults("expired")}. */
public record TokenRequest(
    String kind, String tenant, String client, String user, String resource, List<String> scopes, List<String> roles, Integer version,
    String nonce, String lifetime, String notBefore, String expiresAt, Map<String, ?> claims, Map<String, ?> header, List<String> faults) {
    public TokenRequest() {
        this(null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    /** The kind of token: "access" or "id". */
    public TokenRequest kind(String kind) {
        return with("kind", kind);
    }

    /** The tenant is an ID or a domain. {@link Tenant#mintToken} sets it. */
    public TokenRequest tenant(String tenant) {
        return with("tenant", tenant);
    }

    public TokenRequest client(String id) {
        return with("client", id);
    }

    public TokenRequest user(String user) {
        return with("user", user);
    }

    public TokenRequest resource(String resource) {
        return with("resource", resource);
    }

    public TokenRequest scopes(String... scopes) {
        return with("scopes", List.of(scopes));
    }

    public TokenRequest roles(String... roles) {
        return with("roles", List.of(roles));
    }

    public TokenRequest version(int version) {
        return with("version", version);
    }

    public TokenRequest nonce(String nonce) {
        return with("nonce", nonce);
    }

    /** The lifetime is a duration, such as "PT5M". */
    public TokenRequest lifetime(String lifetime) {
        return with("lifetime", lifetime);
    }

    public TokenRequest notBefore(String time) {
        return with("notBefore", time);
    }

    public TokenRequest expiresAt(String time) {
        return with("expiresAt", time);
    }

    public TokenRequest claims(Map<String, ?> claims) {
        return with("claims", claims);
    }

    public TokenRequest header(Map<String, ?> header) {
        return with("header", header);
    }

    /** Token faults, such as "expired" or "wrongSignature". */
    public TokenRequest faults(String... faults) {
        return with("faults", List.of(faults));
    }

    private TokenRequest with(String name, Object value) {
        return Shapes.with(this, name, value);
    }
}
