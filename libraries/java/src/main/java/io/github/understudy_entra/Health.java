package io.github.understudy_entra;

import java.util.List;

/** The health of a server. */
public record Health(
    String status, String version, String replica, List<String> origins, String store, String storeError, List<Unwritable> unwritable) {
    /** A file or a store that the server cannot write. */
    public record Unwritable(String name, String reason) {}
}
