import ControlPlane
import Entra
import Protocol
import Testing

/// Checks the problem document of an internal error.
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

    @Test("The status sets the title, and without a reason the message of the code is the detail", arguments: rows)
    func takesTitleFromStatusAndDetailFromError(_ row: Told) {
        let problem = ProblemDocument(row.failure)
        #expect(problem.status == row.failure.status)
        #expect(problem.title == row.title)
        #expect(problem.detail == row.detail)
    }
}
