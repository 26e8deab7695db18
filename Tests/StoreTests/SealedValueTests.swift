import Crypto
import Entra
import Formats
@testable import Store
import Testing

/// Returns the fields of a value as bytes, which differ even for canonically equivalent text.
func record(_ value: some SealedValue) -> [UInt8] {
    var writer = RecordWriter(version: 1)
    value.write(to: &writer)
    return writer.bytes
}

/// Whether the value and its bytes are unchanged after sealing and opening.
private func survives<Value: SealedValue & Equatable>(_ value: Value) -> Bool {
    let opened = Value(sealed: value.sealed(with: keys), keys: keys)
    return opened == value && opened.map(record) == record(value)
}

@Suite struct SealedValueTests {
    /// Each of the five texts can be absent independently.
    @Test(arguments: 0..<32)
    func codeKeepsAbsentFieldsAbsent(present: Int) {
        func text(_ bit: Int) -> String? { present >> bit & 1 == 1 ? "text \(bit)" : nil }
        let value = code(
            redirectURI: text(0), nonce: text(1), codeChallenge: text(2), codeChallengeMethod: text(3), claims: text(4),
            requestsAuthTime: present % 3 == 0)
        #expect(survives(value))
        let opened = AuthorizationCode(sealed: value.sealed(with: keys), keys: keys)
        #expect(opened?.nonce == text(1))
        #expect(opened?.claims == text(4))
    }

    @Test(arguments: ["", "\u{0}", "é\u{301}\u{212A}K", "a\r\nb", "\u{1F600}", String(repeating: "x", count: 16_000)])
    func keepsTextByteForByte(text: String) {
        let opened = AuthorizationCode(sealed: code(nonce: text).sealed(with: keys), keys: keys)
        #expect(opened?.nonce?.isExactly(text) == true)
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 1 << 31, 1 << 32, Int64.max])
    func keepsAnyTime(seconds: Int64) {
        #expect(survives(code(expiresAt: seconds)))
    }

    @Test(arguments: ClientPlatform.allCases, [EndpointVersion.v1, .v2])
    func keepsClientPlatformAndEndpoint(platform: ClientPlatform, endpoint: EndpointVersion) {
        let value = grant(
            platform: platform, endpoint: endpoint, scope: endpoint == .v2 ? "a" : nil,
            resource: endpoint == .v1 ? "https://graph.windows.net" : nil)
        #expect(survives(code(value)))
        #expect(survives(RefreshToken(id: guid(1), grant: value, issuedAt: 0, begunAt: 0, expiresAt: .max)))
    }

    @Test(arguments: [(0, 0), (1, 0), (1, 1), (3, 40), (100, 5), (1_000, 0)])
    func keepsConsentsInOrder(resources: Int, scopes: Int) {
        let consents = (0..<resources).map { number in
            IssuedGrant.Consent(resource: ClientID("r\(number)"), scopes: (0..<scopes).map { "Scope.\($0)" })
        }
        #expect(
            survives(RefreshToken(id: guid(1), grant: grant(consents: consents), issuedAt: 1, begunAt: 1, expiresAt: 2))
        )
    }

    /// Each text can be absent independently, and so can the version 2 part.
    @Test(arguments: 0..<128)
    func continuationTokenKeepsAbsentFieldsAbsent(present: Int) {
        func text(_ bit: Int) -> String? { present >> bit & 1 == 1 ? "text \(bit)" : nil }
        let interaction = ContinuationToken.Interaction(scenario: text(4), scope: text(5), claims: text(6))
        #expect(
            survives(
                continuationToken(
                    present & 8 == 0 ? interaction : nil, password: text(0), attributes: text(1), scope: text(2))))
    }

    @Test(arguments: 0..<16)
    func flowTokenKeepsAbsentFieldsAbsent(present: Int) {
        #expect(
            survives(
                FlowToken(
                    browserID: guid(4), requestDigest: present & 1 == 0 ? [] : [UInt8](repeating: 0xFF, count: 32),
                    issuedAt: 5, order: 6, username: present & 2 == 0 ? nil : "",
                    usesPersonalAccount: present & 4 != 0, authentication: present & 4 == 0 ? nil : authentication(1),
                    isFresh: present & 8 == 0, passedStaySignedIn: present & 2 != 0)))
    }

    @Test(arguments: 0...SessionCookie.maximumAccounts, [false, true])
    func sessionKeepsAccountsAndChoices(accounts: Int, isPersistent: Bool) {
        #expect(
            survives(
                SessionCookie(
                    id: guid(3), accounts: (0..<accounts).map { authentication($0) }, isPersistent: isPersistent,
                    skipsStaySignedIn: !isPersistent, lastUsed: Int64(accounts))))
    }

    @Test func everyFieldOfCodeIsSealed() {
        let variants = [
            code(), code(redirectURI: "http://localhost:5001/"), code(redirectURI: nil), code(nonce: "N"),
            code(nonce: nil),
            code(nonce: ""), code(codeChallenge: nil), code(codeChallengeMethod: "plain"), code(claims: "{}"),
            code(requestsAuthTime: true), code(expiresAt: 0), code(grant(platform: .spa)), code(grant(endpoint: .v1)),
            code(grant(scope: "openid")), code(grant(scope: nil)), code(grant(scope: nil, resource: "r")),
            code(grant(consents: [.init(resource: .microsoftGraph, scopes: ["User.Read"])])),
        ]
        #expect(Set(variants.map(record)).count == variants.count)
        #expect(variants.allSatisfy { survives($0) })
    }

    @Test func rejectsValueOfAnotherServer() {
        let other = SealingKeys.make(SeededStream(seed: "other", label: "sealing"))
        #expect(AuthorizationCode(sealed: code().sealed(with: other), keys: keys) == nil)
    }

    @Test(arguments: [Int64.min, -1, 0, 1_769_863_796, .max])
    func deviceCodeKeepsClientAndAuthority(expiresAt: Int64) {
        #expect(
            survives(DeviceCode(id: guid(1), client: ClientID("ABCDE-12345"), authority: "", expiresAt: expiresAt)))
        #expect(
            survives(DeviceCode(id: guid(2), client: ClientID("é"), authority: "organizations", expiresAt: expiresAt)))
    }
}
