package io.github.understudy_entra;

import java.util.Map;

/** The state of a clock. {@code frozen} is null if the clock runs. */
public record Clock(String now, String offset, String frozen, String tenant, Map<String, Object> tenants) {}
