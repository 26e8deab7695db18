package import Entra
import Formats

extension Application {
    /// Whether the application is a Microsoft API of every tenant.
    package var isOfMicrosoft: Bool { BuiltInResources.contains(self.clientID) }
}

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

/// The permissions of Microsoft Graph in the built-in API: the ones that tests use most, with Microsoft's IDs.
enum GraphPermissions {
    static let delegated: [BuiltInPermission] = [
        BuiltInPermission("openid", "37f7f235-527c-4136-accd-4a02d197296e", "Sign you in"),
        BuiltInPermission("profile", "14dad69e-099b-42c9-810b-d002981feec1", "View your basic profile"),
        BuiltInPermission("email", "64a6cdd6-aab1-4aaf-94b8-3cc8405e90d0", "View your email address"),
        BuiltInPermission(
            "offline_access", "7427e0e9-2fba-42fe-b0c0-848c9e6a8182",
            "Maintain access to data you have given it access to"),
        BuiltInPermission("User.Read", "e1fe6dd8-ba31-4d61-89e7-88639da4683d", "Sign you in and read your profile"),
        BuiltInPermission("User.ReadWrite", "b4e74841-8e56-480b-be8b-910348b18b4c", "Read and update your profile"),
        BuiltInPermission(
            "User.ReadBasic.All", "b340eb25-3456-403f-be2f-af7a0d370277", "Read all users' basic profiles"),
        BuiltInPermission(
            "User.Read.All", "a154be20-db9c-4678-8ab7-66f6cc099a59", "Read all users' full profiles", .admin),
        BuiltInPermission(
            "User.ReadWrite.All", "204e0828-b5ca-4ad8-b9f3-f32a958e7cc4", "Read and write all users' full profiles",
            .admin),
        BuiltInPermission("Mail.Read", "570282fd-fa5c-430d-a7fd-fc8dc98a9dca", "Read your mail"),
        BuiltInPermission("Mail.ReadWrite", "024d486e-b451-40bb-833d-3e66d98c5c73", "Read and write your mail"),
        BuiltInPermission("Mail.Send", "e383f46e-2787-4529-855e-0e479a3ffac0", "Send mail as you"),
        BuiltInPermission("Calendars.Read", "465a38f9-76ea-45b9-9f34-9e8b0d4b0b42", "Read your calendars"),
        BuiltInPermission(
            "Calendars.ReadWrite", "1ec239c2-d7c9-4623-a91a-a9775856bb36", "Read and write your calendars"),
        BuiltInPermission("Contacts.Read", "ff74d97f-43af-4b68-9f2a-b77ee6968c5d", "Read your contacts"),
        BuiltInPermission("Contacts.ReadWrite", "d56682ec-c09e-4743-aaf4-1a3aac4caa21", "Read and write your contacts"),
        BuiltInPermission("Files.Read", "10465720-29dd-4523-a11a-6a75c743c9d9", "Read your files"),
        BuiltInPermission("Files.ReadWrite", "5c28f0bf-8a70-41f1-8ab2-9032436ddb65", "Read and write your files"),
        BuiltInPermission(
            "Files.Read.All", "df85f4d6-205c-4ac5-a5ea-6bf408dba283", "Read all files that you can access"),
        BuiltInPermission(
            "Files.ReadWrite.All", "863451e7-0667-486c-a5d6-d135439485f0",
            "Read and write all files that you can access"),
        BuiltInPermission(
            "Sites.Read.All", "205e70e5-aba6-4c52-a976-6d2d46c48043", "Read items in all site collections"),
        BuiltInPermission("People.Read", "ba47897c-39ec-4d83-8086-ee8256fa737d", "Read your relevant people"),
        BuiltInPermission("Directory.Read.All", "06da0dbc-49e2-44d2-8312-53f166ab848a", "Read directory data", .admin),
        BuiltInPermission(
            "Directory.ReadWrite.All", "c5366453-9fb0-48a5-a156-24f0c49a4b84", "Read and write directory data", .admin),
        BuiltInPermission(
            "Directory.AccessAsUser.All", "0e263e50-5827-48a4-b97c-d940288653c7", "Access the directory as you", .admin),
        BuiltInPermission("Group.Read.All", "5f8c59db-677d-491f-a6b8-5f174b11ec1d", "Read all groups", .admin),
        BuiltInPermission(
            "Group.ReadWrite.All", "4e46008b-f24c-477d-8fff-7bb4ec7aafe0", "Read and write all groups", .admin),
        BuiltInPermission(
            "GroupMember.Read.All", "bc024368-1153-4739-b217-4326f2e966d0", "Read group memberships", .admin),
        BuiltInPermission("Application.Read.All", "c79f8feb-a9db-4090-85f9-90d820caa0eb", "Read applications", .admin),
        BuiltInPermission(
            "Application.ReadWrite.All", "bdfbf15f-ee85-4955-8675-146e8e5296b5", "Read and write all applications",
            .admin),
        BuiltInPermission(
            "AppRoleAssignment.ReadWrite.All", "84bccea3-f856-4a8a-967b-dbe0a3d53a64",
            "Manage app permission grants and app role assignments", .admin),
        BuiltInPermission(
            "DelegatedPermissionGrant.ReadWrite.All", "41ce6ca6-6826-4807-84f1-1c82854f7ee5",
            "Manage all delegated permission grants", .admin),
        BuiltInPermission(
            "AuthenticationContext.Read.All", "57b030f1-8c35-469c-b0d9-e4a077debe70",
            "Read all authentication context information", .admin),
        BuiltInPermission(
            "GroupMember.ReadWrite.All", "f81125ac-d3b7-4573-a3b2-7099cc39df9e", "Read and write group memberships",
            .admin),
        BuiltInPermission(
            "User.RevokeSessions.All", "fc30e98b-8810-4501-81f5-c20a3196387b", "Revoke all sign-in sessions of a user",
            .admin),
        BuiltInPermission(
            "User-PasswordProfile.ReadWrite.All", "56760768-b641-451f-8906-e1b8ab31bca7",
            "Read and write password profiles, and reset passwords", .admin),
    ]

