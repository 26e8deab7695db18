package io.github.understudy_entra;

import java.util.List;

/** The result of a token check. The token is valid if there is no reason to reject it. */
public record Inspection(Boolean valid, List<Reason> reasons, List<String> remarks) {
    /** A reason to reject a token. */
    public record Reason(String check, String detail) {}
}
