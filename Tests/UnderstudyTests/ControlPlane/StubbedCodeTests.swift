import Entra
import Formats
import FoundationEssentials
import TestTags
import Testing

/// Every public AADSTS code can be stubbed by its number, and has the form that is known of the real service. The facts are in
/// `Tests/Fixtures/errors/aadsts-codes.json`.
@Suite struct StubbedCodeTests {
    /// What is publicly known about a code. A nil member is not known.
    struct Fact: Sendable, CustomTestStringConvertible {
        let code: Int
        let tokenErrors: [String]?
        let statuses: [Int]?
        let redirectErrors: [String]?
        let forms: [String]?

        var testDescription: String { String(code) }

        init?(_ json: JSONValue) {
            func texts(_ name: String) -> [String]? { json[name]?.array?.compactMap(\.string) }
            guard let code = json["code"]?.integer else { return nil }
            self.code = Int(code)
            tokenErrors = texts("token")
            statuses = json["statuses"]?.array?.compactMap(\.integer).map(Int.init)
            redirectErrors = texts("redirect")
            forms = texts("authorize")
        }
    }

    static func facts() throws -> [Fact] {
        let file = SourceScan.root.appending(path: "Tests/Fixtures/errors/aadsts-codes.json")
        let json = try #require(JSONValue(parsing: Array(Data(contentsOf: file))))
        return try #require(json["codes"]?.array).compactMap(Fact.init)
    }

