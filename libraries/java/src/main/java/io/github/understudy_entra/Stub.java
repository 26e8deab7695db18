package io.github.understudy_entra;

import java.util.List;
import java.util.Map;

/** A stub with the number of responses that requests have used. {@code times} and {@code left} are numbers, or "always". */
public record Stub(
    String id, Map<String, Object> match, List<StubbedResponse> responses, Object times, Long consumed, Object left) {}
