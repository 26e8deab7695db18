package io.github.understudy_entra;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Finds the server's binary. */
final class Binary {
    private static final String NAME = "understudy";

    private Binary() {}

    /**
     * Returns the path of the binary: the given path, {@code UNDERSTUDY_BINARY}, the binary of a jar on the class path, which is copied to the
     * folder, or the one on {@code PATH}.
     */
    static Path find(Path given, Path folder) throws IOException {
        String named = System.getenv("UNDERSTUDY_BINARY");
        Path path = given != null ? given : named == null || named.isEmpty() ? null : Path.of(named);
        if (path != null) {
            if (!Files.isExecutable(path) || Files.isDirectory(path)) {
                throw new StartException(path + " is not an executable file.");
            }
            return path.toAbsolutePath();
        }
        Path bundled = bundled(folder);
        if (bundled != null) {
            return bundled;
        }
        String search = System.getenv("PATH");
        for (String place : search == null ? new String[0] : search.split(File.pathSeparator)) {
            Path found = Path.of(place, NAME);
            if (Files.isExecutable(found) && !Files.isDirectory(found)) {
                return found.toAbsolutePath();
            }
        }
        throw new StartException(
            "There is no binary of Understudy: set UNDERSTUDY_BINARY to its path, put it on PATH, or use a running server by UNDERSTUDY_URL "
                + "or Understudy.connect(url).");
    }

    /** The resource of this platform in a jar with the binary, such as {@code bin/linux-x64/understudy}. */
    static String resource() {
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return "bin/" + (system.startsWith("mac") ? "macos" : system) + "-"
            + (processor.equals("amd64") || processor.equals("x86_64") ? "x64" : processor.equals("aarch64") ? "arm64" : processor) + "/" + NAME;
    }

    private static Path bundled(Path folder) throws IOException {
        try (InputStream content = Binary.class.getResourceAsStream(resource())) {
            if (content == null) {
                return null;
            }
            Path copy = folder.resolve(NAME);
            Files.copy(content, copy);
            if (!copy.toFile().setExecutable(true)) {
                throw new StartException(copy + " cannot be made executable.");
            }
            return copy;
        }
    }
}
