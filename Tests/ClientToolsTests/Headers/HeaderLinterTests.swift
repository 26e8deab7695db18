import ClientTools
import Formats
import Testing

/// Tests the verdicts on the header names of a request interceptor: the rules and examples of seed 003.
struct HeaderLinterTests {
    static let rows: [(name: String, isSent: Bool, reason: String, suggestion: String?)] = [
        ("X-my-custom-header", true, "adds the header", nil),
        ("x-fraud-session", true, "adds the header", nil),
        ("X-AnchorMailbox", true, "takes precedence", nil),
        ("value_1", false, "does not start with x-", "x-value_1"),
        ("Content-Type", false, "does not start with x-", "x-Content-Type"),
        ("x-client-header", false, "the prefix x-client- is reserved", "x-header"),
        ("X-MS-Fraud", false, "the prefix x-ms- is reserved", "x-Fraud"),
        ("x-broker-id", false, "the prefix x-broker- is reserved", "x-id"),
        ("x-app-ver", false, "the prefix x-app- is reserved", "x-ver"),
        ("client-request-id", false, "does not start with x-", "x-request-id"),
        ("x-ms-client-Fraud", false, "the prefix x-ms- is reserved", "x-Fraud"),
        ("X-App-", false, "the prefix x-app- is reserved", nil),
        ("", false, "not a header name", nil), ("x fraud", false, "not a header name", nil),
        ("x-fraud:", false, "not a header name", nil), ("x-b\u{e4}r", false, "not a header name", nil),
    ]

    @Test(arguments: rows)
    func judgesNameAsInterceptorDoes(_ row: (name: String, isSent: Bool, reason: String, suggestion: String?)) {
        let verdict = HeaderVerdict(row.name)
        #expect(verdict.isSent == row.isSent)
        #expect(verdict.reason.contains(row.reason), "\(verdict.reason)")
        #expect(verdict.suggestion == row.suggestion)
        #expect(verdict.suggestion.map { HeaderVerdict($0).isSent } ?? true)
        #expect(verdict.json["accepted"] == .bool(row.isSent))
        #expect(verdict.lines.count == (row.suggestion == nil ? 1 : 2))
    }
}
