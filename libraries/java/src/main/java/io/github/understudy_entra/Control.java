package io.github.understudy_entra;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The control plane of a running server: one method for each {@link Operation}.
 *
 * <p>A rejected call throws a {@link ControlException}, and a failed verification a {@link VerificationError}. A filter is a map of the
 * parameters that {@link Operation#query} names; a parameter that is unknown or misspelled is rejected before the call.
 */
public class Control {
    private final ControlClient client;

    Control(String http, String token) {
        client = new ControlClient(http, token);
    }

    /** The HTTP origin of the server, such as {@code http://localhost:8080}. */
    public String http() {
        return client.origin();
    }

    /** Calls an operation. Returns the JSON of the response, its text, its bytes, or null if there is no body. */
    public Object call(Operation operation, Parts parts) {
        return client.call(operation, parts);
    }

    private Object call(Operation operation) {
        return call(operation, new Parts());
    }

    private Object member(Operation operation, Parts parts, String name) {
        return map(call(operation, parts)).get(name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object json) {
        return (Map<String, Object>) json;
    }

    // The server

    public Health health() {
        return Shapes.read(Health.class, call(Operation.HEALTH));
    }

    /** Returns the metrics in the text format of Prometheus. */
    public String metrics() {
        return (String) call(Operation.METRICS);
    }

    /** Returns the OpenAPI description as YAML. */
    public String openAPI() {
        return (String) call(Operation.OPEN_API);
    }

    /** Returns the OpenAPI description. */
    public Map<String, Object> openAPIJSON() {
        return map(call(Operation.OPEN_API_JSON));
    }

    /** Returns the JSON Schema of the configuration file. */
    public Map<String, Object> configurationSchema() {
        return map(call(Operation.CONFIGURATION_SCHEMA));
    }

    /** Returns the resources, properties and operations of Microsoft Graph that the server has. */
    public Map<String, Object> graphReference() {
        return map(call(Operation.GRAPH_REFERENCE));
    }

    /** Returns the error codes that match the parameters {@code code} and {@code search}. */
    public List<ErrorCode> errorCatalog(Map<String, ?> filter) {
        return Shapes.readList(ErrorCode.class, member(Operation.ERROR_CATALOG, new Parts().query(filter), "errors"));
    }

    /** Returns the CA certificate that clients must trust. */
    public String caPEM() {
        return (String) call(Operation.CA_PEM);
    }

    public byte[] caDER() {
        return (byte[]) call(Operation.CA_DER);
    }

    /** Returns the CA certificate as a configuration profile for Apple devices. */
    public byte[] caMobileConfig() {
        return (byte[]) call(Operation.CA_MOBILE_CONFIG);
    }

    public String sshCA() {
        return (String) call(Operation.SSH_CA);
    }

    // State

    /** Resets the server to the configuration. */
    public void reset() {
        reset(null);
    }

    /** Resets one tenant to the configuration. */
    public void reset(String tenant) {
        call(Operation.RESET, new Parts().query("tenant", tenant));
    }

    public Map<String, Object> exportDirectory() {
        return map(call(Operation.EXPORT_DIRECTORY));
    }

    public void replaceDirectory(Map<String, ?> directory) {
        call(Operation.REPLACE_DIRECTORY, new Parts().body(directory));
    }

    public NewTenant makeTenant(TenantRequest request) {
        return Shapes.read(NewTenant.class, call(Operation.MAKE_TENANT, new Parts().body(request)));
    }

    public void deleteTenant(String tenant) {
        call(Operation.DELETE_TENANT, new Parts().path("tenant", tenant));
    }

    /** Returns the clock of a tenant, or the server's if the tenant is null. */
    public Clock clock(String tenant) {
        return Shapes.read(Clock.class, call(Operation.CLOCK, new Parts().query("tenant", tenant)));
    }

    /** Moves, freezes or releases the clock of a tenant, or the server's if the tenant is null. */
    public Clock steerClock(ClockChange change, String tenant) {
        return Shapes.read(Clock.class, call(Operation.STEER_CLOCK, new Parts().body(change.body()).query("tenant", tenant)));
    }

    /** Returns the messages that were sent to an address, or to all if the address is null. The newest is the first. */
    public List<Message> outbox(String to) {
        return Shapes.readList(Message.class, member(Operation.OUTBOX, new Parts().query("to", to), "messages"));
    }

    public Message answerPush(PushAnswer answer) {
        return Shapes.read(Message.class, call(Operation.ANSWER_PUSH, new Parts().body(answer)));
    }

    public Revocation revoke(RevocationRequest request) {
        return Shapes.read(Revocation.class, call(Operation.REVOKE, new Parts().body(request)));
    }

    /** Signs a user in without a browser, by the sign-in pages. A sign-in that stops at a page throws a {@link ControlException}. */
    public SignedIn signIn(SignIn request) {
        return Shapes.read(SignedIn.class, call(Operation.SIGN_IN, new Parts().body(request)));
    }

    // Stubs

    /** Adds a stub that gives each response once, in order, and returns its ID. */
    public String addResponses(Match match, List<StubbedResponse> responses) {
        return addResponses(Map.of("match", match, "responses", responses));
    }

    /** Adds a stub that gives the responses a number of times over, and returns its ID. The text "always" stands for no end. */
    public String addResponses(Match match, List<StubbedResponse> responses, Object times) {
        return addResponses(Map.of("match", match, "responses", responses, "times", times));
    }

    private String addResponses(Map<String, ?> body) {
        return (String) member(Operation.ADD_RESPONSES, new Parts().body(body), "id");
    }

    /** Returns the stubs that match, with the number of responses that are left. */
    public List<Stub> listResponses(Map<String, ?> filter) {
        return Shapes.readList(Stub.class, member(Operation.LIST_RESPONSES, new Parts().query(filter), "responses"));
    }

    /** Removes the stubs that match, and returns their number. */
    public long removeResponses(Map<String, ?> filter) {
        return (Long) member(Operation.REMOVE_RESPONSES, new Parts().query(filter), "removed");
    }

    public Challenge challenge(ChallengeRequest request) {
        return Shapes.read(Challenge.class, call(Operation.CHALLENGE, new Parts().body(request)));
    }

    // Request journal

    /** Returns the journal entries that match. */
    public JournalPage listRequests(Map<String, ?> filter) {
        return Shapes.read(JournalPage.class, call(Operation.LIST_REQUESTS, new Parts().query(filter)));
    }

    /** Deletes the journal entries that match, and returns their number. */
    public long clearRequests(Map<String, ?> filter) {
        return (Long) member(Operation.CLEAR_REQUESTS, new Parts().query(filter), "deleted");
    }

    /** Returns one journal entry. The parameters are {@code secrets} and {@code view}. */
    public JournalEntry request(long id, Map<String, ?> view) {
        return Shapes.read(JournalEntry.class, call(Operation.REQUEST, new Parts().path("id", id).query(view)));
    }

    public long countRequests(JournalMatch match) {
        return (Long) member(Operation.COUNT_REQUESTS, new Parts().body(Map.of("match", match)), "count");
    }

    /** Verifies the number of requests that match. */
    public void verifyRequests(JournalMatch match, Count count) {
        call(Operation.VERIFY_REQUESTS, new Parts().body(Map.of("match", match, "count", count)));
    }

    /** Verifies that requests arrived in this order. */
    public void verifyRequests(List<JournalMatch> order) {
        call(Operation.VERIFY_REQUESTS, new Parts().body(Map.of("order", order)));
    }

    /** Returns the journal entries that match as they are recorded. The stream ends when it is closed. */
    public Stream<JournalEntry> streamRequests(Map<String, ?> filter) {
        HttpResponse<Stream<String>> response = client.stream(Operation.STREAM_REQUESTS, new Parts().query(filter));
        return response.body().filter(line -> line.startsWith("data:"))
            .map(line -> Shapes.read(JournalEntry.class, Json.parse(line.substring("data:".length()))));
    }

    // Tokens and keys

    public MintedToken mintToken(TokenRequest request) {
        return Shapes.read(MintedToken.class, call(Operation.MINT_TOKEN, new Parts().body(request)));
    }

    /** Returns every reason to reject a token. */
    public Inspection inspectToken(InspectionRequest request) {
        return Shapes.read(Inspection.class, call(Operation.INSPECT_TOKEN, new Parts().body(request)));
    }

    /** Returns every reason to reject a token. */
    public Inspection inspectToken(String token) {
        return inspectToken(new InspectionRequest(token));
    }

    public List<Key> listKeys() {
        return Shapes.readList(Key.class, map(call(Operation.LIST_KEYS)).get("keys"));
    }

    public List<Key> rotateKeys(KeyRotation rotation) {
        return Shapes.readList(Key.class, member(Operation.ROTATE_KEYS, new Parts().body(rotation), "keys"));
    }

    /** Removes a key from the published keys. */
    public void dropKey(String kid) {
        call(Operation.DROP_KEY, new Parts().path("key", kid));
    }
}
