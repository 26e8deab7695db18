package io.github.understudy_entra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.understudy_entra.junit.UnderstudyTest;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten tests of an application that signs in by OpenID Connect. Each test has a tenant of its own, so that they run in parallel. */
class SampleTest {
    private static final String CONFIG = "../sample/understudy.yaml";
    private static final String APP = "5a5a5a5a-0002-4001-8001-000000000001";
    private static final String WORKER = "5a5a5a5a-0002-4001-8001-000000000002";
    private static final String TICKETS_API = "5a5a5a5a-0002-4001-8001-000000000003";
    private static final String SHOP = "5a5a5a5a-0002-4001-8001-000000000005";
    private static final String PHONE = "5a5a5a5a-0002-4001-8001-000000000006";
    private static final String TICKETS = "openid offline_access api://tickets/Tickets.Read";
    private static final String ROBIN = "robin@relecloud.example";
    private static final String KIM = "kim@relecloud.example";
    private static final String VERIFIER = "a-verifier-of-the-sample-tests-0123456789-0123456789";

    @Nested
    @UnderstudyTest(config = CONFIG, tenant = "relecloud.example")
    class Workforce {
        @Test
        void userSignsInWithASecondFactor(Understudy entra, Tenant tenant) throws Exception {
            assertNotNull(signInApp(tenant, KIM).get("id_token"));
            assertFalse(entra.codes("+14255550121").isEmpty());
        }

        @Test
        void declinedConsentIsAnError(Tenant tenant) {
            SignIn request = new SignIn(authorizeUrl(tenant.authority(), APP, TICKETS), ROBIN).consent("decline");
            assertEquals("access_denied", tenant.signIn(request).get("error"));
        }

        @Test
        void expiredAccessTokenIsRefreshed(Understudy entra, Tenant tenant) throws Exception {
            Answer first = signInApp(tenant, ROBIN);
            tenant.advance("PT2H");
            assertFalse(entra.inspectToken(first.get("access_token")).valid());
            Answer renewed = token(tenant, tenant.authority(), Map.of(
                "grant_type", "refresh_token", "client_id", APP, "refresh_token", first.get("refresh_token"), "scope", TICKETS));
            assertEquals(List.of(), entra.inspectToken(renewed.get("access_token")).reasons());
        }

        @Test
        void throttledRequestIsReported(Tenant tenant) throws Exception {
            tenant.stub(new Match().endpoint("token"), StubbedResponse.ofStatus(429)
                .headers(Map.of("Retry-After", "5")).body(Map.of("error", "temporarily_unavailable")));
            Answer found = workerToken(tenant);
            assertEquals(429, found.status);
            assertEquals("5", found.headers.firstValue("Retry-After").orElse(null));
        }

        @Test
        void apiCallsAnotherAPIOnBehalfOfTheUser(Understudy entra, Tenant tenant) throws Exception {
            String assertion = signInApp(tenant, ROBIN).get("access_token");
            Answer result = token(tenant, tenant.authority(), Map.of(
                "grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer", "requested_token_use", "on_behalf_of", "client_id", TICKETS_API,
                "client_secret", "tickets-api-secret", "assertion", assertion, "scope", "api://payments/Payments.Read"));
            assertEquals(List.of(), entra.inspectToken(result.get("access_token")).reasons());
        }

        @Test
        void deviceSignsInByACode(Understudy entra, Tenant tenant) throws Exception {
            Answer device = post(tenant, tenant.authority() + "/oauth2/v2.0/devicecode", Map.of("client_id", APP, "scope", TICKETS));
            HttpRequest page = form(device.get("verification_uri"), Map.of(
                "otc", device.get("user_code"), "loginfmt", ROBIN, "passwd", "Understudy!1", "consent", "accept"));
            entra.client().send(page, HttpResponse.BodyHandlers.discarding());
            Answer found = token(tenant, tenant.authority(), Map.of(
                "grant_type", "urn:ietf:params:oauth:grant-type:device_code", "client_id", APP, "device_code", device.get("device_code")));
            assertNotNull(found.get("access_token"));
        }

        @Test
        void journalVerifies(Tenant tenant) throws Exception {
            workerToken(tenant);
            tenant.verify(1, new JournalMatch().endpoint("token").clientId(WORKER).outcome("success"));
            Error miss = assertThrows(VerificationError.class, () -> tenant.verify(
                1, new JournalMatch().endpoint("token").grantType("refresh_token")));
            assertTrue(miss.getMessage().contains("grantType: wanted refresh_token, found client_credentials"), miss.getMessage());
        }

