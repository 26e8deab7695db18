import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A container with Understudy. */
final class Understudy extends GenericContainer<Understudy> {
    Understudy() {
        super(DockerImageName.parse("understudy"));
        withEnv("UNDERSTUDY_LOG_FORMAT", "json");
        withExposedPorts(8080, 8443);
        waitingFor(Wait.forHttp("/_understudy/health").forPort(8080));
    }

    /** The origin of the control plane, without TLS. */
    String http() {
        return "http://" + getHost() + ":" + getMappedPort(8080);
    }

    /** The origin of the authorities, with TLS. */
    String https() {
        return "https://" + getHost() + ":" + getMappedPort(8443);
    }

    /** Trusts the CA of this server and no other CA. */
    SSLContext trust() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream pem = URI.create(http() + "/_understudy/ca.pem").toURL().openStream()) {
            store.setCertificateEntry("understudy", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    /** Verifies that the journal has the requests that the JSON describes. The response says what came closest if not. */
    HttpResponse<String> verify(String json) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(http() + "/_understudy/requests/verify"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
