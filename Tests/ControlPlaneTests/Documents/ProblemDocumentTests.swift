import ControlPlane
import Entra
import Protocol
import Testing

/// What a problem says of a failure of the core.
@Suite struct ProblemDocumentTests {
    struct Told: Sendable, CustomTestStringConvertible {
        let failure: EntraError
        let title: String
        let detail: String

        var testDescription: String { title }
    }

    private static let failed = EntraError(.serviceFailure)
    private static let unavailable = EntraError(.serviceUnavailable, detail: "The store is silent.")

    static let rows: [Told] = [
        Told(failure: failed, title: "Internal error", detail: failed.message),
        Told(failure: unavailable, title: "Temporarily unavailable", detail: "The store is silent."),
    ]

    @Test("its status gives the title, and without a reason the code's own words stand", arguments: rows)
    func told(_ row: Told) {
        let problem = ProblemDocument(row.failure)
        #expect(problem.status == row.failure.status)
        #expect(problem.title == row.title)
        #expect(problem.detail == row.detail)
    }
}
