import Entra
import Testing

struct ResponseTypeTests {
    static let served: [(String, ResponseType, ResponseMode, Bool)] = [
        ("code", .code, .query, false),
        ("id_token", .idToken, .fragment, true),
        ("token", .token, .fragment, false),
        ("id_token token", [.idToken, .token], .fragment, true),
        ("token id_token", [.idToken, .token], .fragment, true),
        ("code id_token", [.code, .idToken], .fragment, true),
        ("id_token code", [.code, .idToken], .fragment, true),
    ]

    @Test(arguments: served)
    func parsesResponseType(_ text: String, type: ResponseType, mode: ResponseMode, nonce: Bool) throws {
        let read = try ResponseType.parse(text)
        #expect(read == type)
        #expect(read.defaultMode == mode)
        #expect(read.allowsQuery == (mode == .query))
        #expect(read.requiresNonce == nonce)
    }

    @Test(arguments: [
        "", " ", "none", "Code", "CODE", "code ", " code", "code  id_token", "code code", "code,id_token",
        "code+id_token",
        "code token", "code id_token token", "id_token code token", "code none", "idtoken", "code\u{0}",
        "code\tid_token",
        "code\r\n", "code\u{301}", "saml",
    ])
    func rejectsOtherResponseTypes(_ text: String) {
        #expect(throws: EntraError(.unsupportedResponseType)) { try ResponseType.parse(text) }
    }

    @Test(
        "A policy of Azure AD B2C supports every set of response types (loginpass#34)",
        arguments: ResponseType.namesAtPolicies + ["token code", "id_token code token"])
    func parsesResponseTypeAtPolicy(_ text: String) throws {
        let read = try ResponseType.parse(text, atPolicy: true)
        #expect(read.allowsQuery == (text == "code"))
        #expect(throws: EntraError(.unsupportedResponseType)) { try ResponseType.parse("code code", atPolicy: true) }
    }

    static let modes: [(ResponseType, String?, ResponseMode?)] = [
        (.code, nil, .query),
        (.code, "query", .query),
        (.code, "fragment", .fragment),
        (.code, "form_post", .formPost),
        (.idToken, nil, .fragment),
        (.idToken, "fragment", .fragment),
        (.idToken, "form_post", .formPost),
        (.idToken, "query", nil),
        (.token, nil, .fragment),
        (.token, "query", nil),
        ([.code, .idToken], "form_post", .formPost),
        ([.code, .idToken], "query", nil),
        ([.idToken, .token], "query", nil),
        (.code, "", nil),
        (.code, "Query", nil),
        (.code, "query ", nil),
        (.code, "web_message", nil),
        (.code, "query.jwt", nil),
    ]

    @Test(arguments: modes)
    func parsesResponseMode(_ type: ResponseType, text: String?, expected: ResponseMode?) {
        #expect((try? ResponseMode.parse(text, for: type)) == expected)
        if expected == nil {
            #expect(throws: EntraError(.unsupportedResponseMode)) { try ResponseMode.parse(text, for: type) }
        }
    }
}
