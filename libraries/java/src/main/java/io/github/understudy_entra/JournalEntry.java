package io.github.understudy_entra;

import java.util.Map;

/** One recorded request. {@code decision} has the reasons for the response. */
public record JournalEntry(
    Long id, String time, String endpoint, String method, String url, Long status, String outcome,
    @Shapes.Secret Map<String, Object> request, @Shapes.Secret Map<String, Object> response, String script, Map<String, Object> decision,
    Map<String, Object> v2, Map<String, String> nativeHeaders) {
    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