    static let application: [BuiltInPermission] = [
        BuiltInPermission("User.Read.All", "df021288-bdef-4463-88db-98f22de89214", "Read all users' full profiles"),
        BuiltInPermission(
            "User.ReadWrite.All", "741f803b-c850-494e-b5df-cde7c675a1ca", "Read and write all users' full profiles"),
        BuiltInPermission("Directory.Read.All", "7ab1d382-f21e-4acd-a863-ba3e13f7da61", "Read directory data"),
        BuiltInPermission(
            "Directory.ReadWrite.All", "19dbc75e-c2e2-444c-a770-ec69d8559fc7", "Read and write directory data"),
        BuiltInPermission("Application.Read.All", "9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30", "Read all applications"),
        BuiltInPermission(
            "Application.ReadWrite.All", "1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9", "Read and write all applications"),
        BuiltInPermission(
            "Application.ReadWrite.OwnedBy", "18a4783c-866b-4cc7-a460-3d5e5662c884",
            "Manage applications that it creates or owns"),
        BuiltInPermission("Group.Read.All", "5b567255-7703-4780-807c-7be8301ae99b", "Read all groups"),
        BuiltInPermission("Group.ReadWrite.All", "62a82d76-70ea-41e2-9197-370581804d09", "Read and write all groups"),
        BuiltInPermission("GroupMember.Read.All", "98830695-27a2-44f7-8c18-0c3ebc9698f6", "Read all group memberships"),
        BuiltInPermission("Mail.Read", "810c84a8-4a9e-49e6-bf7d-12d183f40d01", "Read mail in all mailboxes"),
        BuiltInPermission(
            "Mail.ReadWrite", "e2a3a72e-5f79-4c64-b1b1-878b674786c9", "Read and write mail in all mailboxes"),
        BuiltInPermission("Mail.Send", "b633e1c5-b582-4048-a93e-9f11b44c7e96", "Send mail as any user"),
        BuiltInPermission("Calendars.Read", "798ee544-9d2d-430c-a058-570e29e34338", "Read calendars in all mailboxes"),
        BuiltInPermission(
            "Calendars.ReadWrite", "ef54d2bf-783f-4e0f-bca1-3210c0444d99", "Read and write calendars in all mailboxes"),
        BuiltInPermission(
            "Files.Read.All", "01d4889c-1287-42c6-ac1f-5d1e02578ef6", "Read files in all site collections"),
        BuiltInPermission(
            "Sites.Read.All", "332a536c-c7ef-4017-ab91-336970924f0d", "Read items in all site collections"),
        BuiltInPermission(
            "AppRoleAssignment.ReadWrite.All", "06b708a9-e830-4db3-a914-8e69da51d44f",
            "Manage app permission grants and app role assignments"),
        BuiltInPermission(
            "DelegatedPermissionGrant.ReadWrite.All", "8e8e4742-1d95-4f68-9d56-6ee75648c72a",
            "Manage all delegated permission grants"),
        BuiltInPermission(
            "AuthenticationContext.Read.All", "381f742f-e1f8-4309-b4ab-e3d91ae4c5c1",
            "Read all authentication context information"),
        BuiltInPermission("Group.Create", "bf7b1a76-6e77-406b-b258-bf5c7720e98f", "Create groups"),
        BuiltInPermission(
            "GroupMember.ReadWrite.All", "dbaae8cf-10b5-4b86-a4a1-f871c94c6695",
            "Read and write all group memberships"),
        BuiltInPermission(
            "User.RevokeSessions.All", "77f3a031-c388-4f99-b373-dc68676a979e", "Revoke all sign-in sessions of a user"),
        BuiltInPermission(
            "User-PasswordProfile.ReadWrite.All", "cc117bb9-00cf-4eb8-b580-ea2a878fe8f7",
            "Read and write all password profiles, and reset passwords"),
    ]
}
