package io.github.understudy_entra.testcontainers;

import io.github.understudy_entra.Json;
import io.github.understudy_entra.Understudy;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * A container with a server, for Testcontainers. Copy this file into your tests.
 *
 * <pre>{@code
 * @Testcontainers
 * class DaemonTest {
 *     @Container
 *     static final UnderstudyContainer container = new UnderstudyContainer(DockerImageName.parse("understudy"));
 *
 *     @Test
 *     void daemonGetsAToken() {
 *         try (Understudy entra = container.server(); Tenant tenant = entra.tenant("contoso.com")) { ... }
 *     }
 * }
 * }</pre>
 */
public class UnderstudyContainer extends GenericContainer<UnderstudyContainer> {
    private static final int HTTP_PORT = 8080;
    private static final int HTTPS_PORT = 8443;

    private String token;

    public UnderstudyContainer(DockerImageName image) {
        super(image);
        withExposedPorts(HTTP_PORT, HTTPS_PORT);
        // The image has no shell, which the default wait strategy needs.
        waitingFor(Wait.forHttp("/_understudy/health").forPort(HTTP_PORT));
    }

    /** Gives the server a configuration in place of the seed directory. */
    public UnderstudyContainer withDirectory(Map<String, ?> directory) {
        return withEnv("UNDERSTUDY_CONFIG_INLINE", Json.write(directory));
    }

    /** Gives the control plane a token, which {@link #server()} sends. */
    public UnderstudyContainer withControlToken(String token) {
        this.token = token;
        return withEnv("UNDERSTUDY_CONTROL_TOKEN", token);
    }

    /** Returns the server of the started container, at its mapped ports. Closing the result does not stop the container. */
    public Understudy server() {
        return Understudy.connect(
            "http://" + getHost() + ":" + getMappedPort(HTTP_PORT), "https://" + getHost() + ":" + getMappedPort(HTTPS_PORT), token);
    }
}
