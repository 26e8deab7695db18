package io.github.understudy_entra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.understudy_entra.junit.UnderstudyTest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The library itself: start, rejected calls, trust, stubs and verification. */
@UnderstudyTest
class LibraryTest {
    private static final String DISCOVERY = "/common/v2.0/.well-known/openid-configuration";

    @Test
    void wrongOptionIsAStartExceptionWithTheOutput() {
        Exception error = assertThrows(StartException.class, () -> Understudy.start(new StartOptions().arguments("--no-such-option")));
        assertTrue(error.getMessage().contains("no-such-option"), error.getMessage());
    }

    @Test
    void missingBinaryIsNamed() {
        Exception error = assertThrows(StartException.class, () -> Understudy.start(new StartOptions().binary(Path.of("/nowhere/understudy"))));
        assertEquals("/nowhere/understudy is not an executable file.", error.getMessage());
    }

    @Test
    void closedServerLeavesNoFiles() {
        Understudy entra = Understudy.start();
        Path store = entra.trustStore();
        entra.close();
        entra.close();
        assertFalse(Files.exists(store.getParent()));
    }

    @Test
    void controlTokenIsSent() {
        try (Understudy guarded = Understudy.start(new StartOptions().token("a-token-of-the-test"))) {
            assertFalse(((List<?>) guarded.exportDirectory().get("tenants")).isEmpty());
            try (Understudy stranger = Understudy.connect(guarded.http());
                    Understudy known = Understudy.connect(guarded.http(), "a-token-of-the-test")) {
                assertEquals(401, assertThrows(ControlException.class, stranger::exportDirectory).status());
                assertFalse(known.exportDirectory().isEmpty());
            }
        }
    }

    @Test
    void directoryOfTheOptionsIsServed() {
        Map<String, Object> directory = Map.of("tenants", List.of(Map.of(
            "id", "5a5a5a5a-0001-4001-8001-00000000000a", "displayName", "One", "domains", List.of("one.example"))));
        try (Understudy entra = Understudy.start(new StartOptions().directory(directory)); Tenant tenant = entra.tenant("one.example")) {
            assertTrue(tenant.issuer().startsWith(entra.https()));
        }
    }

    @Test
    void connectedServerIsNotStopped(Understudy entra) {
        try (Understudy other = Understudy.connect(entra.http() + "/")) {
            assertEquals(entra.https(), other.https());
            assertEquals("", other.log());
            assertTrue(Files.exists(other.trustStore()));
        }
        assertEquals("ok", entra.health().status());
    }

    @Test
    void unknownParameterIsRejectedBeforeTheCall(Understudy entra) {
        Exception error = assertThrows(IllegalArgumentException.class, () -> entra.listRequests(Map.of("clientid", "x")));
        assertTrue(error.getMessage().startsWith("listRequests has no parameter clientid; it has: clientRequestId, clientId,"), error.getMessage());
    }

    @Test
    void pathIsEncoded(Understudy entra) {
        Exception error = assertThrows(ControlException.class, () -> entra.dropKey("no such key"));
        assertTrue(error.getMessage().contains("no such key"), error.getMessage());
    }

    @Test
    void missingNameOfThePathIsRejectedBeforeTheCall(Understudy entra) {
        assertThrows(IllegalArgumentException.class, () -> entra.call(Operation.DROP_KEY, new Parts()));
    }

    @Test
    void rejectedCallNamesTheMember(Tenant tenant) {
        ControlException error = assertThrows(ControlException.class, () -> tenant.advance("soon"));
        assertEquals(400, error.status());
        assertTrue(error.getMessage().contains("/advance: "), error.getMessage());
    }

