package io.github.understudy_entra;

/** The rotation of the signing key of a kind of tenant: "workforce", "external" or "b2c". {@code grace} is a duration. */
public record KeyRotation(String for_, String grace) {}
