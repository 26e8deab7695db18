/**
 * A local stand-in for Microsoft Entra ID in tests.
 *
 * <p>{@link io.github.understudy_entra.Understudy} is a running server, and {@link io.github.understudy_entra.Tenant} a tenant that only one test
 * uses. The package needs the JDK alone; the extension for JUnit 5 is in {@code io.github.understudy_entra.junit}.
 */
package io.github.understudy_entra;
