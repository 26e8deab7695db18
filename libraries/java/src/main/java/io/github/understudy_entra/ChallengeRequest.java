package io.github.understudy_entra;

import java.util.List;

/** The claims challenge to make. {@code nbf} is a time in seconds, or "now". */
public record ChallengeRequest(String acrs, Object nbf, List<String> policies, String clientId) {
    /** Returns the request for a challenge that demands an authentication context, such as "c1". */
    public static ChallengeRequest ofContext(String context) {
        return new ChallengeRequest(context, null, null, null);
    }
}
