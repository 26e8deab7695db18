package import Entra
package import Formats
import Synchronization

/// The number of single-use marks in the file, and the schedule of sweeps.
struct RedemptionMarks: Sendable {
    /// The number of redemptions between two sweeps for expired marks, and the maximum number of marks that one sweep removes.
    static let sweep = (every: 16, removes: 64)

    var count: Int
    /// The number of redemptions since the last sweep.
    var sinceSweep = 0

    /// Whether a sweep for expired marks is due. At the maximum, every redemption sweeps.
    mutating func isSweepDue(maximum: Int) -> Bool {
        sinceSweep += 1
        guard sinceSweep >= RedemptionMarks.sweep.every || count >= maximum else { return false }
        sinceSweep = 0
        return true
    }
}

extension DurableStore {
    package func redeem(_ id: GUID, until expiry: Timestamp, now: Timestamp) throws(EntraError) -> Redemption {
        if marks.withLock({ $0.isSweepDue(maximum: maximumRedemptions) }) { try sweep(now) }
        guard marks.withLock({ $0.count < maximumRedemptions }) else {
            return try isRedeemed(id) ? .again : .full
        }
        // The expiry is rounded up to a whole second.
        let end = expiry.adding(seconds: expiry.nanoseconds > 0 ? 1 : 0).seconds
        let added = try file.use { database throws(DatabaseFailure) in
            try database.run(
                "INSERT INTO redemption VALUES (?, ?) ON CONFLICT DO NOTHING", .blob(id.bytes), .integer(end))
        }
        guard added > 0 else { return .again }
        marks.withLock { $0.count += 1 }
        return .first
    }

    package func isRedeemed(_ id: GUID) throws(EntraError) -> Bool {
        try file.use { database throws(DatabaseFailure) in
            try database.number("SELECT count(*) FROM redemption WHERE id = ?", .blob(id.bytes))
        } > 0
    }

    private func sweep(_ now: Timestamp) throws(EntraError) {
        let removed = try file.use { database throws(DatabaseFailure) in
            try database.run(
                """
                DELETE FROM redemption WHERE id IN
                (SELECT id FROM redemption WHERE expiry <= ? ORDER BY expiry LIMIT \(RedemptionMarks.sweep.removes))
                """, .integer(now.seconds))
        }
        guard removed > 0 else { return }
        marks.withLock { $0.count = max(0, $0.count - removed) }
    }
}
