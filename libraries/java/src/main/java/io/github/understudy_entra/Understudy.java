package io.github.understudy_entra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * A running server, and its control plane.
 *
 * <pre>{@code
 * try (Understudy entra = Understudy.start(); Tenant tenant = entra.tenant("contoso.com")) {
 *     System.out.println(tenant.authority());
 * }
 * }</pre>
 */
public final class Understudy extends Control implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final String https;
    private final ServerProcess process;
    /** The folder of the server's files, or null if there is none yet. */
    private Path folder;
    private Trust trust;
    private HttpClient client;

    private Understudy(String http, String https, String token, ServerProcess process, Path folder) {
        super(http, token);
        this.https = https;
        this.process = process;
        this.folder = folder;
    }

    /** Starts a server on free ports, and returns when it accepts requests. */
    public static Understudy start() {
        return start(new StartOptions());
    }

    /** Starts a server, and returns when it accepts requests. */
    public static Understudy start(StartOptions options) {
        Path folder = temporaryFolder();
        ServerProcess process = null;
        try {
            process = ServerProcess.start(options, folder);
            List<?> origins = process.origins();
            String http = origin(origins, "http:");
            if (http == null) {
                throw new StartException("The control plane needs an HTTP port, but --http-port is off.");
            }
            return new Understudy(http, origin(origins, "https:"), options.token(), process, folder);
        } catch (IOException failed) {
            abandon(process, folder);
            throw new StartException("The server cannot be started: " + failed.getMessage(), failed);
        } catch (RuntimeException failed) {
            abandon(process, folder);
            throw failed;
        }
    }

    private static void abandon(ServerProcess process, Path folder) {
        if (process == null) {
            ServerProcess.delete(folder);
        } else {
            process.stop();
        }
    }

    /** Returns a server that runs already, such as {@code http://localhost:8080}. */
    public static Understudy connect(String http) {
        return connect(http, null);
    }

    /** Returns a server that runs already and has a control token. */
    public static Understudy connect(String http, String token) {
        Health health = new Control(http, token).health();
        return connect(http, origin(health.origins(), "https:"), token);
    }

    /** Returns a server whose ports have other numbers outside, such as one in a container. The HTTPS origin and the token can be null. */
    public static Understudy connect(String http, String https, String token) {
        return new Understudy(http, https, token, null, null);
    }

    /** Returns the server at {@code UNDERSTUDY_URL}, or starts one if the variable is not set. */
    public static Understudy startOrConnect(StartOptions options) {
        String running = System.getenv("UNDERSTUDY_URL");
        return running == null || running.isEmpty() ? start(options) : connect(running, options.token());
    }

    /** The HTTPS origin of the server, or null if the server has no HTTPS port. */
    public String https() {
        return https;
    }

    /** What a server that was started here has printed. */
    public String log() {
        return process == null ? "" : process.log();
    }

    /** Creates a copy of a tenant for one test, with the client IDs of the original. Closing the tenant deletes it. */
    public Tenant tenant(String copyOf) {
        return tenant(TenantRequest.copyOf(copyOf));
    }

    /** Creates a tenant for one test. Closing the tenant deletes it. */
    public Tenant tenant(TenantRequest request) {
        return new Tenant(this, makeTenant(request));
    }

    /** Returns the one-time codes that were sent to an address. The newest is the first. */
    public List<String> codes(String to) {
        return outbox(to).stream().map(Message::code).toList();
    }

    private synchronized Trust trust() {
        if (trust == null) {
            trust = new Trust(caDER());
        }
        return trust;
    }

    /** Returns a context that trusts the server and the public certificate authorities. */
    public SSLContext sslContext() {
        return trust().context();
    }

    /** Returns an HTTP client that trusts the server, and that follows no redirect. Calls return the same client. */
    public synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder().sslContext(sslContext()).connectTimeout(TIMEOUT).build();
        }
        return client;
    }

    /** Returns a trust store (PKCS #12) with the server's CA and the public certificate authorities. The file is deleted with the server. */
    public synchronized Path trustStore() {
        if (folder == null) {
            folder = temporaryFolder();
        }
        Path file = folder.resolve("understudy-trust.p12");
        try {
            if (!Files.exists(file)) {
                trust().write(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return file;
    }

    /** Returns the options by which another JVM trusts the server: {@code -Djavax.net.ssl.trustStore} and its password and type. */
    public List<String> trustOptions() {
        return Trust.arguments(trustStore());
    }

    /** Makes code in this JVM that takes no context trust the server, until the result is closed. */
    public Trusted trusted() {
        return new Trusted(sslContext(), Trust.properties(trustStore()));
    }

    /** Ends a server that was started here, and deletes its files. */
    @Override
    public synchronized void close() {
        if (process != null) {
            process.stop();
        } else if (folder != null) {
            ServerProcess.delete(folder);
        }
        folder = null;
    }

    @Override
    public String toString() {
        return "Understudy[" + http() + "]";
    }

    private static String origin(List<?> origins, String scheme) {
        return origins.stream().map(String::valueOf).filter(origin -> origin.startsWith(scheme)).findFirst().orElse(null);
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("understudy-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
