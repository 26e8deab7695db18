import Entra
import Testing

struct EntraErrorTests {
    @Test func messageContainsValues() {
        let error = EntraError(.redirectURIMismatch, [.redirectURI: "https://a.test/cb", .clientID: "42"])
        #expect(
            error.message.hasPrefix(
                "AADSTS50011: The redirect URI 'https://a.test/cb' specified in the request does not match the redirect "
                    + "URIs configured for the application '42'. "))
    }

    static let hostileValues: [(String, String, String)] = [
        ("a placeholder stays text", "{redirect_uri}{client_id}", "{redirect_uri}{client_id}"),
        ("an open brace stays text", "{", "{"),
        ("CR and LF become spaces", "a\r\nSet-Cookie: x", "a  Set-Cookie: x"),
        ("NUL and DEL become spaces", "a\u{0}b\u{7F}c", "a b c"),
        ("C1 controls become spaces", "a\u{85}b\u{9F}c", "a b c"),
        ("line and paragraph separators become spaces", "a\u{2028}b\u{2029}c", "a b c"),
        ("other text is kept", "K\u{212A}é{}<b>\"'&", "K\u{212A}é{}<b>\"'&"),
    ]

    @Test(arguments: hostileValues)
    func messageNeutralizesHostileValues(_ name: String, value: String, displayed: String) {
        let message = EntraError(.unsupportedGrantType, [.value: value]).message
        #expect(
            Array(message.utf8)
                == Array("AADSTS70003: The app requested an unsupported grant type '\(displayed)'.".utf8))
    }

    @Test func messageTruncatesLongValues() {
        let message = EntraError(.unsupportedGrantType, [.value: String(repeating: "x", count: 1_000_000)]).message
        #expect(
            message
                == "AADSTS70003: The app requested an unsupported grant type '\(String(repeating: "x", count: 500))'.")
    }

    @Test func messageOmitsMissingReason() {
        #expect(
            EntraError(.invalidRequest).message == "AADSTS9002313: Invalid request. Request is malformed or invalid.")
    }

    @Test func catalogRowSetsDefaults() {
        let defaults = EntraError(.consentRequired)
        #expect(defaults.error == .invalidGrant && defaults.status == 400 && defaults.suberror == .consentRequired)
        let custom = EntraError(.consentRequired, as: .interactionRequired, status: 403, suberror: .basicAction)
        #expect(custom.error == .interactionRequired && custom.status == 403 && custom.suberror == .basicAction)
    }

    @Test func errorsWithSameCodeAreEqual() {
        #expect(EntraError(.invalidGrant, [.reason: "a"]) == EntraError(.invalidGrant, as: .invalidRequest))
        #expect(EntraError(.invalidGrant) != EntraError(.grantExpired))
    }
}
