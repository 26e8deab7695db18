import Formats
import Testing

/// Exactly one of many redemptions at once wins (docs/reference/security-checklist.md#rule-37).
@Suite struct RedemptionRaceTests {
    @Test("fifty redemptions at once give one set of tokens, two hundred times over", .timeLimit(.minutes(2)))
    func race() async throws {
        let site = try MockEntra().site
        for round in 0..<200 {
            let form = Client.mobile.redemption(try site.code())
            let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
                for _ in 0..<50 { group.addTask { try site.token(form).outcome } }
                return try await group.reduce(into: [Outcome]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .json } == 1, "round \(round)")
            #expect(outcomes.count { $0 == .jsonError(400, "invalid_grant", 54005) } == 49, "round \(round)")
        }
    }
}
