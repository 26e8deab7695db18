package io.github.understudy_entra.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class whose methods can have parameters of the types {@link io.github.understudy_entra.Understudy} and
 * {@link io.github.understudy_entra.Tenant}.
 *
 * <pre>{@code
 * @UnderstudyTest
 * class DaemonTest {
 *     @Test
 *     void daemonGetsAToken(Understudy entra, Tenant tenant) { ... }
 * }
 * }</pre>
 *
 * <p>Classes with the same configuration share a server. {@code UNDERSTUDY_URL} names a running server for all classes. Each test method has a
 * tenant of its own, so that methods can run in parallel. A failed test has the requests that its tenant received.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(UnderstudyExtension.class)
public @interface UnderstudyTest {
    /** The path of the configuration file of the server. Without a path, the server has the seed directory. */
    String config() default "";

    /** The tenant that each test gets a copy of. */
    String tenant() default "contoso.com";

    /** Options of {@code understudy serve}. */
    String[] arguments() default {};
}
