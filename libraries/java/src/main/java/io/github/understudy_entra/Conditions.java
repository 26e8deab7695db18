package io.github.understudy_entra;

import java.util.List;
import java.util.Map;

/** The conditions that {@link Match} and {@link JournalMatch} have in common. Each method returns a copy with one more condition. */
public sealed interface Conditions<M extends Record> permits Match, JournalMatch {
    @SuppressWarnings("unchecked")
    private M with(String name, Object value) {
        return Shapes.with((M) this, name, value);
    }

    default M clientRequestId(String id) {
        return with("clientRequestId", id);
    }

    default M clientId(String id) {
        return with("clientId", id);
    }

    /** The tenant is an ID or a domain. The methods of {@link Tenant} set it. */
    default M tenant(String tenant) {
        return with("tenant", tenant);
    }

    /** The user is an object ID or a user name. */
    default M user(String user) {
        return with("user", user);
    }

    /** The endpoint is a short name, such as "token". Of several names, one must match. */
    default M endpoint(String... names) {
        return with("endpoint", oneOrSeveral(names));
    }

    default M notEndpoint(String... names) {
        return with("notEndpoint", oneOrSeveral(names));
    }

    default M grantType(String type) {
        return with("grantType", type);
    }

    /** The request must have all of the scopes, which are separated by spaces. */
    default M scope(String scopes) {
        return with("scope", scopes);
    }

    /** The condition of a header: a text for the exact value, true for any value, false for an absent header, or a map. */
    default M header(Map<String, ?> conditions) {
        return with("header", conditions);
    }

    /** Parameters of the query or the form, with their values. */
    default M parameter(Map<String, String> values) {
        return with("parameter", values);
    }

    private static Object oneOrSeveral(String... names) {
        return names.length == 1 ? names[0] : List.of(names);
    }
}
