import ClientTools
import Testing

/// Checks the translation of authorities, prompts, accounts and redirect URIs.
struct SettingTranslationTests {
    static let authorities: [(String, to: String, note: String?)] = [
        ("https://login.microsoftonline.com/Contoso.com/", "https://login.microsoftonline.com/contoso.com", nil),
        ("https://login.windows.net/common", "https://login.microsoftonline.com/common", "an alias"),
        (
            "https://login.windows.net/common/oauth2/authorize", "https://login.microsoftonline.com/common",
            "/oauth2/authorize"
        ),
        ("https://sts.windows.net/contoso.com/", "https://login.microsoftonline.com/contoso.com", "an alias"),
        ("https://login.microsoftonline.us/contoso.com", "https://login.microsoftonline.us/contoso.com", nil),
        ("http://login.microsoftonline.com/common", "https://login.microsoftonline.com/common", "https only"),
        (
            "https://LOGIN.microsoftonline.com:443/organizations", "https://login.microsoftonline.com/organizations",
            "home tenant"
        ),
        ("https://localhost:8443/contoso.com", "https://localhost:8443/contoso.com", "knownAuthorities"),
        (
            "https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_x",
            "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/B2C_1_x", "MSALB2CAuthority"
        ),
        (
            "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/B2C_1_x/v2.0",
            "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/B2C_1_x", "/v2.0"
        ),
        (
            "https://woodgrove.ciamlogin.com", "https://woodgrove.ciamlogin.com/woodgrove.onmicrosoft.com",
            "ADAL does not support this kind of authority"
        ),
        ("https://woodgrove.ciamlogin.com/x/y", "https://woodgrove.ciamlogin.com/x", "/y"),
        (
            "https://login.microsoftonline.com/consumers", "https://login.microsoftonline.com/consumers",
            "personal accounts"
        ),
    ]

    @Test(arguments: authorities)
    func translatesAuthorityLikeMSAL(_ text: String, to: String, note: String?) throws {
        let translation = try AuthorityTranslation.authority(text)
        #expect(translation.to == to)
        if let note { #expect(translation.notes.contains { $0.contains(note) }, "\(translation.notes)") }
        #expect(
            translation.notes.contains { $0.contains("knownAuthorities") }
                == (text.contains("localhost") || text.contains("b2clogin")))
    }

    @Test(arguments: [
        ("https://localhost:8443/contoso.com", "MSAL first asks login.microsoftonline.com whether the host is valid."),
        ("https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/B2C_1_x", "MSAL rejects the authority"),
        ("https://localhost:8443/tfp/contoso.onmicrosoft.com/B2C_1_x", "MSAL rejects the authority"),
    ])
    func notesHowMSALTreatsUnknownHosts(_ text: String, words: String) throws {
        let notes = try AuthorityTranslation.authority(text).notes.filter { $0.contains("knownAuthorities") }
        #expect(notes.count == 1 && notes.allSatisfy { $0.contains(words) }, "\(notes)")
    }

    @Test(arguments: [
        "", "common", "https://login.microsoftonline.com", "https://login.microsoftonline.com/", "https://a@b.com/c",
        "https://fs.contoso.com/adfs", "https://contoso.b2clogin.com/contoso.onmicrosoft.com", "https://a:99999/b",
    ])
    func rejectsTextThatIsNoAuthority(_ text: String) {
        #expect(throws: TranslationFailure.self) { try AuthorityTranslation.authority(text) }
    }

    static let prompts: [(String, to: String)] = [
        ("AD_PROMPT_AUTO", "MSALPromptTypePromptIfNecessary (no prompt in the request)"),
        ("ad_prompt_always", "MSALPromptTypeLogin (prompt=login)"),
        ("AD_FORCE_PROMPT", "MSALPromptTypeLogin (prompt=login)"),
        ("AD_PROMPT_REFRESH_SESSION", "MSALPromptTypePromptIfNecessary (no prompt in the request)"),
        ("login", "MSALPromptTypeLogin (prompt=login)"),
        ("refresh_session", "MSALPromptTypePromptIfNecessary (no prompt in the request)"),
        ("select_account", "MSALPromptTypeSelectAccount (prompt=select_account)"),
        ("consent", "MSALPromptTypeConsent (prompt=consent)"), ("none", "acquireTokenSilent (prompt=none)"),
        ("attempt_none", "acquireTokenSilent (prompt=none)"), ("admin_consent", "/{tenant}/v2.0/adminconsent"),
        ("create", "MSALPromptTypeCreate (prompt=create)"),
        ("MSALPromptTypeLogin", "AD_PROMPT_ALWAYS (prompt=login)"),
        ("MSALPromptTypePromptIfNecessary", "AD_PROMPT_AUTO (no prompt in the request)"),
    ]

