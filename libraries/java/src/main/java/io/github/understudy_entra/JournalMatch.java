package io.github.understudy_entra;

import java.util.Map;

/** The properties that a journal entry must have to match: {@code new JournalMatch().endpoint("token").outcome("success")}. */
public record JournalMatch(
    String clientRequestId, String clientId, String tenant, String user, Object endpoint, Object notEndpoint, String grantType, String scope,
    Map<String, ?> header, Map<String, String> parameter, String outcome, Object since, Integer before) implements Conditions<JournalMatch> {
    /** Matches every entry. */
    public JournalMatch() {
        this(null, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    /** The outcome is "success", "page", "error", an error code, an OAuth error or an HTTP status. */
    public JournalMatch outcome(String outcome) {
        return Shapes.with(this, "outcome", outcome);
    }

    /** Only entries after this ID match. */
    public JournalMatch since(long id) {
        return Shapes.with(this, "since", id);
    }

    /** Only entries after this time match. */
    public JournalMatch since(String time) {
        return Shapes.with(this, "since", time);
    }

    /** Only entries before this ID match. */
    public JournalMatch before(int id) {
        return Shapes.with(this, "before", id);
    }

    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