    @Test
    void verificationNamesTheNearestMiss(Tenant tenant) throws Exception {
        get(HttpClient.newHttpClient(), tenant.entra().http() + "/" + tenant.id() + "/v2.0/.well-known/openid-configuration");
        tenant.verify(new JournalMatch().endpoint("discovery"));
        tenant.verify(Count.atMost(0), new JournalMatch().endpoint("token"));
        VerificationError error = assertThrows(VerificationError.class, () -> tenant.verify(1, new JournalMatch().endpoint("token")));
        assertTrue(error.getMessage().contains("endpoint: wanted token, found discovery"), error.getMessage());
        assertThrows(VerificationError.class, () -> tenant.verifyOrder(
            new JournalMatch().endpoint("token"), new JournalMatch().endpoint("discovery")));
    }

    @Test
    void unusedStubFailsWhenTheTenantIsClosed(Understudy entra) {
        Tenant tenant = entra.tenant("contoso.com");
        String stub = tenant.stub(new Match().endpoint("token"), StubbedResponse.ofStatus(503));
        List<Stub> found = entra.listResponses(Map.of("id", stub));
        assertEquals(List.of(StubbedResponse.ofStatus(503)), found.get(0).responses());
        AssertionError error = assertThrows(AssertionError.class, tenant::close);
        assertEquals("1 of the stubbed responses for Match[tenant=" + tenant.id() + ", endpoint=token] were not given.", error.getMessage());
        assertThrows(ControlException.class, () -> entra.listResponses(Map.of("id", stub)));
        assertThrows(ControlException.class, () -> entra.clock(tenant.id()));
    }

    @Test
    void tenantThatTheTestDeletedIsClosed(Understudy entra) {
        try (Tenant tenant = entra.tenant("contoso.com")) {
            String stub = tenant.stub(new Match().endpoint("token"), StubbedResponse.ofStatus(503));
            assertEquals(1, entra.removeResponses(Map.of("id", stub)));
            entra.deleteTenant(tenant.id());
        }
    }

