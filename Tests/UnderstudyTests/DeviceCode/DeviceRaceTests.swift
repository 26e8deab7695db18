import TestTags
import Testing

/// Tests concurrent polls for the same device code (docs/reference/fault-plan.md#bar-4).
@Suite struct DeviceRaceTests {
    @Test(
        "Of sixty-four concurrent polls exactly one returns tokens, in each of fifty rounds", .tags(.slow),
        .timeLimit(.minutes(2)))
    func issuesTokensToOneOfConcurrentPolls() async throws {
        let site = try MockEntra().site
        for round in 0..<50 {
            let started = try site.startDevice()
            #expect(try site.approveDevice(started).page.kind == .deviceApproved)
            let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
                for _ in 0..<64 { group.addTask { try site.pollDevice(started).outcome } }
                return try await group.reduce(into: [Outcome]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .json } == 1, "round \(round)")
            #expect(outcomes.count { $0 == .jsonError(400, "invalid_grant", 54005) } == 63, "round \(round)")
        }
    }
}
