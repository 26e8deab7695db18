import Platform

/// Waits until the condition is true, at most for `limit`. Returns whether the condition became true.
@discardableResult
package func waitUntil<Failure: Error>(
    within limit: Duration = .seconds(60), _ condition: () throws(Failure) -> Bool
) throws(Failure) -> Bool {
    let end = ContinuousClock.now + limit
    var checks = 0
    while try !condition() {
        guard ContinuousClock.now < end else { return false }
        checks += 1
        // Allowed (sleep): The test continues when the condition is true; most conditions become true within the first checks.
        if checks < 100 { sched_yield() } else { usleep(1_000) }
    }
    return true
}
