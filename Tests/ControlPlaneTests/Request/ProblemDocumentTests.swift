import ControlPlane
import Entra
import Protocol
import Testing

/// Checks the problem document of an internal error.
@Suite struct ProblemDocumentTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let failure: EntraError
        let title: String
        let detail: String

        var testDescription: String { title }
    }

    private static let failed = EntraError(.serviceFailure)
    private static let unavailable = EntraError(.serviceUnavailable, detail: "The store is silent.")

    static let rows: [Row] = [
        Row(failure: failed, title: "Internal error", detail: failed.message),
        Row(failure: unavailable, title: "Temporarily unavailable", detail: "The store is silent."),
    ]

    @Test("The status sets the title, and without a reason the message of the code is the detail", arguments: rows)
    func takesTitleFromStatusAndDetailFromError(_ row: Row) {
        let problem = ProblemDocument(row.failure)
        #expect(problem.status == row.failure.status)
        #expect(problem.title == row.title)
        #expect(problem.detail == row.detail)
    }
}
