package io.github.understudy_entra;

import java.util.Map;

/** A claims challenge, as an API sends it to a client. */
public record Challenge(String wwwAuthenticate, Map<String, Object> claims) {}
