import Entra
import Formats
import Testing

/// Another token service answers for personal accounts, with numbers and messages of its own
/// (docs/reference/protocol.md#personal-account-errors).
@Suite struct PersonalAccountErrorTests {
    private static let ada = "ada@outlook.com"
    private static let missingScope = "The provided value for the input parameter 'scope' is not valid. The scope "

    struct Case: Row {
        /// What the request does, and the public report of the answer.
        let name: String
        let status: Int
        let error: String
        let code: Int
        let text: String
        let send: @Sendable (MockEntra) throws -> TestResponse

        init(
            _ name: String, status: Int, _ error: String, _ code: Int, _ text: String,
            _ send: @escaping @Sendable (MockEntra) throws -> TestResponse
        ) {
            self.name = name
            self.status = status
            self.error = error
            self.code = code
            self.text = text
            self.send = send
        }
    }

    /// Redeems a code of a personal account at `common`.
    private static func redeem(_ change: Parameters, tenant: String = "common", after seconds: Int64 = 0)
        -> @Sendable (MockEntra) throws -> TestResponse
    {
        { entra in
            let code = try entra.site.code(.mobile, as: ada, tenant: tenant)
            entra.clock.advance(seconds: seconds)
            return try entra.site.token(Client.mobile.redemption(code, change), tenant: tenant)
        }
    }

    /// Redeems a refresh token of a personal account at `common`.
    private static func refresh(_ change: Parameters, after seconds: Int64 = 0)
        -> @Sendable (MockEntra) throws -> TestResponse
    {
        { entra in
            let token = try #require(try entra.site.tokens(as: ada)["refresh_token"])
            entra.clock.advance(seconds: seconds)
            return try entra.site.token(Client.mobile.refresh(token, change))
        }
    }

    static let cases: [Case] = [
        Case(
            "confidential client without a secret, AppModelv2-NativeClient-DotNet#20, outlookEmailPlus#61", status: 401,
            "invalid_client", 70002, "The provided request must include a 'client_secret' input parameter."
        ) { entra in
            let code = try entra.site.code(Lab.personal, ["scope": "openid"], as: ada, tenant: "consumers")
            let form = Lab.personal.redemption(code, ["client_secret": nil])
            return try entra.site.token(form, tenant: "consumers")
        },
        Case(
            "public client with a secret, ms-identity-aspnet-webapp-openidconnect#7, msal.js#7334", status: 400,
            "invalid_request", 90023, "Public clients can't send a client secret.",
            refresh(["client_secret": "understudy"])),
        Case(
            "public client with a secret for a code", status: 400, "invalid_request", 90023,
            "Public clients can't send a client secret.", redeem(["client_secret": "understudy"], tenant: "consumers")),
        Case(
            "code that cannot be read, at consumers", status: 400, "invalid_grant", 7_000_012,
            "The grant was obtained for a different tenant.", redeem(["code": "x"], tenant: "consumers")),
        Case(
            "refresh token that cannot be read, at consumers, Microsoft-Email-Manager#11", status: 400, "invalid_grant",
            7_000_012,
            "The grant was obtained for a different tenant."
        ) { entra in try entra.site.token(Client.mobile.refresh("x"), tenant: "consumers") },
        Case(
            "code of a work account at consumers", status: 400, "invalid_grant", 7_000_012,
            "The grant was obtained for a different tenant."
        ) { entra in try entra.site.token(Client.mobile.redemption(entra.site.code()), tenant: "consumers") },
        Case(
            "refresh token of a work account at consumers, sasl-xoauth2#80", status: 400, "invalid_grant", 7_000_012,
            "The grant was obtained for a different tenant."
        ) { entra in
            let token = try #require(try entra.site.tokens()["refresh_token"])
            return try entra.site.token(Client.mobile.refresh(token), tenant: "consumers")
        },
        Case(
            "code of a personal account at a tenant", status: 400, "invalid_grant", 70_000_121,
            "The passed grant is from a personal Microsoft account and is required to be sent to the /consumers or"
        ) { entra in try entra.site.token(Client.mobile.redemption(entra.site.code(as: ada)), tenant: "contoso.com") },
        Case(
            "refresh token of a personal account at organizations", status: 400, "invalid_grant", 70_000_121,
            "The passed grant is from a personal Microsoft account and is required to be sent to the /consumers or"
        ) { entra in
            let token = try #require(try entra.site.tokens(as: ada)["refresh_token"])
            return try entra.site.token(Client.mobile.refresh(token), tenant: "organizations")
        },
        Case(
            "expired code, onedrive-cf-index#25", status: 400, "invalid_grant", 70000,
            "The provided value for the 'code' parameter is not valid. The code has expired.", redeem([:], after: 601)),
        Case(
            "code used before, abraunegg/onedrive#3609", status: 400, "invalid_grant", 70000,
            "The provided value for the 'code' parameter is not valid. Trace"
        ) { entra in
            let form = Client.mobile.redemption(try entra.site.code(as: ada))
            #expect(try entra.site.token(form).status == 200)
            return try entra.site.token(form)
        },
        Case(
            "refresh token of another client, BingAds-Python-SDK#279", status: 400, "invalid_grant", 70000,
            "The provided value for the input parameter 'refresh_token' or 'assertion' is not valid."
        ) { entra in
            let token = try #require(try entra.site.tokens(as: ada)["refresh_token"])
            return try entra.site.token(Lab.personal.refresh(token), tenant: "consumers")
        },
        Case(
            "refresh token unused for 90 days, outlook-php#16", status: 400, "invalid_grant", 70000,
            "The user could not be authenticated as the grant is expired. The user must sign in again.",
            refresh([:], after: 91 * 86_400)),
        Case(
            "refresh for an unknown permission", status: 400, "invalid_scope", 70011,
            "\(missingScope)'Mail.Nope' does not exist.", refresh(["scope": "Mail.Nope"])),
        Case(
            "refresh for an API without personal accounts, msal.js#2852", status: 400, "invalid_scope", 70011,
            "\(missingScope)'https://management.core.windows.net//.default openid profile' does not exist.",
            refresh(["scope": "https://management.core.windows.net//.default openid profile"])),
        Case(
            "code for two APIs, assast/outlookEmail#58", status: 400, "invalid_scope", 70011,
            "One or more scopes in 'User.Read api://orders/Orders.Read' are not compatible with each other.",
            redeem(["scope": "User.Read api://orders/Orders.Read"])),
        Case(
            "device code of a client that is not public, at consumers", status: 400, "invalid_client", 70002,
            "The provided client is not supported for this feature. The client application must be marked as 'mobile.'"
        ) { entra in try entra.site.startDevice(Lab.personal, ["scope": "openid"], tenant: "consumers") },
    ]

