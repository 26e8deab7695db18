package io.github.understudy_entra;

/** The number of requests that a verification expects. */
public record Count(Integer exactly, Integer atLeast, Integer atMost) {
    public static Count exactly(int count) {
        return new Count(count, null, null);
    }

    public static Count atLeast(int count) {
        return new Count(null, count, null);
    }

    public static Count atMost(int count) {
        return new Count(null, null, count);
    }
}
