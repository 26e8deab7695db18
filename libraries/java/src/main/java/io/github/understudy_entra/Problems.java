package io.github.understudy_entra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes problem documents (RFC 9457) for people. */
final class Problems {
    private Problems() {}

    static String text(Map<String, Object> problem) {
        List<String> lines = new ArrayList<>();
        lines.add(Stream.of("title", "detail").map(problem::get).filter(Objects::nonNull).map(String::valueOf).collect(Collectors.joining(": ")));
        for (Map<?, ?> row : rows(problem, "errors")) {
            lines.add("  " + row.get("pointer") + ": " + row.get("detail"));
        }
        for (Map<?, ?> near : rows(problem, "closest")) {
            if (near.get("request") instanceof Map<?, ?> entry) {
                lines.add("  #" + entry.get("id") + " " + entry.get("method") + " " + entry.get("endpoint") + ", status " + entry.get("status")
                    + (entry.get("error") == null ? "" : ", " + entry.get("error")));
            }
            for (Map<?, ?> difference : rows(near, "differs")) {
                lines.add("    " + difference.get("member") + ": wanted " + difference.get("wanted") + ", found " + difference.get("found"));
            }
        }
        return String.join("\n", lines);
    }

    private static List<Map<?, ?>> rows(Map<?, ?> members, String name) {
        List<Map<?, ?>> rows = new ArrayList<>();
        for (Object row : members.get(name) instanceof List<?> found ? found : List.of()) {
            if (row instanceof Map<?, ?> each) {
                rows.add(each);
            }
        }
        return rows;
    }
}