        @ParameterizedTest
        @ValueSource(strings = {"one", "two", "three"})
        void tenantsDoNotShareState(String name, Tenant tenant) throws Exception {
            tenant.stub(new Match().endpoint("token"), StubbedResponse.ofError("AADSTS7000215"));
            assertEquals(List.of(7000215L), workerToken(tenant).body.get("error_codes"), name);
            tenant.verify(1, new JournalMatch().endpoint("token"));
        }
    }

    @Nested
    @UnderstudyTest(config = CONFIG, tenant = "relecloudb2c.example")
    class B2C {
        @Test
        void customerSignsUp(Understudy entra, Tenant tenant) throws Exception {
            String authority = entra.https() + "/" + tenant.domains().get(0) + "/B2C_1_signup";
            SignIn request = new SignIn(authorizeUrl(authority, SHOP, "openid " + SHOP), "nia@customer.example").newPassword("Fjord-Trip 1");
            Answer found = redeem(tenant, authority, SHOP, "openid " + SHOP, tenant.signIn(request));
            Object claims = Json.parse(new String(
                Base64.getUrlDecoder().decode(found.get("id_token").split("\\.")[1]), StandardCharsets.UTF_8));
            assertEquals(List.of("nia@customer.example"), ((Map<?, ?>) claims).get("emails"));
        }
    }

    @Nested
    @UnderstudyTest(config = CONFIG, tenant = "relecloudexternal.example")
    class External {
        @Test
        void appAuthenticatesNatively(Understudy entra, Tenant tenant) throws Exception {
            Answer begun = post(tenant, tenant.authority() + "/oauth2/v2.0/initiate", Map.of(
                "client_id", PHONE, "username", "casey@customer.example", "challenge_type", "password redirect"));
            Answer asked = post(tenant, tenant.authority() + "/oauth2/v2.0/challenge", Map.of(
                "client_id", PHONE, "continuation_token", begun.get("continuation_token"), "challenge_type", "password redirect"));
            Answer tokens = token(tenant, tenant.authority(), Map.of(
                "client_id", PHONE, "continuation_token", asked.get("continuation_token"), "grant_type", "password", "password", "Understudy!1",
                "scope", "openid offline_access"));
            assertEquals(List.of(), entra.inspectToken(tokens.get("id_token")).reasons());
        }
    }

    private record Answer(int status, HttpHeaders headers, Map<?, ?> body) {
        String get(String member) {
            return (String) body.get(member);
        }
    }

    private static Answer signInApp(Tenant tenant, String user) throws Exception {
        Map<String, String> parameters = tenant.signIn(new SignIn(authorizeUrl(tenant.authority(), APP, TICKETS), user));
        return redeem(tenant, tenant.authority(), APP, TICKETS, parameters);
    }

    /** Returns the URL of an authorization request with PKCE, as a client library makes it. */
    private static String authorizeUrl(String authority, String client, String scope) {
        try {
            byte[] challenge = MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(StandardCharsets.US_ASCII));
            return authority + "/oauth2/v2.0/authorize?" + encoded(Map.of(
                "client_id", client, "response_type", "code", "redirect_uri", "http://localhost", "scope", scope, "state", "12345",
                "code_challenge", Base64.getUrlEncoder().withoutPadding().encodeToString(challenge), "code_challenge_method", "S256"));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Answer redeem(Tenant tenant, String authority, String client, String scope, Map<String, String> parameters)
            throws Exception {
        return token(tenant, authority, Map.of(
            "grant_type", "authorization_code", "client_id", client, "code", parameters.get("code"), "redirect_uri", "http://localhost",
            "scope", scope, "code_verifier", VERIFIER));
    }

    private static Answer workerToken(Tenant tenant) throws Exception {
        return token(tenant, tenant.authority(), Map.of(
            "grant_type", "client_credentials", "client_id", WORKER, "client_secret", "relecloud-worker-secret",
            "scope", "api://tickets/.default"));
    }

    private static Answer token(Tenant tenant, String authority, Map<String, String> form) throws Exception {
        return post(tenant, authority + "/oauth2/v2.0/token", form);
    }

    private static Answer post(Tenant tenant, String address, Map<String, String> form) throws Exception {
        HttpClient client = tenant.entra().client();
        HttpResponse<String> response = client.send(form(address, form), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.headers(), (Map<?, ?>) Json.parse(response.body()));
    }

    private static HttpRequest form(String address, Map<String, String> form) {
        return HttpRequest.newBuilder(URI.create(address)).header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(encoded(form))).build();
    }

    private static String encoded(Map<String, String> parameters) {
        List<String> pairs = new ArrayList<>();
        parameters.forEach((name, value) -> pairs.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return String.join("&", pairs);
    }
}
