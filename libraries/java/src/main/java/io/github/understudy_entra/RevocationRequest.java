package io.github.understudy_entra;

/** The sessions, codes and tokens to revoke: those of a user, of an application or of a tenant. */
public record RevocationRequest(String user, String application, String tenant) {}