    @Test("The service of personal accounts answers with its own numbers and messages", arguments: cases)
    func answersWithOwnNumbersAndMessages(_ row: Case) throws {
        let response = try row.send(Lab.entra())
        #expect(response.outcome == .jsonError(row.status, row.error, row.code))
        #expect(response["error_description"]?.contains(row.text) == true, "\(response["error_description"] ?? "")")
        #expect(response["suberror"] == nil)
    }

    @Test("At common, an unreadable code or token is not one of a personal account, azure-docs#63819")
    func unreadableGrantAtCommonIsOfWorkAccount() throws {
        let site = try Lab.entra().site
        for form in [Client.mobile.redemption("x"), Client.mobile.refresh("x")] {
            #expect(try site.token(form).outcome == .jsonError(400, "invalid_grant", 9_002_313))
        }
    }

    struct Scope: Row {
        var name: String { "\(scope) at \(tenant), \(source)" }
        let scope: String
        let tenant: String
        let source: String
    }

    @Test(
        "An authorization request for a scope that personal accounts do not have redirects invalid_scope without a code",
        arguments: [
            Scope(scope: "File.Read openid profile", tenant: "consumers", source: "azure-docs#52161"),
            Scope(scope: "File.Read openid profile", tenant: "common", source: "azure-docs#52161"),
            Scope(scope: "\(Seed.legacy)/user_impersonation openid", tenant: "consumers", source: "msal.js#3504"),
            Scope(
                scope: "https://management.core.windows.net//.default openid", tenant: "common", source: "msal.js#2852"),
        ])
    func redirectsMissingScopeWithoutCode(_ row: Scope) throws {
        let response = try Lab.entra().site.signIn(
            .mobile, ["scope": row.scope], as: PersonalAccountErrorTests.ada, tenant: row.tenant)
        #expect(response.fields["error"] == "invalid_scope")
        let text = "\(PersonalAccountErrorTests.missingScope)'\(row.scope)' does not exist."
        #expect(response.fields["error_description"] == text)
        #expect(response.redirect?.names == ["error", "error_description", "state"])
    }

    @Test(
        "At consumers, the page for a redirect URI that is not registered names no code, msgraph-sample-uwp#31",
        arguments: [("consumers", true), ("common", false)])
    func pageForRedirectURINamesNoCode(_ tenant: String, _ isPersonal: Bool) throws {
        let browser = Browser(try Lab.entra().site)
        try browser.open(.mobile, ["scope": "openid", "redirect_uri": "https://evil.test/"], tenant: tenant)
        let text = try #require(browser.page.element(id: "exceptionMessageContainer")?.text)
        #expect(
            text.contains("invalid_request: The provided value for the input parameter 'redirect_uri' is not")
                == isPersonal)
        #expect(text.contains("AADSTS50011") != isPersonal)
    }

    // MARK: - Applications for personal accounts only

    @Test("An application for personal accounts only gets AADSTS9002331 at common, MMM-MicrosoftToDo#28")
    func personalApplicationMustUseConsumers() throws {
        let site = try Lab.entra().site
        let code = try site.code(
            Lab.personal, ["scope": "openid"], as: PersonalAccountErrorTests.ada, tenant: "consumers")
        let form = Lab.personal.redemption(code)
        for response in [
            try site.token(form), try site.startDevice(Lab.personal, ["scope": "openid"]),
        ] {
            #expect(response.outcome == .jsonError(400, "invalid_request", 9_002_331))
            let text = response["error_description"] ?? ""
            #expect(text.contains("is configured for use by Microsoft Account users only. Please use the /consumers"))
        }
        #expect(try site.token(form, tenant: "consumers").status == 200)
    }

    @Test(
        "After the sign-in at common, an application for personal accounts only gets invalid_request, onenote_export#11",
        arguments: ["query", "fragment"])
    func personalApplicationLearnsOfItsAudience(_ mode: String) throws {
        let response = try Lab.entra().site.signIn(
            Lab.personal, ["scope": "openid", "response_mode": mode], as: PersonalAccountErrorTests.ada)
        #expect(response.fields["error"] == "invalid_request")
        let text = response.fields["error_description"] ?? ""
        #expect(text.hasPrefix("The request is not valid for the application's 'userAudience' configuration."))
        #expect(response.redirect?.names == ["error", "error_description", "state"])
    }
}
