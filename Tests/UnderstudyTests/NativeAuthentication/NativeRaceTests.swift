import Entra
import Formats
import TestTags
import Testing

/// Tests concurrent requests with the same continuation token.
@Suite struct NativeRaceTests {
    @Test(
        "Of sixty-four concurrent requests that complete a step with one continuation token exactly one succeeds",
        .tags(.slow),
        .timeLimit(.minutes(2)),
        arguments: NativeFlowStep.transitions.filter {
            !$0.action.keepsOlderToken && $0.result != "verification_required"
        })
    func acceptsOneOfConcurrentRequestsWithSameToken(_ row: NativeFlowStep.Transition) async throws {
        let app = try row.step.reached()
        let (site, form) = (app.site, NativeFlowStep.form(row.action, app))
        let path = "\(app.path)/\(row.action.endpoint.path)"
        let responses = try await withThrowingTaskGroup(of: TestResponse.self) { group in
            for _ in 0..<64 { group.addTask { try site.post(path, form) } }
            return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
        }
        #expect(responses.count { $0.nativeResult == row.result } == 1)
        // A code allows five attempts only. A request may see the effect of the successful one before it sees that the token is
        // used.
        let reasons =
            [55000, 55200] + (row.action.grant?.hasSuffix("oob") == true ? [552003] : [])
            + (row.action.endpoint == .resetSubmit ? [399_246] : [])
        #expect(responses.count { $0.code.map(reasons.contains) ?? false } == 63)
    }
}