    @Test(arguments: prompts)
    func translatesPrompts(_ name: String, to: String) throws {
        #expect(try PromptTranslation.prompt(name).to == to)
    }

    @Test(arguments: ["", "AD_PROMPT", "MSALPromptTypeSelectAccount", "MSALPromptTypeCreate", "no_session"])
    func rejectsPromptsWithoutEquivalent(_ name: String) {
        #expect(throws: TranslationFailure.self) { try PromptTranslation.prompt(name) }
    }

    @Test func translatesUPNToHomeAccountID() throws {
        let home = AccountTranslation.Home(
            uid: "EEEEEEEE-0000-4000-8000-000000000001", utid: "11111111-1111-4111-8111-111111111111")
        let known = try AccountTranslation.account("alex@contoso.com", home: home)
        #expect(known.to == "eeeeeeee-0000-4000-8000-000000000001.11111111-1111-4111-8111-111111111111")
        #expect(known.notes.contains { $0.contains("accountForUsername") })
        #expect(try AccountTranslation.account("alex@contoso.com", home: nil).to == "{uid}.{utid}")
        let back = try AccountTranslation.account(known.to, home: nil)
        #expect(back.notes.contains { $0.contains("in tenant 11111111-1111-4111-8111-111111111111") })
        for text in ["", "alex", "a.b", ".11111111-1111-4111-8111-111111111111"] {
            #expect(throws: TranslationFailure.self) { try AccountTranslation.account(text, home: nil) }
        }
    }

    @Test func keepsADALRedirectURIThatMSALAccepts() throws {
        var candidate = RedirectURICandidate(uri: "x-contoso://com.contoso.app")
        candidate.bundleID = "com.contoso.app"
        let kept = try RedirectURITranslation.redirectURI(candidate)
        #expect(kept.to == "x-contoso://com.contoso.app")
        // The second registration contains the URI that the app uses, not MSAL's default (native-and-apple D6a).
        #expect(kept.notes.contains { $0.contains("msauth://code/x-contoso%3A%2F%2Fcom.contoso.app,") })
        candidate.bundleID = nil
        #expect(try RedirectURITranslation.redirectURI(candidate).to == "x-contoso://com.contoso.app")
        for uri in ["https://contoso.com/x", "http://localhost", "urn:ietf:wg:oauth:2.0:oob", "contoso://auth"] {
            candidate.uri = uri
            #expect {
                try RedirectURITranslation.redirectURI(candidate)
            } throws: { error in
                guard case .malformed(let message) = error as? TranslationFailure else { return false }
                return message.hasPrefix(uri) && message.contains("--bundle-id")
            }
        }
        candidate.bundleID = "com.contoso.app"
        candidate.uri = "contoso://auth"
        let replaced = try RedirectURITranslation.redirectURI(candidate)
        #expect(replaced.to == "msauth.com.contoso.app://auth")
        #expect(replaced.notes.contains { $0.contains("msauth://code/msauth.com.contoso.app%3A%2F%2Fauth,") })
        candidate.platform = .macos
        #expect(try !RedirectURITranslation.redirectURI(candidate).notes.contains { $0.contains("Info.plist") })
    }

    /// The second registration for sign-in with a certificate stays as it is (native-and-apple D6c).
    @Test(arguments: [
        ("msauth://code/msauth.com.contoso.app%3A%2F%2Fauth", "msauth.com.contoso.app://auth"),
        (
            "msauth://code/x-msauth-mytestiosapp%3A%2F%2Fcom.microsoft.mytestiosapp",
            "x-msauth-mytestiosapp://com.microsoft.mytestiosapp"
        ),
    ])
    func keepsCertificateRedirectURI(_ uri: String, _ target: String) throws {
        let kept = try RedirectURITranslation.redirectURI(RedirectURICandidate(uri: uri))
        #expect(kept.to == uri)
        #expect(kept.notes.contains { $0.contains(target) })
    }
}