    @Test
    void filtersAreSent(Tenant tenant) throws Exception {
        String address = tenant.entra().http() + "/" + tenant.id() + "/v2.0/.well-known/openid-configuration?a=b%20c";
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).header("x-one", "1").build();
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
        for (Map<String, ?> filter : List.<Map<String, ?>>of(
                Map.of("endpoint", List.of("token", "discovery")), Map.of("parameter", Map.of("a", "b c")), Map.of("header", Map.of("x-one", "1")))) {
            assertEquals(1, tenant.requests(filter).size(), filter.toString());
        }
        assertEquals(0, tenant.requests(Map.of("endpoint", "token")).size());
    }

    @Test
    void clockOfTheTenantIsSteered(Tenant tenant) {
        tenant.freeze("2031-05-06T07:08:09Z");
        tenant.advance("PT1H");
        assertTrue(tenant.entra().clock(tenant.id()).frozen().startsWith("2031-05-06T08:08:09"));
        tenant.release();
        assertNull(tenant.entra().clock(tenant.id()).frozen());
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void clientTrustsTheServerAndOthersDoNot(Understudy entra) throws Exception {
        assertEquals(200, get(entra.client(), entra.https() + DISCOVERY));
        assertThrows(SSLHandshakeException.class, () -> get(HttpClient.newHttpClient(), entra.https() + DISCOVERY));
    }

    @Test
    void trustStoreKeepsThePublicAuthorities(Understudy entra) throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(KeyStore.getInstance(Path.of(System.getProperty("java.home"), "lib/security/cacerts").toFile(), "changeit".toCharArray()));
        int authorities = ((X509TrustManager) factory.getTrustManagers()[0]).getAcceptedIssuers().length;
        assertEquals(authorities + 1, KeyStore.getInstance(entra.trustStore().toFile(), "changeit".toCharArray()).size());
    }

    @Test
    void anotherJVMTrustsTheServerByTheFile(Understudy entra) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(entra.trustOptions());
        Path classes = Path.of(Fetch.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        command.addAll(List.of("-cp", classes.toString(), Fetch.class.getName(), entra.https() + DISCOVERY));
        Process other = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(other.getInputStream().readAllBytes());
        assertEquals(0, other.waitFor(), printed);
        assertEquals("200", printed.strip());
    }

    /** The program of the other JVM. */
    static final class Fetch {
        public static void main(String[] arguments) throws Exception {
            System.out.println(get(HttpClient.newHttpClient(), arguments[0]));
        }
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void wholeJVMTrustsTheServerForATime(Understudy entra) throws Exception {
        URI address = URI.create(entra.https() + DISCOVERY);
        try (Trusted trusted = entra.trusted(); InputStream body = address.toURL().openStream()) {
            assertTrue(body.read() >= 0);
            assertEquals(entra.trustStore().toString(), System.getProperty("javax.net.ssl.trustStore"));
        }
        assertNull(System.getProperty("javax.net.ssl.trustStore"));
        assertThrows(SSLException.class, () -> address.toURL().openStream());
    }

    @Test
    void entriesAreStreamed(Tenant tenant) throws Exception {
        try (Stream<JournalEntry> entries = tenant.entra().streamRequests(Map.of("tenant", tenant.id(), "view", "summary"))) {
            get(HttpClient.newHttpClient(), tenant.entra().http() + "/" + tenant.id() + "/v2.0/.well-known/openid-configuration");
            Iterator<JournalEntry> found = entries.iterator();
            assertEquals("discovery", found.next().endpoint());
        }
    }

    @Test
    void otherOperationsAnswer() {
        try (Understudy entra = Understudy.start()) {
            assertTrue(entra.metrics().contains("understudy_"));
            assertTrue(entra.openAPI().contains("openapi:"));
            assertTrue(entra.caPEM().startsWith("-----BEGIN CERTIFICATE"));
            assertTrue(new String(entra.caMobileConfig()).contains("PayloadContent"));
            assertTrue(entra.sshCA().startsWith("ssh-"));
            assertTrue(entra.configurationSchema().containsKey("properties"));
            assertTrue(entra.graphReference().containsKey("operations"));
            assertEquals("AADSTS50011", entra.errorCatalog(Map.of("code", "50011")).get(0).code());
            assertFalse(entra.challenge(ChallengeRequest.ofContext("c1")).claims().isEmpty());
            Map<String, Object> directory = new LinkedHashMap<>(entra.exportDirectory());
            directory.remove("server");
            entra.replaceDirectory(directory);
            Key newest = entra.rotateKeys(new KeyRotation("workforce", "PT1H")).get(0);
            assertTrue(entra.listKeys().contains(newest));
            Key previous = entra.listKeys().stream().filter(key -> !key.signs() && key.for_().equals("workforce")).findFirst().get();
            entra.dropKey(previous.kid());
            assertFalse(entra.listKeys().contains(previous));
            assertEquals(0, entra.countRequests(new JournalMatch()));
            try (Tenant tenant = entra.tenant(TenantRequest.empty().displayName("Fourth Coffee").kind("external"))) {
                assertTrue(tenant.requests().isEmpty());
            }
            try (Tenant tenant = entra.tenant("contoso.com")) {
                String token = tenant.mintToken(new TokenRequest().user("alex@contoso.com").lifetime("PT5M"));
                assertEquals(List.of(), entra.inspectToken(token).reasons());
                String expired = tenant.mintToken(new TokenRequest().user("alex@contoso.com").faults("expired"));
                assertFalse(entra.inspectToken(expired).valid());
                tenant.revoke("alex@contoso.com");
                tenant.reset();
            }
            assertEquals(404, assertThrows(ControlException.class, () -> entra.request(99, Map.of())).status());
            assertThrows(ControlException.class, () -> entra.answerPush(PushAnswer.deny("alex@contoso.com")));
            assertEquals(0, entra.clearRequests(Map.of("endpoint", List.of("token"))));
            entra.reset();
            assertNull(entra.clock(null).frozen());
        }
    }

    private static int get(HttpClient client, String address) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    }
}
