package io.github.understudy_entra;

/** A published signing key, and the kind of tenant whose tokens the key verifies. */
public record Key(String kid, String for_, Boolean signs) {}
