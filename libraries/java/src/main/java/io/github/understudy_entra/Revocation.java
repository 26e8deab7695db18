package io.github.understudy_entra;

/** A revocation. */
public record Revocation(String tenant, String user, String application, String revokedAt) {}
