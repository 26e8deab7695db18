import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.microsoft.aad.msal4j.ClientCredentialFactory;
import com.microsoft.aad.msal4j.ClientCredentialParameters;
import com.microsoft.aad.msal4j.ConfidentialClientApplication;
import com.microsoft.aad.msal4j.IAuthenticationResult;
import java.net.http.HttpResponse;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

@Testcontainers
class DaemonTest {
    @Container
    static final Understudy understudy = new Understudy();

    @Test
    void daemonGetsAToken() throws Exception {
        ConfidentialClientApplication application = ConfidentialClientApplication.builder(
                "aaaaaaaa-0000-4000-8000-000000000004",
                ClientCredentialFactory.createFromSecret("understudy-daemon-secret"))
            .authority(understudy.https() + "/contoso.com/")
            .validateAuthority(false)
            .instanceDiscovery(false)
            .sslSocketFactory(understudy.trust().getSocketFactory())
            .build();
        IAuthenticationResult result = application.acquireToken(
            ClientCredentialParameters.builder(Set.of("api://orders/.default")).build()).get();
        assertFalse(result.accessToken().isEmpty());
        HttpResponse<String> verified = understudy.verify("""
            {"match": {"clientId": "aaaaaaaa-0000-4000-8000-000000000004", "endpoint": "token", "outcome": "success"}, "count": 1}
            """);
        assertEquals(200, verified.statusCode(), verified.body());
    }
}
