import Wire

/// Counts wrong user codes by the network address they come from (RFC 8628 §5.1): ten at once, then one a minute.
///
/// Not by session, since whoever guesses would drop the cookie. An address is remembered only while its allowance is not
/// full. With so many addresses at once that there is no room, new ones are turned away: that bounds all guessing together
/// to `capacity` × 10 tries and a sixth of that each minute after, against 42 bits.
package struct UserCodeTries {
    package static let allowance: Int64 = 10
    /// Seconds until one more try is allowed.
    package static let recovery: Int64 = 60
    package static let capacity = 10_000

    /// When the allowance of an address will be full again.
    private var recovered: [String: Timestamp] = [:]

    func isBlocked(_ address: String, _ now: Timestamp) -> Bool {
        guard let time = recovered[address] else { return recovered.count >= UserCodeTries.capacity && isFull(now) }
        let spent = (UserCodeTries.allowance - 1) * UserCodeTries.recovery
        return now.adding(seconds: spent) < time && UserCodeTries.isAhead(time, now)
    }

    mutating func countWrong(_ address: String, _ now: Timestamp) {
        if recovered.count >= UserCodeTries.capacity {
            recovered = recovered.filter { UserCodeTries.isAhead($0.value, now) }
        }
        let known = recovered[address].flatMap { UserCodeTries.isAhead($0, now) ? $0 : nil }
        recovered[address] = (known ?? now).adding(seconds: UserCodeTries.recovery)
    }

    /// No address could be dropped to make room.
    private func isFull(_ now: Timestamp) -> Bool { recovered.values.allSatisfy { UserCodeTries.isAhead($0, now) } }

    private static func isAhead(_ time: Timestamp, _ now: Timestamp) -> Bool {
        time.isAhead(of: now, within: allowance * recovery)
    }
}
