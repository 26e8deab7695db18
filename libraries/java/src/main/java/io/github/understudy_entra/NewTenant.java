package io.github.understudy_entra;

import java.util.List;
import java.util.Map;

/** A created tenant. The maps have the new ID of each object by the ID in the original. */
public record NewTenant(
    String id, String displayName, String kind, List<String> domains, Map<String, String> applications, Map<String, String> users,
    Map<String, String> groups) {}
