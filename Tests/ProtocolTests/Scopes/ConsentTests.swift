import Directory
import Entra
import Protocol
import Testing

/// Checks the permissions to which a user must consent.
@Suite struct ConsentTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let scope: String
        var client = ScopeFixture.mobile()
        var user = ScopeFixture.alex
        var tenant = ScopeFixture.contoso
        var configured: [PermissionGrant] = []
        var runtime: [PermissionGrant] = []
        var userConsent = UserConsentPolicy.allowed
        var prompt = ConsentPrompt.ifNeeded
        /// `satisfied`, the scopes of the page with `*` at required ones, or the error.
        let expected: String

        var testDescription: String { name }
    }

    typealias Fixture = ScopeFixture

    static let toGraphAndVault = Fixture.mobile([
        Fixture.requires(Fixture.graph, "User.Read", "Contacts.Read"),
        Fixture.requires(Fixture.vault, "user_impersonation"),
    ])
    static let toContacts = Fixture.mobile([Fixture.requires(Fixture.graph, "Contacts.Read")])
    static let toGateway = Fixture.mobile([Fixture.requires(Fixture.gateway, "Use")])
    static let listingRole = Fixture.mobile([
        Fixture.requires(Fixture.graph, "User.Read"), Fixture.requires(Fixture.orders, roles: ["Orders.Read.All"]),
    ])
    static let listingGraphRole = Fixture.mobile([
        Fixture.requires(Fixture.graph, "User.Read", roles: ["Mail.Read.All"])
    ])
    static let mailGranted = Fixture.granted(Fixture.graph, "Mail.Read")
    static let signedInBefore = Fixture.granted(Fixture.graph, "openid", "profile", "offline_access")

    /// The table of docs/reference/protocol.md#default-scope. Each row has the token's `scp` without reserved names.
    static let defaultTable: [(Row, token: String)] = [
        (
            Row(
                name: "1: granted before, nothing shown", scope: "https://graph.microsoft.com/.default",
                configured: [Fixture.granted(Fixture.graph, "Mail.Read", "User.Read")], expected: "satisfied"),
            token: "User.Read Mail.Read"
        ),
        (
            Row(
                name: "2: nothing granted, everything listed on all APIs",
                scope: "openid profile offline_access https://graph.microsoft.com/.default", client: toGraphAndVault,
                expected:
                    "needed: openid* profile* offline_access* User.Read* Contacts.Read https://vault.azure.net/user_impersonation"
            ), token: "User.Read Contacts.Read"
        ),
        (
            Row(
                name: "3: granted before, the registration does not count",
                scope: "https://graph.microsoft.com/.default",
                client: toContacts, configured: [mailGranted], expected: "satisfied"), token: "Mail.Read"
        ),
        (
            Row(
                name: "4: prompt=consent shows the registration", scope: "https://graph.microsoft.com/.default",
                client: toContacts, configured: [mailGranted], prompt: .always,
                expected: "needed: openid* profile* Contacts.Read Mail.Read"), token: "Mail.Read Contacts.Read"
        ),
    ]

    static let dynamic: [Row] = [
        Row(
            name: "the first consent bundles signing in", scope: "openid User.Read",
            expected: "needed: openid* profile* User.Read"),
        Row(
            name: "offline_access and email are bundled when requested", scope: "openid offline_access email User.Read",
            expected: "needed: openid* profile* email* offline_access* User.Read"),
        Row(
            name: "signing in alone needs the first consent", scope: "openid profile",
            expected: "needed: openid* profile*"),
        Row(
            name: "signing in again needs none", scope: "openid profile offline_access", runtime: [signedInBefore],
            expected: "satisfied"),
        Row(
            name: "consent on any API is consent to sign in", scope: "openid",
            configured: [Fixture.granted(Fixture.orders, "Orders.Read")], expected: "satisfied"),
        Row(
            name: "a further permission is listed alone", scope: "openid User.Read Mail.Read",
            runtime: [signedInBefore, Fixture.granted(Fixture.graph, "User.Read")], expected: "needed: Mail.Read"),
        Row(
            name: "a further API is listed alone", scope: "openid api://orders/Orders.Read", runtime: [signedInBefore],
            expected: "needed: api://orders/Orders.Read"),
        Row(
            name: "several APIs on one page", scope: "User.Read api://orders/Orders.Write", runtime: [signedInBefore],
            expected: "needed: User.Read api://orders/Orders.Write"),
        Row(
            name: "the page has the registered letter case", scope: "\(Fixture.ordersID)/orders.read",
            runtime: [signedInBefore], expected: "needed: \(Fixture.ordersID)/Orders.Read"),
        Row(
            name: "a permission named twice is listed once", scope: "User.Read https://graph.microsoft.com/User.Read",
            runtime: [signedInBefore], expected: "needed: User.Read"),
        Row(
            name: "granted in another case", scope: "User.Read", runtime: [Fixture.granted(Fixture.graph, "user.read")],
            expected: "satisfied"),
        Row(
            name: "granted to another user", scope: "User.Read", user: Fixture.adele,
            runtime: [Fixture.granted(Fixture.graph, "User.Read")], expected: "needed: openid* profile* User.Read"),
        Row(
            name: "granted to another client", scope: "User.Read",
            runtime: [Fixture.granted(Fixture.graph, "User.Read", to: Fixture.ordersID)],
            expected: "needed: openid* profile* User.Read"),
        Row(
            name: "granted on another API", scope: "User.Read",
            runtime: [Fixture.granted(Fixture.aadGraph, "User.Read")], expected: "needed: User.Read"),
        Row(
            name: "granted for everyone", scope: "openid User.Read",
            configured: [Fixture.granted(Fixture.graph, "User.Read", by: nil)], expected: "satisfied"),
        Row(
            name: "prompt=consent lists what is granted too", scope: "User.Read Mail.Read", runtime: [mailGranted],
            prompt: .always, expected: "needed: openid* profile* User.Read Mail.Read"),
        Row(
            name: "static permissions do not widen a named request", scope: "User.Read", client: toGraphAndVault,
            expected: "needed: openid* profile* User.Read"),
    ]

    static let everything: [Row] = [
        Row(
            name: "a recorded sign-in is a grant on Graph", scope: "https://graph.microsoft.com/.default",
            runtime: [signedInBefore], expected: "satisfied"),
        Row(
            name: "a recorded sign-in is a grant on Graph for a client that lists nothing",
            scope: "https://graph.microsoft.com/.default", client: Fixture.mobile([]), runtime: [signedInBefore],
            expected: "satisfied"),
        Row(
            name: "a recorded sign-in is a grant on Graph alone", scope: "api://orders/.default",
            runtime: [signedInBefore], expected: "needed: User.Read api://orders/Orders.Read"),
        Row(
            name: "a grant on another API does not count", scope: "api://orders/.default", runtime: [mailGranted],
            expected: "needed: User.Read api://orders/Orders.Read"),
        Row(
            name: "User.Read is bundled", scope: "api://orders/.default",
            client: Fixture.mobile([Fixture.requires(Fixture.orders, "Orders.Write")]),
            expected: "needed: openid* profile* User.Read* api://orders/Orders.Write"),
        Row(
            name: "a resource that is not listed", scope: "https://vault.azure.net/.default",
            expected: "AADSTS650057 invalid_client"),
        Row(
            name: "a resource that is not listed but granted", scope: "https://vault.azure.net/.default",
            runtime: [Fixture.granted(Fixture.vault, "user_impersonation")], expected: "satisfied"),
        Row(
            name: "itself by GUID requests the static list", scope: "\(Fixture.mobileID)/.default",
            expected: "needed: openid* profile* User.Read* api://orders/Orders.Read"),
        Row(
            name: "itself by GUID, part of the list granted", scope: "\(Fixture.mobileID)/.default",
            runtime: [Fixture.granted(Fixture.graph, "User.Read")],
            expected: "needed: User.Read api://orders/Orders.Read"),
        Row(
            name: "itself by GUID, the list granted", scope: "\(Fixture.mobileID)/.default",
            runtime: [Fixture.granted(Fixture.graph, "User.Read"), Fixture.granted(Fixture.orders, "Orders.Read")],
            expected: "satisfied"),
        Row(
            name: "itself by GUID with nothing listed needs the first consent", scope: "\(Fixture.mobileID)/.default",
            client: Fixture.mobile([]), expected: "needed: openid* profile* User.Read*"),
        Row(
            name: "an API that is listed without delegated permissions", scope: "api://orders/.default",
            client: listingRole, expected: "AADSTS650056 invalid_client"),
        Row(
            name: "an API that is listed without delegated permissions, all others granted",
            scope: "api://orders/.default", client: listingRole,
            runtime: [signedInBefore, Fixture.granted(Fixture.graph, "User.Read")],
            expected: "AADSTS650056 invalid_client"),
        Row(
            name: "an API that is listed without delegated permissions, one granted", scope: "api://orders/.default",
            client: listingRole, runtime: [Fixture.granted(Fixture.orders, "Orders.Read")], expected: "satisfied"),
        Row(
            name: "a resource that only another user granted", scope: "https://vault.azure.net/.default",
            runtime: [Fixture.granted(Fixture.vault, "user_impersonation", by: Fixture.adele)],
            expected: "AADSTS650056 invalid_client"),
        Row(
            name: "a middle tier's own needs are on the page", scope: "api://gateway/.default", client: toGateway,
            runtime: [signedInBefore],
            expected: "needed: api://gateway/Use https://vault.azure.net/user_impersonation@Gateway"),
        Row(
            name: "a middle tier's needs come with .default only", scope: "api://gateway/Use", client: toGateway,
            runtime: [signedInBefore], expected: "needed: api://gateway/Use"),
        Row(
            name: "a listed API of another tenant", scope: ".default",
            client: Fixture.mobile([
                Fixture.requires(Fixture.graph, "User.Read"), Fixture.requires(Fixture.shipping, "Ship.Read"),
            ]), expected: "AADSTS650052 invalid_client"),
        Row(
            name: "a listed API that exists nowhere is passed over", scope: ".default",
            client: Fixture.mobile([
                Fixture.requires(Fixture.graph, "User.Read"),
                RequiredResource(
                    resourceAppId: ClientID("00000003-0000-0ff1-ce00-000000000000"), scopes: [PermissionID("x")]),
            ]), expected: "needed: openid* profile* User.Read*"),
    ]

    static let administrators: [Row] = [
        Row(
            name: "a user may not grant an admin-only permission", scope: "api://orders/Orders.Manage",
            expected: "administrator: openid* profile* api://orders/Orders.Manage"),
        Row(
            name: "one admin-only permission stops the others", scope: "User.Read User.Read.All",
            runtime: [signedInBefore], expected: "administrator: User.Read User.Read.All"),
        Row(
            name: "an administrator may", scope: "api://orders/Orders.Manage", user: Fixture.admin,
            expected: "needed: openid* profile* api://orders/Orders.Manage"),
        Row(
            name: "granted for everyone, a user has it", scope: "api://orders/Orders.Manage",
            configured: [Fixture.granted(Fixture.orders, "Orders.Manage", by: nil)], expected: "satisfied"),
        Row(
            name: "granted to the administrator only, a user has it not", scope: "api://orders/Orders.Manage",
            configured: [Fixture.granted(Fixture.orders, "Orders.Manage", by: Fixture.admin)],
            expected: "administrator: openid* profile* api://orders/Orders.Manage"),
        Row(
            name: "what an administrator granted stops no further consent", scope: ".default",
            client: Fixture.mobile([
                Fixture.requires(Fixture.graph, "User.Read"), Fixture.requires(Fixture.orders, "Orders.Manage"),
            ]), configured: [Fixture.granted(Fixture.orders, "Orders.Manage", by: nil)],
            expected: "needed: User.Read api://orders/Orders.Manage"),
        Row(
            name: "pre-authorized needs no consent", scope: "openid offline_access api://locked/Open",
            expected: "satisfied"),
        Row(name: "pre-authorized covers admin-only too", scope: "api://locked/Repair", expected: "satisfied"),
        Row(
            name: "pre-authorized covers what it lists only", scope: "api://locked/Open api://locked/Other",
            expected: "needed: openid* profile* api://locked/Other"),
        Row(name: "pre-authorized satisfies .default", scope: "api://locked/.default", expected: "satisfied"),
        Row(
            name: "user consent off", scope: "User.Read", userConsent: .disabled,
            expected: "administrator: openid* profile* User.Read"),
        Row(
            name: "user consent off, signing in alone", scope: "openid", userConsent: .disabled,
            expected: "administrator: openid* profile*"),
        Row(
            name: "user consent off, granted before", scope: "User.Read",
            runtime: [Fixture.granted(Fixture.graph, "User.Read")], userConsent: .disabled, expected: "satisfied"),
        Row(
            name: "user consent off, an administrator may", scope: "User.Read", user: Fixture.admin,
            userConsent: .disabled, expected: "needed: openid* profile* User.Read"),
        Row(
            name: "user consent off, prompt=consent", scope: "User.Read",
            runtime: [Fixture.granted(Fixture.graph, "User.Read")], userConsent: .disabled, prompt: .always,
            expected: "administrator: openid* profile* User.Read"),
        Row(
            name: "verified publishers alone, an application of the tenant: sign-in and own profile",
            scope: "openid offline_access email User.Read", userConsent: .verifiedPublishers,
            expected: "needed: openid* profile* email* offline_access* User.Read"),
        Row(
            name: "verified publishers alone, an application of the tenant: more", scope: "Mail.Read",
            userConsent: .verifiedPublishers, expected: "administrator: openid* profile* Mail.Read"),
        Row(
            name: "verified publishers alone, an API of the tenant", scope: "api://orders/Orders.Read",
            userConsent: .verifiedPublishers, expected: "administrator: openid* profile* api://orders/Orders.Read"),
        Row(
            name: "verified publishers alone, another tenant's application", scope: "User.Read",
            tenant: Fixture.fabrikam, userConsent: .verifiedPublishers,
            expected: "administrator: openid* profile* User.Read"),
        Row(
            name: "verified publishers alone, another tenant's with one", scope: "User.Read",
            client: Fixture.verified(Fixture.mobile()), tenant: Fixture.fabrikam, userConsent: .verifiedPublishers,
            expected: "needed: openid* profile* User.Read"),
        Row(
            name: "verified publishers alone, more was granted before", scope: "Mail.Read",
            runtime: [Fixture.granted(Fixture.graph, "Mail.Read")], userConsent: .verifiedPublishers,
            expected: "satisfied"),
        Row(
            name: "users of an external tenant never consent", scope: "openid", tenant: Fixture.woodgrove,
            expected: "administrator: openid* profile*"),
        Row(
            name: "an external tenant's administrator consented", scope: "openid", tenant: Fixture.woodgrove,
            runtime: [Fixture.granted(Fixture.graph, "openid", by: nil)], expected: "satisfied"),
        Row(
            name: "signing in needs no consent in b2c", scope: "openid offline_access", tenant: Fixture.adventureWorks,
            expected: "satisfied"),
        Row(
            name: "a personal account consents", scope: "openid User.Read", tenant: .consumers,
            expected: "needed: openid* profile* User.Read"),
        Row(
            name: "admin consent is for administrators", scope: "User.Read", prompt: .administrator,
            expected: "administrator: openid* profile* User.Read"),
        Row(
            name: "admin consent to signing in takes nothing else", scope: "openid", user: Fixture.admin,
            prompt: .administrator, expected: "needed: openid* profile*"),
        Row(
            name: "admin consent to application permissions alone", scope: "api://orders/.default",
            client: listingRole, user: Fixture.admin, prompt: .administrator,
            expected: "needed: openid* profile* User.Read*"),
        Row(
            name: "an application administrator may grant what is for administrators", scope: "User.Read.All",
            user: Fixture.user(role: "Application Administrator"), expected: "needed: openid* profile* User.Read.All"),
        Row(
            name: "a user administrator may not", scope: "User.Read.All",
            user: Fixture.user(role: "User Administrator"), expected: "administrator: openid* profile* User.Read.All"),
        Row(
            name: "an application administrator consents for all, application permissions included",
            scope: "api://orders/.default", client: listingRole,
            user: Fixture.user(role: "Cloud Application Administrator"), prompt: .administrator,
            expected: "needed: openid* profile* User.Read*"),
        Row(
            name: "but not where those are Microsoft Graph's", scope: "https://graph.microsoft.com/.default",
            client: listingGraphRole, user: Fixture.user(role: "Application Administrator"), prompt: .administrator,
            expected: "administrator: openid* profile* User.Read*"),
        Row(
            name: "unless they are not requested", scope: "User.Read", client: listingGraphRole,
            user: Fixture.user(role: "Application Administrator"), prompt: .administrator,
            expected: "needed: openid* profile* User.Read"),
        Row(
            name: "a privileged role administrator grants these, too", scope: "https://graph.microsoft.com/.default",
            client: listingGraphRole, user: Fixture.user(role: "Privileged Role Administrator"), prompt: .administrator,
            expected: "needed: openid* profile* User.Read*"),
        Row(
            name: "admin consent by name takes the names", scope: "api://orders/Orders.Manage", user: Fixture.admin,
            prompt: .administrator, expected: "needed: openid* profile* api://orders/Orders.Manage"),
    ]

    @Test(arguments: defaultTable)
    func defaultScopeRequestsRegisteredPermissionsUnlessGranted(row: Row, token: String) throws {
        try check(row)
        let before = try resolver(for: row.client, configured: row.configured)
        let access = try RequestedAccess.resolve(ScopeRequest.parse(row.scope), at: .authorizeForCode, by: before)
        let evaluation = ConsentEvaluation(resolver: before, user: row.user, userConsent: .allowed)
        var grants: [PermissionGrant] = []
        if case .needed(let entries) = try evaluation.decide(access, prompt: row.prompt) {
            grants = ConsentGrant.apply(entries, accepted: .all, for: .principal(row.user.id))
        }
        let issued = try GrantedAccess.issue(
            access, to: row.client, for: row.user.id, on: ConsentGrants(tenant: before.tenant, runtime: grants),
            missing: .consentRequired, at: access.version)
        #expect(issued.scopes.filter { OIDCScopes(name: $0) == nil }.joined(separator: " ") == token)
    }

    @Test(arguments: dynamic) func asksConsentForMissingNamedPermissions(row: Row) throws { try check(row) }

    @Test(arguments: everything) func defaultScopeConsentCoversAllListedAPIs(row: Row) throws { try check(row) }

    @Test(arguments: administrators) func needsAdministratorWhereUserMayNotConsent(row: Row) throws {
        try check(row)
    }

    struct ResourceRow: Sendable, CustomTestStringConvertible {
        let name: String
        let resource: String?
        var runtime: [PermissionGrant] = []
        let expected: String

        var testDescription: String { name }
    }

    static let resources: [ResourceRow] = [
        ResourceRow(
            name: "the static list on one page", resource: "api://orders",
            expected: "needed: openid* profile* offline_access* User.Read* api://orders/Orders.Read"),
        ResourceRow(
            name: "nothing once the resource is granted", resource: "api://orders",
            runtime: [Fixture.granted(Fixture.orders, "Orders.Write")], expected: "satisfied"),
        ResourceRow(
            name: "signing in lists the static list", resource: nil,
            expected: "needed: openid* profile* offline_access* User.Read* api://orders/Orders.Read"),
        ResourceRow(
            name: "signing in again needs nothing", resource: nil, runtime: [signedInBefore], expected: "satisfied"),
    ]

    @Test(arguments: resources) func version1ConsentIsStatic(row: ResourceRow) throws {
        let resolver = try resolver(runtime: row.runtime)
        let result = outcome { () throws(EntraError) in
            let access = try RequestedAccess.fromResource(row.resource, at: .authorizeForCode, by: resolver)
            let evaluation = ConsentEvaluation(resolver: resolver, user: Fixture.alex, userConsent: .allowed)
            return describe(try evaluation.decide(access, prompt: .ifNeeded))
        }
        #expect(result == row.expected)
    }

    private func check(_ row: Row) throws {
        let resolver = try resolver(
            for: row.client, in: row.tenant, configured: row.configured, runtime: row.runtime)
        let result = outcome { () throws(EntraError) in
            let request = try ScopeRequest.parse(row.scope)
            let access = try RequestedAccess.resolve(request, at: .authorizeForCode, by: resolver)
            let evaluation = ConsentEvaluation(resolver: resolver, user: row.user, userConsent: row.userConsent)
            return describe(try evaluation.decide(access, prompt: row.prompt))
        }
        #expect(result == row.expected)
    }
}

private func describe(_ decision: ConsentDecision) -> String {
    switch decision {
    case .satisfied: "satisfied"
    case .needed(let entries): "needed: " + entries.map(describe).joined(separator: " ")
    case .needsAdministrator(let entries): "administrator: " + entries.map(describe).joined(separator: " ")
    }
}

/// Returns the scope with `*` if it is required and `@Gateway` if it belongs to that middle tier.
private func describe(_ entry: PermissionToConsent) -> String {
    entry.scope + (entry.isRequired ? "*" : "") + (entry.client == ScopeFixture.gateway.clientID ? "@Gateway" : "")
}