    private static func stub(_ code: Int, _ endpoint: String, at site: Site) throws {
        try site.stub(#"{"endpoint":"\#(endpoint)"}"#, #"{"error":\#(code)}"#)
    }

    private static func authorize(_ site: Site, silent: Bool) throws -> TestResponse {
        let request = Client.mobile.request(["scope": "openid", "prompt": silent ? "none" : nil])
        return try site.get("\(Site.path("authorize", "contoso.com"))?\(request.encoded)")
    }

    @Test("The token endpoint returns every code with its OAuth error and status", .tags(.slow))
    func tokenEndpointReturnsEveryCode() throws {
        let site = try MockEntra().site
        for fact in try StubbedCodeTests.facts() {
            var errors: [String] = []
            for version in [EndpointVersion.v1, .v2] {
                try StubbedCodeTests.stub(fact.code, "token", at: site)
                let response = try site.token(["grant_type": "x"], tenant: "contoso.com", version)
                #expect(response.code == fact.code)
                #expect(response["error_description"]?.hasPrefix("AADSTS\(fact.code): ") == true)
                #expect(response.json?["error_codes"] == .array([.integer(Int64(fact.code))]))
                if let statuses = fact.statuses { #expect(statuses.contains(response.status), "\(fact.code)") }
                errors.append(response["error"] ?? "")
            }
            if let known = fact.tokenErrors {
                #expect(errors.contains(where: known.contains), "\(fact.code): \(errors), known are \(known)")
            }
        }
    }

    @Test("The authorization endpoint returns every code in its form, with the state of the request", .tags(.slow))
    func authorizationEndpointReturnsEveryCode() throws {
        let site = try MockEntra().site
        for fact in try StubbedCodeTests.facts() {
            var forms: Set<String> = []
            for isSilent in [false, true] {
                try StubbedCodeTests.stub(fact.code, "authorize", at: site)
                let response = try StubbedCodeTests.authorize(site, silent: isSilent)
                #expect(response.code == fact.code)
                guard let redirect = response.redirect else {
                    #expect(response.outcome == .errorPage(fact.code))
                    forms.insert("page")
                    continue
                }
                #expect(redirect.fields["state"] == "s1")
                forms.insert("redirect")
                if let known = fact.redirectErrors {
                    #expect(known.contains(redirect.fields["error"] ?? ""), "\(fact.code): known are \(known)")
                }
            }
            if let known = fact.forms {
                #expect(!forms.isDisjoint(with: known), "\(fact.code): \(forms.sorted()), known are \(known)")
            }
        }
    }

    /// An endpoint with a request that a stub answers, and the facts in which the endpoint differs from the token endpoint.
    struct Place: Row {
        let name: String
        let endpoint: String
        var form = Form.oauth
        /// The OAuth errors of codes that have another one here than at the token endpoint.
        var errors: [Int: String] = [:]
        /// The statuses of codes that have another one here than at the token endpoint.
        var statuses: [Int: Int] = [:]
        let send: @Sendable (Site) throws -> TestResponse

        /// The format of a failure.
        enum Form { case oauth, graph, azureHost, appService, page }
    }

    private static let nativeErrors = [50034: "user_not_found", 51000: "invalid_client", 70003: "invalid_grant"]
    private static let nativeStatuses = [51000: 400, 7_000_218: 400]

    private static func native(_ name: String, _ path: String) -> Place {
        Place(name: name, endpoint: name, errors: nativeErrors, statuses: nativeStatuses) {
            try $0.post("/\(Seed.woodgrove)/\(path)", [:])
        }
    }

    static let places: [Place] =
        [
            Place(name: "device code v1", endpoint: "devicecode") {
                try $0.post("/contoso.com/oauth2/devicecode", [:])
            },
            Place(name: "device code v2", endpoint: "devicecode") {
                try $0.post("/contoso.com/oauth2/v2.0/devicecode", [:])
            },
            native("initiate", "oauth2/v2.0/initiate"), native("challenge", "oauth2/v2.0/challenge"),
            native("signup-start", "signup/v1.0/start"), native("signup-continue", "signup/v1.0/continue"),
            native("resetpassword-start", "resetpassword/v1.0/start"),
            native("resetpassword-submit", "resetpassword/v1.0/submit"),
            native("register-introspect", "register/v1.0/introspect"),
            native("register-challenge", "register/v1.0/challenge"),
            Place(
                name: "token of native authentication", endpoint: "token",
                errors: nativeErrors.filter { $0.key != 70003 }, statuses: nativeStatuses
            ) { try $0.token(["grant_type": "oob", "continuation_token": "x"], tenant: Seed.woodgrove) },
            Place(name: "token of a policy", endpoint: "token") {
                try $0.token(["grant_type": "x"], tenant: B2C.policy())
            },
            Place(name: "discovery", endpoint: "discovery", errors: [900_023: "invalid_tenant"]) {
                try $0.get("/contoso.com/v2.0/.well-known/openid-configuration")
            },
            Place(name: "keys", endpoint: "keys", errors: [900_023: "invalid_tenant"]) {
                try $0.get("/contoso.com/discovery/v2.0/keys")
            },
            Place(name: "user info", endpoint: "userinfo", form: .graph) { try $0.get("/oidc/userinfo") },
            Place(name: "Microsoft Graph", endpoint: "graph", form: .graph) { try $0.get("/v1.0/me") },
            Place(name: "virtual machine", endpoint: "managedidentity", form: .azureHost) {
                try $0.get(
                    "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=x", headers: ["Metadata": "true"])
            },
            Place(name: "App Service", endpoint: "managedidentity", form: .appService) {
                try $0.get("/msi/token?api-version=2019-08-01&resource=x", headers: ["X-IDENTITY-HEADER": "x"])
            },
            Place(name: "sign-out", endpoint: "logout", form: .page) { try $0.get("/contoso.com/oauth2/v2.0/logout") },
            Place(name: "device login", endpoint: "devicelogin", form: .page) {
                try $0.get("/common/oauth2/deviceauth")
            },
        ]

    @Test("Every other endpoint returns every code in its own form", .tags(.slow), arguments: places)
    func otherEndpointsReturnEveryCode(_ place: Place) throws {
        let site = try MockEntra().site
        let facts = try StubbedCodeTests.facts()
        let responses = facts.map { #"{"error":\#($0.code)}"# }.joined(separator: ",")
        let body = #"{"match":{"endpoint":"\#(place.endpoint)"},"responses":[\#(responses)]}"#
        try #require(site.control("POST", "responses", body).status == 201)
        for fact in facts {
            let response = try place.send(site)
            let row = try #require(AADSTS.lookup(fact.code))
            #expect(response.code == fact.code, "\(place.name)")
            switch place.form {
            case .oauth:
                #expect(response.json?["error_codes"] == .array([.integer(Int64(fact.code))]))
                #expect(response["trace_id"] == response.header("x-ms-request-id"))
                let errors = place.errors[fact.code].map { [$0] } ?? fact.tokenErrors
                let statuses = place.statuses[fact.code].map { [$0] } ?? fact.statuses
                if let errors { #expect(errors.contains(response.error ?? ""), "\(fact.code)") }
                if let statuses { #expect(statuses.contains(response.status), "\(fact.code)") }
            case .graph:
                #expect(response.json?["error"]?["message"]?.string?.hasPrefix("AADSTS\(fact.code): ") == true)
                #expect(response.status == (row.status >= 429 ? row.status : 401), "\(fact.code)")
            case .azureHost:
                #expect(response.json?.object?.prefix(2).map(\.name) == ["error", "error_description"])
            case .appService:
                #expect(response["message"]?.hasPrefix("AADSTS\(fact.code): ") == true)
                #expect(response.json?["statusCode"]?.integer == Int64(response.status))
            case .page: #expect(response.outcome == .errorPage(fact.code))
            }
        }
    }

    /// A fact about a code of B2C policies: of Microsoft's list, or of reports.
    struct PolicyFact: Sendable {
        let code: Int
        let error: String?
        let forms: [String]?

        init?(_ json: JSONValue) {
            guard let code = json["code"]?.integer else { return nil }
            self.code = Int(code)
            error = json["error"]?.string
            forms = json["delivery"]?.array?.compactMap(\.string)
        }
    }

    @Test("A policy returns every code of B2C with its OAuth error and in its form", .tags(.slow))
    func policyReturnsEveryCode() throws {
        let site = try B2C.entra().site
        let file = SourceScan.root.appending(path: "Tests/Fixtures/errors/aadb2c-codes.json")
        let json = try #require(JSONValue(parsing: Array(Data(contentsOf: file))))
        let facts = try #require(json["codes"]?.array).compactMap(PolicyFact.init)
        #expect(facts.count > 125)
        for fact in facts {
            for endpoint in ["token", "authorize"] {
                try site.stub(#"{"endpoint":"\#(endpoint)"}"#, #"{"error":"AADB2C\#(fact.code)"}"#)
            }
            let token = try site.token(["grant_type": "x"], tenant: B2C.policy())
            #expect(token.policyCode == fact.code)
            #expect(token.json?.object?.map(\.name) == ["error", "error_description"])
            let authorize = try site.get(
                "\(Site.path("authorize", B2C.policy()))?\(B2C.native.request(["scope": "openid"]).encoded)")
            #expect(authorize.policyCode == fact.code)
            if fact.forms?.contains("json") == true, let error = fact.error { #expect(token.error == error) }
            if fact.forms?.contains("redirect") == true {
                #expect(authorize.redirect?.fields["state"] == "s1", "\(fact.code)")
                if let error = fact.error { #expect(authorize.error == error, "\(fact.code)") }
            }
        }
    }

    @Test("Codes that only a stub returns are in the catalog with their evidence")
    func stubOnlyCodesAreInCatalog() throws {
        let site = try MockEntra().site
        let entry = try site.get("/_understudy/errors?code=AADSTS80002").json?["errors"]?.array?.first
        #expect(entry?["causes"] == .array([]))
        #expect(entry?["error"]?.string == "invalid_grant")
        #expect(entry?["evidence"]?["error"]?.string == "inferred")
        let confirmed = try site.get("/_understudy/errors?code=500011").json?["errors"]?.array?.first
        #expect(confirmed?["evidence"]?["error"]?.string == "capture")
        #expect(AADSTS.stubOnlyRows.count > 600)
    }
}
