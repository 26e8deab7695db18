package io.github.understudy_entra;

import java.util.Map;

/** The request journal does not have the expected requests. The message names the nearest misses. */
public class VerificationError extends AssertionError {
    private static final long serialVersionUID = 1;

    private final transient Map<String, Object> problem;

    VerificationError(Map<String, Object> problem) {
        super(Problems.text(problem));
        this.problem = problem;
    }

    /** The problem document (RFC 9457) with the nearest misses. */
    public Map<String, Object> problem() {
        return problem;
    }
}
