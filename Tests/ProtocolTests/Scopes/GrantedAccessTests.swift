import Directory
import Entra
import Protocol
import Testing

/// Checks the audience and scopes of a token and the scope of its response.
@Suite struct GrantedAccessTests {
    typealias Fixture = ScopeFixture

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let scope: String
        var endpoint = ScopeEndpoint.codeRedemption
        var grants = everythingGranted
        var user = Fixture.alex
        let aud: String
        let scp: String
        let response: String

        var testDescription: String { name }
    }

    static let everythingGranted = [
        Fixture.granted(Fixture.graph, "User.Read"), Fixture.granted(Fixture.orders, "Orders.Read"),
        Fixture.granted(Fixture.legacy, "user_impersonation"),
    ]
    static let twoEach = [
        Fixture.granted(Fixture.graph, "Mail.Read", "User.Read"),
        Fixture.granted(Fixture.orders, "Orders.Read", "Orders.Write"),
        Fixture.granted(Fixture.legacy, "user_impersonation", "Reports.Read"),
    ]
    static let graphURI = "https://graph.microsoft.com"
    static let orders = Fixture.ordersID

    /// The matrix of docs/reference/protocol.md#example-scope-matrix with the API Orders and its permission
    /// Orders.Read.
    static let matrix: [Row] = [
        Row(
            name: "openid", scope: "openid", aud: Fixture.graphID, scp: "openid profile email User.Read",
            response: "User.Read profile openid email"),
        Row(
            name: "openid profile offline_access User.Read", scope: "openid profile offline_access User.Read",
            aud: Fixture.graphID, scp: "openid profile email User.Read", response: "User.Read profile openid email"),
        Row(
            name: "api://orders/read", scope: "api://orders/Orders.Read", aud: orders, scp: "Orders.Read",
            response: "api://orders/Orders.Read"),
        Row(
            name: "api://orders/read offline_access openid", scope: "api://orders/Orders.Read offline_access openid",
            aud: orders, scp: "Orders.Read", response: "api://orders/Orders.Read"),
        Row(
            name: "api://orders/.default", scope: "api://orders/.default", grants: twoEach, aud: orders,
            scp: "Orders.Read Orders.Write",
            response: "api://orders/Orders.Read api://orders/Orders.Write api://orders/.default"),
        Row(
            name: "the API's GUID and .default", scope: "\(orders)/.default", grants: twoEach, aud: orders,
            scp: "Orders.Read Orders.Write", response: "\(orders)/Orders.Read \(orders)/Orders.Write \(orders)/.default"
        ),
        Row(
            name: "a version 1 resource with a double slash", scope: "https://legacy.contoso.com//.default",
            aud: "https://legacy.contoso.com/", scp: "user_impersonation",
            response: "https://legacy.contoso.com//user_impersonation https://legacy.contoso.com//.default"),
    ]

    /// Rows of docs/reference/protocol.md#default-scope (the scopes of the token), §4.3 and §4.4.
    static let spellings: [Row] = [
        Row(
            name: "Graph .default, granted before", scope: "https://graph.microsoft.com/.default", grants: twoEach,
            aud: graphURI, scp: "User.Read Mail.Read",
            response: "\(graphURI)/User.Read \(graphURI)/Mail.Read \(graphURI)/.default"),
        Row(
            name: "Graph .default, Mail.Read only", scope: "https://graph.microsoft.com/.default",
            grants: [ConsentTests.mailGranted], aud: graphURI, scp: "Mail.Read",
            response: "\(graphURI)/Mail.Read \(graphURI)/.default"),
        Row(
            name: "Graph .default after prompt=consent", scope: "https://graph.microsoft.com/.default",
            grants: [ConsentTests.mailGranted, Fixture.granted(Fixture.graph, "Contacts.Read")], aud: graphURI,
            scp: "Mail.Read Contacts.Read",
            response: "\(graphURI)/Mail.Read \(graphURI)/Contacts.Read \(graphURI)/.default"),
        Row(
            name: "Graph .default, signing in alone granted", scope: "https://graph.microsoft.com/.default",
            grants: [ConsentTests.signedInBefore], aud: graphURI, scp: "openid profile",
            response: "profile openid \(graphURI)/.default"),
        Row(
            name: "bare .default", scope: ".default", grants: [ConsentTests.mailGranted], aud: Fixture.graphID,
            scp: "Mail.Read", response: "Mail.Read .default"),
        Row(
            name: ".default in capitals answers in lower case", scope: "api://orders/.Default", aud: orders,
            scp: "Orders.Read", response: "api://orders/Orders.Read api://orders/.default"),
        Row(
            name: "bare Graph names", scope: "openid profile Mail.Read", grants: [ConsentTests.mailGranted],
            aud: Fixture.graphID, scp: "openid profile email Mail.Read", response: "Mail.Read profile openid email"),
        Row(
            name: "Graph names by URI", scope: "openid profile https://graph.microsoft.com/Mail.Read",
            grants: [ConsentTests.mailGranted], aud: graphURI, scp: "openid profile email Mail.Read",
            response: "\(graphURI)/Mail.Read profile openid email"),
        Row(
            name: "Graph names by GUID", scope: "\(Fixture.graphID)/Mail.Read", grants: [ConsentTests.mailGranted],
            aud: Fixture.graphID, scp: "Mail.Read", response: "\(Fixture.graphID)/Mail.Read"),
        Row(
            name: "Graph with a double slash", scope: "https://graph.microsoft.com//Mail.Read",
            grants: [ConsentTests.mailGranted], aud: "\(graphURI)/", scp: "Mail.Read",
            response: "\(graphURI)//Mail.Read"),
        Row(
            name: "what else is granted comes along in the same form", scope: "User.Read", grants: twoEach,
            aud: Fixture.graphID, scp: "User.Read Mail.Read", response: "User.Read Mail.Read"),
        Row(
            name: "the asked one stands first", scope: "https://graph.microsoft.com/Mail.Read", grants: twoEach,
            aud: graphURI, scp: "Mail.Read User.Read", response: "\(graphURI)/Mail.Read \(graphURI)/User.Read"),
        Row(
            name: "the response keeps the resource as asked, and has the registered case of the permission",
            scope: "API://Orders/orders.read",
            grants: twoEach, aud: orders, scp: "Orders.Read Orders.Write",
            response: "API://Orders/Orders.Read API://Orders/Orders.Write"),
        Row(
            name: "both spellings of one permission come back",
            scope: "User.Read https://graph.microsoft.com/User.Read", aud: Fixture.graphID, scp: "User.Read",
            response: "User.Read \(graphURI)/User.Read"),
        Row(
            name: "offline_access is never listed", scope: "offline_access User.Read", aud: Fixture.graphID,
            scp: "User.Read", response: "User.Read"),
        Row(
            name: "OpenID Connect scopes on record are Graph's", scope: "User.Read",
            grants: [Fixture.granted(Fixture.graph, "openid", "profile", "offline_access", "User.Read")],
            aud: Fixture.graphID, scp: "openid profile User.Read", response: "User.Read profile openid"),
        Row(
            name: "OpenID Connect scopes are not another API's", scope: "openid profile email api://orders/Orders.Read",
            aud: orders, scp: "Orders.Read", response: "api://orders/Orders.Read"),
        Row(
            name: "a single slash leaves the slash out of aud", scope: "https://legacy.contoso.com/user_impersonation",
            aud: "https://legacy.contoso.com", scp: "user_impersonation",
            response: "https://legacy.contoso.com/user_impersonation"),
        Row(
            name: "a version 1 resource by GUID", scope: "\(Fixture.legacyID)/user_impersonation",
            aud: Fixture.legacyID, scp: "user_impersonation", response: "\(Fixture.legacyID)/user_impersonation"),
        Row(
            name: "pre-authorized permissions need no grant", scope: "api://locked/Open", grants: [],
            aud: "api://locked", scp: "Open Repair", response: "api://locked/Open api://locked/Repair"),
        Row(
            name: "granted by an administrator for everyone", scope: "api://orders/Orders.Manage",
            grants: [Fixture.granted(Fixture.orders, "Orders.Manage", by: nil)], user: Fixture.adele, aud: orders,
            scp: "Orders.Manage", response: "api://orders/Orders.Manage"),
        Row(
            name: "refresh for another resource", scope: "openid offline_access api://orders/Orders.Read",
            endpoint: .refresh(.first), aud: orders, scp: "Orders.Read", response: "api://orders/Orders.Read"),
        Row(
            name: "refresh with several resources serves the first",
            scope: "https://legacy.contoso.com//user_impersonation User.Read", endpoint: .refresh(.first),
            aud: "https://legacy.contoso.com/", scp: "user_impersonation",
            response: "https://legacy.contoso.com//user_impersonation"),
        Row(
            name: "itself by GUID has no permissions", scope: "\(Fixture.mobileID)/.default", aud: Fixture.mobileID,
            scp: "", response: "\(Fixture.mobileID)/.default"),
    ]

    @Test(arguments: matrix) func tokenAndResponseMatchScopeMatrix(row: Row) throws { try check(row) }

    @Test(arguments: spellings) func responseKeepsRequestedResource(row: Row) throws { try check(row) }

    private func check(_ row: Row) throws {
        let resolver = try resolver(runtime: row.grants)
        let access = try RequestedAccess.resolve(ScopeRequest.parse(row.scope), at: row.endpoint, by: resolver)
        let issued = try GrantedAccess.issue(
            access, to: resolver.client, for: row.user.id, on: resolver.grants, missing: .consentRequired,
            at: access.version)
        #expect(issued.audience == row.aud)
        #expect(issued.scp == row.scp)
        #expect(issued.responseScope == row.response)
    }

    // MARK: - Version 1

    struct ResourceRow: Sendable, CustomTestStringConvertible {
        let resource: String?
        var oidc: OIDCScopes = []
        let aud: String
        let scope: String

        var testDescription: String { resource ?? "none" }
    }

    static let resources: [ResourceRow] = [
        ResourceRow(resource: "api://orders", aud: orders, scope: "Orders.Read Orders.Write"),
        ResourceRow(resource: "https://graph.microsoft.com", aud: graphURI, scope: "User.Read Mail.Read"),
        ResourceRow(resource: "https://graph.microsoft.com/", aud: "\(graphURI)/", scope: "User.Read Mail.Read"),
        ResourceRow(
            resource: Fixture.graphID, oidc: [.openid], aud: Fixture.graphID,
            scope: "openid profile email User.Read Mail.Read"),
        ResourceRow(
            resource: "https://legacy.contoso.com/", aud: "https://legacy.contoso.com/",
            scope: "user_impersonation Reports.Read"),
        ResourceRow(
            resource: "https://legacy.contoso.com", aud: "https://legacy.contoso.com",
            scope: "user_impersonation Reports.Read"),
        ResourceRow(
            resource: "spn:\(Fixture.legacyID)", aud: "spn:\(Fixture.legacyID)",
            scope: "user_impersonation Reports.Read"),
        ResourceRow(resource: nil, aud: Fixture.aadGraphID, scope: "User.Read"),
    ]

    @Test(arguments: resources) func version1RespondsWithBareNamesOfAllGrants(row: ResourceRow) throws {
        let resolver = try resolver(runtime: Self.twoEach)
        let access = try RequestedAccess.fromResource(row.resource, oidc: row.oidc, at: .refresh(.first), by: resolver)
        let issued = try GrantedAccess.issue(
            access, to: resolver.client, for: Fixture.alex.id, on: resolver.grants, missing: .consentRequired,
            at: access.version)
        #expect(issued.audience == row.aud)
        #expect(issued.scp == row.scope)
        #expect(issued.responseScope == row.scope)
    }

    // MARK: - What is not granted

    struct MissingRow: Sendable, CustomTestStringConvertible {
        let name: String
        /// The scope of the authorize request behind the consent page; nil elsewhere.
        var offered: String?
        let scope: String
        let grants: [PermissionGrant]
        /// The response's scope or the error.
        let expected: String

        var testDescription: String { name }
    }

    static let notConsented = "AADSTS65001 invalid_grant"
    static let readOnly = [Fixture.granted(Fixture.orders, "Orders.Read")]
    static let both = "api://orders/Orders.Read api://orders/Orders.Write"

    static let missing: [MissingRow] = [
        MissingRow(name: "nothing granted", scope: "api://orders/Orders.Read", grants: [], expected: notConsented),
        MissingRow(
            name: "nothing granted, .default", scope: "api://orders/.default", grants: [], expected: notConsented),
        MissingRow(
            name: "signing in granted, .default of another API", scope: "api://orders/.default",
            grants: [ConsentTests.signedInBefore], expected: notConsented),
        MissingRow(name: "nothing granted, signing in alone", scope: "openid", grants: [], expected: notConsented),
        MissingRow(name: "one of two at refresh", scope: both, grants: readOnly, expected: notConsented),
        MissingRow(name: "another API's grant", scope: "User.Read", grants: readOnly, expected: notConsented),
        MissingRow(
            name: "another user's grant", scope: "api://orders/Orders.Read",
            grants: [Fixture.granted(Fixture.orders, "Orders.Read", by: Fixture.adele)], expected: notConsented),
        MissingRow(
            name: "another client's grant", scope: "api://orders/Orders.Read",
            grants: [Fixture.granted(Fixture.orders, "Orders.Read", to: Fixture.legacyID)], expected: notConsented),
        MissingRow(
            name: "a disabled permission's grant", scope: "api://orders/.default",
            grants: [Fixture.granted(Fixture.orders, "Orders.Retired")], expected: notConsented),
        MissingRow(
            name: "one of two declined, then redeemed", offered: both, scope: both, grants: readOnly,
            expected: "api://orders/Orders.Read"),
        MissingRow(
            name: "one of three declined on two APIs", offered: "User.Read \(both)", scope: both, grants: readOnly,
            expected: "api://orders/Orders.Read"),
        MissingRow(
            name: "all of the resource declined", offered: "User.Read \(both)", scope: "User.Read", grants: readOnly,
            expected: notConsented),
        MissingRow(
            name: "redeemed for what was not offered", offered: "api://orders/Orders.Read", scope: both,
            grants: readOnly, expected: notConsented),
    ]

    @Test(arguments: missing) func requiresConsentUnlessPermissionWasDeclined(row: MissingRow)
        throws
    {
        let resolver = try resolver(runtime: row.grants)
        let result = outcome { () throws(EntraError) in
            let request = try ScopeRequest.parse(row.scope)
            let access = try RequestedAccess.resolve(request, at: .codeRedemption, by: resolver)
            var missing = GrantedAccess.MissingScopes.consentRequired
            if let offered = row.offered {
                let offer = try ScopeRequest.parse(offered)
                missing = .declined(try RequestedAccess.resolve(offer, at: .authorizeForCode, by: resolver))
            }
            return try GrantedAccess.issue(
                access, to: resolver.client, for: Fixture.alex.id, on: resolver.grants, missing: missing, at: .v2
            ).responseScope
        }
        #expect(result == row.expected)
    }
}
