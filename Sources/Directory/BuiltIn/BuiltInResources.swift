package import Entra
import Formats

/// The Microsoft APIs of every tenant, with the permission IDs that Microsoft publishes.
enum BuiltInResources {
    /// The APIs with the names of the public cloud and without service principal IDs. `resources(in:cloud:)` returns the APIs of
    /// a tenant.
    static let all = [microsoftGraph, azureADGraph, azureServiceManagement, tokenExchange]

    private static let ids = Set(all.map(\.clientID))

    static func contains(_ client: ClientID) -> Bool { ids.contains(client) }

    /// Returns the APIs of a tenant with the names in the tenant's cloud, or in the public cloud if `cloud` is nil.
    static func resources(in tenant: TenantID, cloud: Cloud?) -> [Application] {
        all.map { resource in
            var copy = resource
            copy.identifierUris = BuiltInNames.uris(of: resource.clientID, in: cloud ?? .global)
            copy.servicePrincipalID = .servicePrincipal(of: resource.clientID, in: tenant)
            return copy
        }
    }

    /// Microsoft Graph, which takes part in continuous access evaluation: its tokens list the capabilities of the client.
    private static let microsoftGraph: Application = {
        var graph = resource(
            .microsoftGraph, "Microsoft Graph",
            scopes: GraphPermissions.delegated.map(\.scope), roles: GraphPermissions.application.map(\.role))
        graph.optionalClaims.accessToken = [OptionalClaims.Claim(name: "xms_cc")]
        return graph
    }()

    private static let azureServiceManagement = resource(
        .azureServiceManagement, "Azure Service Management",
        scopes: [
            BuiltInPermission("user_impersonation", "41094075-9dad-400e-a0bd-54e686782033", "Access Azure as you").scope
        ])

    /// The API of the tokens that a workload exchanges at another application by a federated identity credential.
    private static let tokenExchange: Application = {
        var exchange = resource(
            .tokenExchange, "AAD Token Exchange Endpoint", scopes: [])
        exchange.requestedAccessTokenVersion = 2
        return exchange
    }()

    private static let azureADGraph = resource(
        .azureADGraph, "Windows Azure Active Directory",
        scopes: [
            BuiltInPermission("User.Read", "311a71cc-e848-46a1-bdf8-97ff7156d8e6", "Sign you in and read your profile"),
            BuiltInPermission(
                "User.ReadBasic.All", "cba73afc-7f69-4d86-8450-4978e04ecd1a", "Read all users' basic profiles"),
            BuiltInPermission(
                "User.Read.All", "c582532d-9d9e-43bd-a97c-2667a28ce295", "Read all users' full profiles", .admin),
            BuiltInPermission(
                "Directory.Read.All", "5778995a-e1bf-45b8-affa-663a9f3f4d04", "Read directory data", .admin),
            BuiltInPermission(
                "Directory.AccessAsUser.All", "a42657d6-7f20-40e3-b6f0-cee03008a62a", "Access the directory as you",
                .admin),
        ].map(\.scope),
        roles: [
            BuiltInPermission("Directory.Read.All", "5778995a-e1bf-45b8-affa-663a9f3f4d04", "Read directory data").role,
            BuiltInPermission(
                "Directory.ReadWrite.All", "78c8a3c8-a07e-4b9e-af1b-b5ccab50a175", "Read and write directory data"
            ).role,
            BuiltInPermission(
                "Application.ReadWrite.All", "1cda74f2-2616-4834-b122-5cb1b07f8a59", "Read and write all applications"
            ).role,
        ])

    private static func resource(
        _ id: ClientID, _ name: String, scopes: [PermissionScope], roles: [AppRole] = []
    ) -> Application {
        var resource = Application(appId: id.description, servicePrincipalID: ObjectID(""), displayName: name)
        resource.signInAudience = .orgsAndPersonal
        resource.identifierUris = BuiltInNames.uris(of: id, in: .global)
        resource.requestedAccessTokenVersion = 1
        resource.oauth2PermissionScopes = scopes
        resource.appRoles = roles
        return resource
    }
}

extension ObjectID {
    /// Returns the object ID of an application's service principal in a tenant, unless the configuration sets another ID.
    package static func servicePrincipal(of client: ClientID, in tenant: TenantID) -> ObjectID {
        ObjectID(GUID(derivedFrom: "servicePrincipal", tenant.description, client.description).description)
    }
}

/// A permission that Microsoft publishes.
struct BuiltInPermission: Sendable {
    let value: String
    let id: String
    /// The name of the permission on the consent page.
    let title: String
    let kind: PermissionScope.Kind

    init(_ value: String, _ id: String, _ title: String, _ kind: PermissionScope.Kind = .user) {
        self.value = value
        self.id = id
        self.title = title
        self.kind = kind
    }

    var scope: PermissionScope {
        var scope = PermissionScope(id: PermissionID(id), value: value)
        scope.kind = kind
        scope.adminConsentDisplayName = title
        scope.userConsentDisplayName = title
        return scope
    }

    var role: AppRole {
        var role = AppRole(id: PermissionID(id), value: value, displayName: title)
        role.allowsApplications = true
        return role
    }
}
