@testable import ControlPlane
import Entra
import Formats
@testable import Protocol
import Testing

/// Checks which differences of two requests matter.
struct RequestComparisonTests {
    private static let usual: [(String, String)] = [
        ("grant_type", "authorization_code"), ("client_id", Sample.mobile), ("code", "one"),
        ("redirect_uri", "http://localhost"),
    ]

    private func compared(
        _ changes: [(String, String?)] = [], status: Int = 200, error: String? = nil, headers: [(String, String)] = []
    ) throws -> ComparedEntry {
        var form = Self.usual.filter { field in !changes.contains { $0.0 == field.0 } }
        form += changes.compactMap { name, value in value.map { (name, $0) } }
        let json =
            error.map { #"{"error":"invalid_grant","error_description":"\#($0)"}"# } ?? #"{"token_type":"Bearer"}"#
        let entry = try Sample.entry(form: form, headers: headers, status: status, json: json)
        let item = try #require(try Sample.journal([entry]).items.first)
        return ComparedEntry(item, Sample.reader)
    }

    private func weights(_ comparison: RequestComparison) -> [String] {
        comparison.differences.map { "\($0.name): \($0.weight)" }
    }

    @Test(arguments: [
        ("state", RequestComparison.Weight.noise), ("client-request-id", .noise), ("x-client-SKU", .noise),
        ("x-client-Ver", .noise), ("code", .noise), ("refresh_token", .noise), ("redirect_uri", .matters),
        ("scope", .matters), ("nonce", .matters), ("code_verifier", .matters), ("client_id", .matters),
        ("response_mode", .matters), ("something-new", .matters),
    ])
    func weighsParameters(name: String, weight: RequestComparison.Weight) throws {
        let comparison = RequestComparison(try compared([(name, "a1")]), try compared([(name, "b2")]))
        let found = comparison.differences.first { $0.name == "parameter \(name)" }
        #expect(found?.weight == weight, "\(weights(comparison))")
        #expect(found?.reason.isEmpty == false)
    }

    @Test(arguments: [("User-Agent", RequestComparison.Weight.noise), ("Origin", .matters), ("x-app-name", .noise)])
    func weighsHeaders(name: String, weight: RequestComparison.Weight) throws {
        let comparison = RequestComparison(try compared(headers: [(name, "a")]), try compared(headers: [(name, "b")]))
        #expect(comparison.differences.first { $0.name == "header \(name.lowercased())" }?.weight == weight)
    }

    /// The error decides which of several differences is the reason.
    @Test(arguments: [
        ("AADSTS50011: The redirect URI 'http://localhost/x' does not match.", "parameter redirect_uri"),
        ("AADSTS501481: The Code_Verifier does not match.", "parameter code_verifier"),
        ("AADSTS7000218: The request body must contain 'client_secret'.", "parameter client_secret"),
        ("AADSTS70011: The scope is not valid.", "parameter scope"),
        ("AADSTS900144: The request body must contain the following parameter: 'resource'.", "parameter resource"),
    ])
    func namesCauseOfError(message: String, name: String) throws {
        let changed: [(String, String?)] = [
            ("redirect_uri", "http://localhost/x"), ("code_verifier", "v1"), ("client_secret", "s1"), ("scope", "x"),
            ("resource", "api://orders"), ("state", "2"),
        ]
        let comparison = RequestComparison(try compared(), try compared(changed, status: 400, error: message))
        let causes = comparison.differences(.cause).map(\.name)
        #expect(causes.contains(name), "\(weights(comparison))")
        #expect(!causes.contains("parameter state"))
        #expect(comparison.verdict.hasPrefix("The results differ. The error is about: "))
        #expect(comparison.differences.first?.weight == .cause, "the most important first")
    }

    @Test
    func saysThatSecretsDiffer() throws {
        let comparison = RequestComparison(
            try compared([("client_secret", "first-secret")]), try compared([("client_secret", "other-secret")]))
        let found = comparison.differences.first { $0.name == "parameter client_secret" }
        #expect(found?.left == "*** (differs)" && found?.right == "*** (differs)")
        #expect(try RequestComparison(compared(), compared()).differences.isEmpty)
    }

    @Test
    func warnsOfCodeUsedTwice() throws {
        let comparison = RequestComparison(
            try compared(), try compared(status: 400, error: "AADSTS54005: The code was already redeemed."))
        #expect(comparison.repeated == ["code"])
        #expect(comparison.verdict.hasSuffix("Both requests present the same code, which is valid once."))
        #expect(comparison.results.map(\.name).contains("status"))
    }

    @Test
    func namesValueThatOnlyOneRequestHas() throws {
        let comparison = RequestComparison(try compared(), try compared([("code", nil)]))
        let found = comparison.differences.first { $0.name == "parameter code" }
        #expect(found?.weight == .matters && found?.right == nil)
        #expect(found?.reason.hasPrefix("Only one of them has this value.") == true)
    }
}
