package io.github.understudy_entra;

import java.util.Map;

/** The properties that a request must have to match a stub: {@code new Match().endpoint("token").clientId(id)}. */
public record Match(
    String clientRequestId, String clientId, String tenant, String user, Object endpoint, Object notEndpoint, String grantType, String scope,
    Map<String, ?> header, Map<String, String> parameter) implements Conditions<Match> {
    /** Matches every request. */
    public Match() {
        this(null, null, null, null, null, null, null, null, null, null);
    }

    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
