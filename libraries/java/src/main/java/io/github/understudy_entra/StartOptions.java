package io.github.understudy_entra;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The options of a server: {@code new StartOptions().config(Path.of("understudy.yaml"))}.
 *
 * <p>{@code binary} is the path of the binary, {@code config} that of a configuration file, and {@code directory} a configuration itself.
 * {@code token} is the control token. {@code arguments} are options of {@code understudy serve}. A port that is 0 is a free one.
 */
public record StartOptions(
    Path binary, Path config, Map<String, ?> directory, int httpPort, int httpsPort, @Shapes.Secret String token, List<String> arguments) {
    public StartOptions() {
        this(null, null, null, 0, 0, null, List.of());
    }

    public StartOptions binary(Path binary) {
        return Shapes.with(this, "binary", binary);
    }

    public StartOptions config(Path config) {
        return Shapes.with(this, "config", config);
    }

    public StartOptions directory(Map<String, ?> directory) {
        return Shapes.with(this, "directory", directory);
    }

    public StartOptions httpPort(int port) {
        return Shapes.with(this, "httpPort", port);
    }

    public StartOptions httpsPort(int port) {
        return Shapes.with(this, "httpsPort", port);
    }

    public StartOptions token(String token) {
        return Shapes.with(this, "token", token);
    }

    public StartOptions arguments(String... arguments) {
        return Shapes.with(this, "arguments", List.of(arguments));
    }

    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
