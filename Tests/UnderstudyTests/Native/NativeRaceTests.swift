import Entra
import Formats
import Testing

/// Many requests at once with one continuation token: exactly one goes on.
@Suite struct NativeRaceTests {
    @Test("of sixty-four exactly one goes on", .timeLimit(.minutes(2)), arguments: NativeWalk.everyArrow)
    func race(_ row: NativeWalk.Arrow) async throws {
        let app = try row.step.reached()
        let sent = app.codes.count
        let (site, form) = (app.site, NativeWalk.form(row.action, app))
        let path = "\(app.path)/\(row.action.endpoint.path)"
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<64 { group.addTask { try site.post(path, form) } }
            return try await group.reduce(into: [Answer]()) { $0.append($1) }
        }
        #expect(answers.count { $0.nativeResult == row.result } == 1)
        // A code is looked at five times only; and what the winner did may be seen before the token's use is.
        let reasons =
            [55200] + (row.action.grant?.hasSuffix("oob") == true ? [552003] : [])
            + (row.action.endpoint == .resetSubmit ? [399_246] : [])
        #expect(answers.count { $0.code.map(reasons.contains) ?? false } == 63)
        let isSending = ["SignInChallenge", "SignUpChallenge", "SSPRChallenge", "JITChallenge"].contains(
            "\(row.action)")
        #expect(app.codes.count <= sent + (isSending ? 1 : 0))
    }
}
