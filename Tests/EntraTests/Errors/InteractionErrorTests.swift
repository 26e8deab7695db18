import Entra
import Formats
import Testing

/// Checks the errors of native authentication, version 2 (docs/reference/wire.md#native-auth-v2).
@Suite struct InteractionErrorTests {
    private func error(_ error: EntraError) throws -> JSONValue {
        let report = ErrorReport(
            error, timestamp: Timestamp(seconds: 1_790_000_000), traceID: GUID(derivedFrom: "t"), correlationID: "c")
        return try #require(JSONValue(parsing: report.interactionJSON())?["error"])
    }

    static let codes: [(EntraError, code: String, inner: String?)] = [
        (EntraError(.oneTimeCodeWrong), "invalidGrant", "invalidOneTimeCode"),
        (EntraError(.wrongPassword), "invalidGrant", "invalidUserNameOrPassword"),
        (EntraError(.continuationInvalid), "invalidRequest", "invalidContinuationToken"),
        (EntraError(.interactionContinuationExpired), "expiredToken", "expiredContinuationToken"),
        (EntraError(.oneTimeCodeExpired), "invalidGrant", "invalidOneTimeCode"),
        (EntraError(.newPasswordTooWeak), "invalidRequest", "passwordTooWeak"),
        (EntraError(.newPasswordTooWeak, suberror: .passwordRecentlyUsed), "invalidRequest", "passwordRecentlyUsed"),
        (EntraError(.nativeUserExists), "invalidRequest", "attributeValidationError"),
        (EntraError(.attributeValidationFailed, as: .invalidRequest), "invalidRequest", "attributeValidationError"),
        (EntraError(.userNotFound, as: .userNotFound), "invalidRequest", nil),
        (EntraError(.invalidParameter), "invalidRequest", nil),
        (EntraError(.nativeAccessDenied), "accessDenied", nil),
        (EntraError(.invalidRequest, as: .serverError), "serverError", nil),
        (EntraError(.invalidRequest, as: .temporarilyUnavailable), "serverError", nil),
    ]

    @Test("The codes are in camel case", arguments: codes.indices)
    func writesCodesInCamelCase(_ index: Int) throws {
        let row = InteractionErrorTests.codes[index]
        let json = try error(row.0)
        #expect(json["code"] == .string(row.code))
        #expect(json["innerError"]?["code"]?.string == row.inner)
        #expect(json["message"]?.string?.hasPrefix("\(row.0.code.name): ") == true)
        #expect(json["correlationId"] == .string("c"))
        #expect(json["traceId"]?.string != nil)
        #expect(json["timestamp"] == .string("2026-09-21 14:13:20Z"))
    }

    @Test("The details name the attributes")
    func detailsNameAttributes() throws {
        let detail = ErrorReport.interactionDetail(of: "city", code: "x", message: "y")
        let json = try error(
            EntraError(.attributeValidationFailed).with(.init(ErrorReport.interactionDetails, .array([detail]))))
        let first = json["innerError"]?["details"]?.array?.first
        #expect(first?["attributeIds"] == .array([.string("city")]))
        #expect(first?["code"] == .string("x"))
        #expect(first?["message"] == .string("y"))
    }
}
