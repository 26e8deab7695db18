package io.github.understudy_entra;

import java.util.LinkedHashMap;
import java.util.Map;

/** The parts of a call that an operation has: the body, the parameters of the query, and the names in braces of the path. */
public record Parts(@Shapes.Secret Object body, Map<String, ?> query, Map<String, ?> path) {
    public Parts() {
        this(null, Map.of(), Map.of());
    }

    /** The body is a record, a map or a list, which is sent as JSON. */
    public Parts body(Object body) {
        return new Parts(body, query, path);
    }

    /** Parameters that are null are left out. */
    public Parts query(Map<String, ?> query) {
        return new Parts(body, query, path);
    }

    /** A parameter that is null is left out. */
    public Parts query(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(query);
        more.put(name, value);
        return new Parts(body, more, path);
    }

    public Parts path(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(path);
        more.put(name, value);
        return new Parts(body, query, more);
    }

    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
