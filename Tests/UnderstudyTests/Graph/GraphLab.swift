import Formats
import HTTP
@testable import Understudy

/// A tenant with two applications, one that calls Microsoft Graph for itself and one that calls Graph for users. Each test
/// defines the permissions of both.
struct GraphLab {
    let entra: MockEntra
    var site: Site { entra.site }

    static let automation = Client(
        id: "aaaaaaaa-0000-4000-8000-0000000000a1", redirectURI: "", secret: "automation-secret")
    static let console = Client(id: "aaaaaaaa-0000-4000-8000-0000000000a2", redirectURI: "http://localhost")
    static let orders = "aaaaaaaa-0000-4000-8000-0000000000a3"
    static let partner = "aaaaaaaa-0000-4000-8000-0000000000b1"
    static let admin = "eeeeeeee-0000-4000-8000-000000000003"
    static let staff = "bbbbbbbb-0000-4000-8000-000000000001"
    static let ordersRead = "0aaa0005-0000-4000-8000-000000000001"
    static let ordersRole = "0aaa0005-0000-4000-8000-000000000004"

    static let everything = [
        "Application.ReadWrite.All", "AppRoleAssignment.ReadWrite.All", "DelegatedPermissionGrant.ReadWrite.All",
        "Directory.Read.All", "Group.ReadWrite.All", "User.ReadWrite.All", "User-PasswordProfile.ReadWrite.All",
    ]

    init(
        roles: [String] = GraphLab.everything, scopes: String = "", settings: String = "{}",
        automation: String = "{}", users: [String] = [], server: ServerSettings = ServerSettings()
    ) throws {
        let assignments = roles.map {
            "{principalId: \(GraphLab.automation.id), resourceId: \(Seed.graph), appRole: \($0)}"
        }
        let grant = """
            {clientId: \(GraphLab.console.id), resourceId: \(Seed.graph), consentType: AllPrincipals,
              scope: "openid profile \(scopes)"}
            """
        let directory = try MockEntra.directory(
            """
            settings: \(settings)
            tenants:
              - id: \(Seed.contoso)
                displayName: Contoso
                domains: [contoso.onmicrosoft.com, contoso.com]
                groups: [{id: \(GraphLab.staff), displayName: Staff}]
                authenticationContextClassReferences:
                  - {id: c1, displayName: Step up, description: A second factor}
                  - {id: c2, isAvailable: false}
                users:
                  - {id: \(Seed.alex), userPrincipalName: alex@contoso.com, displayName: Alex Wilber, surname: Wilber,
                     password: Understudy!1, groups: [Staff], mail: alex@contoso.com}
                  - {userPrincipalName: adele@contoso.com, displayName: Adele Vance, password: Understudy!1}
                  - {id: \(GraphLab.admin), userPrincipalName: admin@contoso.com, displayName: Admin,
                     password: Understudy!1, roles: [Global Administrator]}
            \(users.map { "      - \($0)" }.joined(separator: "\n"))
                applications:
                  - appId: \(GraphLab.automation.id)
                    displayName: Automation
                    settings: \(automation)
                    passwordCredentials: [{secretText: automation-secret}]
                  - appId: \(GraphLab.console.id)
                    displayName: Console
                    isFallbackPublicClient: true
                    publicClient: {redirectUris: ["http://localhost"]}
                  - appId: \(GraphLab.orders)
                    displayName: Orders API
                    identifierUris: ["api://orders"]
                    api:
                      requestedAccessTokenVersion: 2
                      oauth2PermissionScopes: [{id: \(GraphLab.ordersRead), value: Orders.Read}]
                    appRoles:
                      - {id: \(GraphLab.ordersRole), value: Orders.Read.All, displayName: Read,
                         allowedMemberTypes: [Application, User]}
                appRoleAssignments: [\(assignments.joined(separator: ", "))]
                oauth2PermissionGrants: [\(grant)]
              - id: \(Seed.fabrikam)
                displayName: Fabrikam
                domains: [fabrikam.onmicrosoft.com, fabrikam.com]
                users:
                  - {userPrincipalName: megan@fabrikam.com, displayName: Megan, password: Understudy!1,
                     guestOf: [contoso.com]}
                applications:
                  - {appId: \(GraphLab.partner), displayName: Partner, signInAudience: AzureADMultipleOrgs}
            """)
        entra = try MockEntra(directory: directory, settings: server)
    }

    /// Returns an app-only access token for Graph.
    func applicationToken() throws -> String {
        let response = try site.token(
            GraphLab.automation.credentials.with([
                "grant_type": "client_credentials", "scope": "https://graph.microsoft.com/.default",
            ]), tenant: Seed.contoso)
        guard let token = response["access_token"] else { throw Unexpected(response) }
        return token
    }

    /// Returns a delegated access token for Graph.
    func userToken(_ user: String = "admin@contoso.com", scope: String) throws -> String {
        let response = try site.tokens(
            GraphLab.console, ["scope": "https://graph.microsoft.com/\(scope)"], as: user, tenant: Seed.contoso)
        guard let token = response["access_token"] else { throw Unexpected(response) }
        return token
    }

    /// Returns calls with the token of the application.
    func automation() throws -> GraphCalls {
        GraphCalls(site: site, headers: [("Authorization", "Bearer \(try applicationToken())")])
    }

    func calls(as user: String = "admin@contoso.com", scope: String) throws -> GraphCalls {
        GraphCalls(site: site, headers: [("Authorization", "Bearer \(try userToken(user, scope: scope))")])
    }

    var anonymous: GraphCalls { GraphCalls(site: site, headers: []) }

    /// Calls with control-plane access instead of a token.
    var control: GraphCalls { GraphCalls(site: site, headers: [("X-Understudy-Tenant", "contoso.com")]) }
}

/// A client of Microsoft Graph that sends the same credentials with each request.
struct GraphCalls: Sendable {
    var site: Site
    var headers: [(String, String)]

    func get(_ path: String, _ more: [(String, String)] = []) throws -> TestResponse {
        try site.send("GET", "/v1.0\(path)", headerList: headers + more)
    }

    func send(_ method: String, _ path: String, _ body: String = "") throws -> TestResponse {
        try site.send(
            method, "/v1.0\(path)", headerList: headers + [("Content-Type", "application/json")], body: body)
    }

    func post(_ path: String, _ body: String) throws -> TestResponse { try send("POST", path, body) }
    func patch(_ path: String, _ body: String) throws -> TestResponse { try send("PATCH", path, body) }
    func delete(_ path: String) throws -> TestResponse { try send("DELETE", path) }

    /// Creates an application with its service principal.
    func application(_ body: String = #"{"displayName":"Made","signInAudience":"AzureADMyOrg"}"#) throws -> TestResponse
    {
        let response = try post("/applications", body)
        guard response.status == 201, let id = response["appId"] else { throw Unexpected(response) }
        let principal = try post("/servicePrincipals", #"{"appId":"\#(id)"}"#)
        guard principal.status == 201 else { throw Unexpected(principal) }
        return response
    }
}

extension TestResponse {
    /// The status and, if the response is a Graph error, the error code: `403 Authorization_RequestDenied`.
    var graph: String {
        guard let code = json?["error"]?["code"]?.string else { return String(status) }
        return "\(status) \(code)"
    }

    /// The code of the first detail of a Graph error.
    var detail: String? { json?["error"]?["details"]?.array?.first?["code"]?.string }

    /// Returns the member of every entity of a list.
    func values(_ name: String) -> [String] { json?["value"]?.array?.compactMap { $0[name]?.string } ?? [] }
}
