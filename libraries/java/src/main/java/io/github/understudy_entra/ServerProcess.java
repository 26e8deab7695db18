package io.github.understudy_entra;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server that this program started. The folder has its files. */
final class ServerProcess {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final Process process;
    private final Path folder;
    private final Thread hook = new Thread(this::end, "understudy-stop");

    private ServerProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /** Starts a server. {@link #origins} waits until the server accepts requests. */
    static ServerProcess start(StartOptions options, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of(
            Binary.find(options.binary(), folder).toString(), "serve", "--http-port", String.valueOf(options.httpPort()),
            "--https-port", String.valueOf(options.httpsPort()), "--ready-file", folder.resolve("ready.json").toString()));
        command.addAll(options.arguments());
        ProcessBuilder builder = new ProcessBuilder(command)
            .directory(folder.toFile()).redirectErrorStream(true).redirectOutput(folder.resolve("server.log").toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        configure(builder.environment(), options);
        ServerProcess started = new ServerProcess(builder.start(), folder);
        // A test run that ends without closing the server leaves no process behind.
        Runtime.getRuntime().addShutdownHook(started.hook);
        return started;
    }

    /** Settings of the surrounding shell have no effect on a test. The control token is in no list of processes. */
    private static void configure(Map<String, String> environment, StartOptions options) {
        environment.keySet().removeIf(name -> name.startsWith("UNDERSTUDY_"));
        if (options.token() != null) {
            environment.put("UNDERSTUDY_CONTROL_TOKEN", options.token());
        }
        if (options.directory() != null) {
            environment.put("UNDERSTUDY_CONFIG_INLINE", Json.write(options.directory()));
        }
        if (options.config() != null) {
            environment.put("UNDERSTUDY_CONFIG", options.config().toAbsolutePath().toString());
        }
    }

    /** Returns the origins in the ready file, which the server writes when it accepts requests. */
    List<?> origins() throws IOException {
        Path ready = folder.resolve("ready.json");
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!Files.exists(ready)) {
            if (!process.isAlive()) {
                throw new StartException("The server ended with code " + process.exitValue() + ":\n" + log());
            }
            if (System.nanoTime() > deadline) {
                throw new StartException("The server did not start within " + START_TIMEOUT.toSeconds() + " s:\n" + log());
            }
            try {
                Thread.sleep(2);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new StartException("The start was interrupted.", interrupted);
            }
        }
        return (List<?>) ((Map<?, ?>) Json.parse(Files.readString(ready))).get("origins");
    }

    String log() {
        try {
            return new String(Files.readAllBytes(folder.resolve("server.log")), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Ends the server, and deletes its files. */
    void stop() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The program is ending, and the hook has nothing left to do.
        }
        delete(folder);
    }

    private void end() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
