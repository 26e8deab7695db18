package io.github.understudy_entra;

import java.util.List;

/** Journal entries, oldest first. {@code next} and {@code previous} are IDs for {@code since} and {@code before}. */
public record JournalPage(List<JournalEntry> requests, Long total, Long next, Long previous) {}
