package io.github.understudy_entra;

import java.util.Map;

/** A call that the control plane rejected. */
public class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient Map<String, Object> problem;

    ControlException(int status, Map<String, Object> problem) {
        super("Status " + status + ": " + Problems.text(problem));
        this.status = status;
        this.problem = problem;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The problem document (RFC 9457). */
    public Map<String, Object> problem() {
        return problem;
    }
}
