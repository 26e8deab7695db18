import Formats
import TestTags
import Testing

/// Exactly one of many concurrent redemptions succeeds (docs/reference/security-checklist.md#rule-37).
@Suite struct RedemptionRaceTests {
    @Test("Exactly one of many concurrent redemptions of a code returns tokens", .tags(.slow), .timeLimit(.minutes(2)))
    func redeemsCodeOnceUnderConcurrency() async throws {
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
