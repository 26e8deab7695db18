@testable import ControlPlane
import Formats
@testable import Protocol
import Testing

/// Checks the query parameters of control requests.
@Suite struct ControlQueryTests {
    private static let query = ControlQuery(["tenant", "header"], repeating: ["header"])

    @Test("The query accepts declared parameters", arguments: ["", "tenant=a", "header=a:b&header=c:d&tenant=x"])
    func acceptsDeclaredParameters(_ text: String) throws {
        try ControlQueryTests.query.check(Form(parsing: Array(text.utf8)))
    }

    @Test(
        "The query rejects unknown, repeated and empty parameters",
        arguments: [
            ("tenants=a", "did you mean tenant?"), ("tenant=a&tenant=a", "'tenant' occurs more than once"),
            ("tenant=", "'tenant' is empty"), ("header=a:b&header", "'header' is empty"), ("a=1&b=2&c=3&d=4", "…"),
        ])
    func rejectsUnknownRepeatedOrEmptyParameters(_ text: String, _ words: String) throws {
        let form = try Form(parsing: Array(text.utf8))
        for query in [ControlQueryTests.query, .none] {
            do throws(ProblemDocument) {
                try query.check(form)
                Issue.record("taken: \(text)")
            } catch {
                #expect(error.status == 400)
                let isNone = query.known.isEmpty
                #expect(error.detail.contains(isNone ? "this endpoint has no parameters." : words), "\(error.detail)")
            }
        }
    }
}
