import Platform

/// Time for measuring, which no setting moves.
enum Monotonic {
    /// Since some moment before the process began.
    static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec &* 1_000 &+ time.tv_nsec / 1_000_000
    }
}
