package io.github.understudy_entra;

import java.util.List;
import java.util.stream.Stream;

/**
 * An operation of the control plane. The IDs are those of the server's OpenAPI description ({@code GET /_understudy/openapi.json}), and a test
 * compares both.
 */
public enum Operation {
    HEALTH("health", "GET", "/_understudy/health"),
    METRICS("metrics", "GET", "/_understudy/metrics"),
    OPEN_API("openAPI", "GET", "/_understudy/openapi.yaml"),
    OPEN_API_JSON("openAPIJSON", "GET", "/_understudy/openapi.json"),
    CONFIGURATION_SCHEMA("configurationSchema", "GET", "/_understudy/schema.json"),
    GRAPH_REFERENCE("graphReference", "GET", "/_understudy/graph"),
    ERROR_CATALOG("errorCatalog", "GET", "/_understudy/errors", "code", "search"),
    CA_PEM("caPEM", "GET", "/_understudy/ca.pem"),
    CA_DER("caDER", "GET", "/_understudy/ca.der"),
    CA_MOBILE_CONFIG("caMobileConfig", "GET", "/_understudy/ca.mobileconfig"),
    SSH_CA("sshCA", "GET", "/_understudy/ssh-ca.pub"),
    RESET("reset", "POST", "/_understudy/reset", "tenant"),
    EXPORT_DIRECTORY("exportDirectory", "GET", "/_understudy/directory"),
    REPLACE_DIRECTORY("replaceDirectory", "PUT", "/_understudy/directory", Body.JSON),
    MAKE_TENANT("makeTenant", "POST", "/_understudy/tenants", Body.JSON),
    DELETE_TENANT("deleteTenant", "DELETE", "/_understudy/tenants/{tenant}"),
    CLOCK("clock", "GET", "/_understudy/clock", "tenant"),
    STEER_CLOCK("steerClock", "PUT", "/_understudy/clock", Body.JSON, "tenant"),
    OUTBOX("outbox", "GET", "/_understudy/outbox", "to"),
    ANSWER_PUSH("answerPush", "POST", "/_understudy/outbox/answer", Body.JSON),
    REVOKE("revoke", "POST", "/_understudy/revocations", Body.JSON),
    SIGN_IN("signIn", "POST", "/_understudy/signin", Body.JSON),
    ADD_RESPONSES("addResponses", "POST", "/_understudy/responses", Body.JSON),
    LIST_RESPONSES("listResponses", "GET", "/_understudy/responses", Names.match("secrets", "id", "host")),
    REMOVE_RESPONSES("removeResponses", "DELETE", "/_understudy/responses", Names.match("id", "host")),
    CHALLENGE("challenge", "POST", "/_understudy/challenges", Body.JSON),
    LIST_REQUESTS("listRequests", "GET", "/_understudy/requests", Names.entries("secrets", "view", "limit")),
    CLEAR_REQUESTS("clearRequests", "DELETE", "/_understudy/requests", Names.entries()),
    REQUEST("request", "GET", "/_understudy/requests/{id}", "secrets", "view"),
    COUNT_REQUESTS("countRequests", "POST", "/_understudy/requests/count", Body.JSON),
    VERIFY_REQUESTS("verifyRequests", "POST", "/_understudy/requests/verify", Body.JSON),
    STREAM_REQUESTS("streamRequests", "GET", "/_understudy/requests/stream", Names.entries("secrets", "view")),
    MINT_TOKEN("mintToken", "POST", "/_understudy/tokens", Body.JSON),
    INSPECT_TOKEN("inspectToken", "POST", "/_understudy/tokens/inspect", Body.JSON),
    LIST_KEYS("listKeys", "GET", "/_understudy/keys"),
    ROTATE_KEYS("rotateKeys", "POST", "/_understudy/keys/rotate", Body.JSON),
    DROP_KEY("dropKey", "DELETE", "/_understudy/keys/{key}");

    private enum Body { NONE, JSON }

    /** The parameters that several operations have. */
    private static final class Names {
        private static final String[] MATCH = {
            "clientRequestId", "clientId", "tenant", "user", "endpoint", "notEndpoint", "grantType", "scope", "header", "parameter"};
        private static final String[] ENTRIES = match("outcome", "since", "before");

        static String[] match(String... more) {
            return joined(MATCH, more);
        }

        static String[] entries(String... more) {
            return joined(ENTRIES, more);
        }

        private static String[] joined(String[] names, String[] more) {
            return Stream.of(names, more).flatMap(Stream::of).toArray(String[]::new);
        }
    }

    private final String id;
    private final String method;
    private final String path;
    private final List<String> query;
    private final boolean hasBody;

    Operation(String id, String method, String path, String... query) {
        this(id, method, path, Body.NONE, query);
    }

    Operation(String id, String method, String path, Body body, String... query) {
        this.id = id;
        this.method = method;
        this.path = path;
        this.query = List.of(query);
        this.hasBody = body == Body.JSON;
    }

    /** The ID in the OpenAPI description, which is also the name of the method of {@link Control}. */
    public String id() {
        return id;
    }

    public String method() {
        return method;
    }

    /** The path, with names in braces. */
    public String path() {
        return path;
    }

    /** The names of the parameters of the query. */
    public List<String> query() {
        return query;
    }

    public boolean hasBody() {
        return hasBody;
    }
}
