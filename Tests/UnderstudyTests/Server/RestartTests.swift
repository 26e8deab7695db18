import Crypto
import Formats
import FoundationEssentials
import Testing

/// A server that restarts with the same keys accepts earlier codes and tokens. A server with other keys rejects them.
@Suite struct RestartTests {
    enum Keys: String, Sendable, CaseIterable {
        case seed
        case folder
    }

    /// Returns the keys of a folder, generated and read while the folder exists.
    private func stored(in path: String) throws -> KeyMaterial {
        let keys = try KeyMaterial.stored(in: path)
        _ = try keys.signing.get()
        return keys
    }

    /// Two successive servers with keys from the same source.
    private func pair(_ keys: Keys) throws -> (MockEntra, MockEntra) {
        switch keys {
        case .seed:
            return (
                try MockEntra(keys: KeyMaterial.seeded("restart")), try MockEntra(keys: KeyMaterial.seeded("restart"))
            )
        case .folder:
            let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            return (try MockEntra(keys: stored(in: folder.path())), try MockEntra(keys: stored(in: folder.path())))
        }
    }

    @Test(
        "Codes, tokens, cookies and pages stay valid after a restart, with the consents that they carry",
        arguments: Keys.allCases)
    func acceptsEarlierCodesAndTokensAfterRestart(_ keys: Keys) throws {
        let (before, after) = try pair(keys)
        let browser = Browser(before.site)
        try browser.open(.mobile)
        try browser.enter("alex@contoso.com")
        try browser.press("idBtn_Back")
        let code = try #require(try browser.press().fields["code"])
        let tokens = try before.site.tokens(as: "adele@contoso.com")

        let redeemed = try after.site.token(Client.mobile.redemption(code))
        #expect(redeemed["scope"] == "api://orders/Orders.Read")
        let refreshed = try after.site.token(Client.mobile.refresh(try #require(tokens["refresh_token"])))
        #expect(refreshed["scope"] == "api://orders/Orders.Read")
        let second = try after.site.token(Client.mobile.refresh(try #require(refreshed["refresh_token"])))
        #expect(second.status == 200)
        #expect(try Token(tokens["access_token"]).isSigned(by: after.site))
        #expect(try Token(tokens["id_token"])["sub"] == (try Token(refreshed["id_token"])["sub"]))
        // The cookie is valid, but the consents in the memory of the first server are lost.
        #expect(try Browser(after.site, cookies: browser.cookies).open(.mobile).page.kind == .consent)
    }

    @Test("A sign-in that began before a restart continues afterward")
    func signInContinuesAfterRestart() throws {
        let (before, after) = try pair(.seed)
        let first = Browser(before.site)
        try first.open(.mobile)
        let form = try #require(first.page.forms.first)
        let token = try #require(first.page.control(name: "flowToken")?.value)
        let second = Browser(after.site, cookies: first.cookies)
        let response = try second.post(form.action, [("flowToken", token), ("loginfmt", "alex@contoso.com")])
        #expect(response.page.kind == .password)
    }

    @Test("A server with other keys rejects earlier codes and tokens")
    func rejectsEarlierTokensWithOtherKeys() throws {
        let before = try MockEntra(keys: KeyMaterial.seeded("one"))
        let after = try MockEntra(keys: KeyMaterial.seeded("two"))
        let tokens = try before.site.tokens()
        #expect(
            try after.site.token(Client.mobile.redemption(try before.site.code())).outcome
                == .jsonError(400, "invalid_grant", 9_002_313))
        #expect(
            try after.site.token(Client.mobile.refresh(try #require(tokens["refresh_token"]))).outcome
                == .jsonError(400, "invalid_grant", 9_002_313))
        #expect(try !Token(tokens["access_token"]).isSigned(by: after.site))
    }
}
