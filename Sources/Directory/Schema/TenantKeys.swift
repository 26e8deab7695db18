import Entra

/// The whole configuration file before its parts are checked against each other.
struct FileDraft: Sendable {
    var server = ServerDraft()
    var settings = SettingsOverrides()
    var federatedIssuers: [FederatedIssuerDraft] = []
    var tenants: [TenantDraft] = []
    var applicationsFrom: [Marked<String>] = []
    var clientSecrets: [ClientSecretsDraft] = []
}

struct TenantDraft: Sendable {
    /// The values of `kind`. The tenant of personal accounts has no kind: its ID identifies the tenant.
    enum Kind: String, Sendable, CaseIterable {
        case workforce
        case external
        case b2c
    }

    let location: ConfigurationLocation
    var id: Marked<String>?
    var displayName: String?
    var kind: Marked<Kind>?
    var domains: [Marked<String>] = []
    var subdomain: Marked<String>?
    var cloud: Cloud?
    var countryLetterCode: String?
    var settings = SettingsOverrides()
    var users: [UserDraft] = []
    var groups: [GroupDraft] = []
    var devices: [DeviceDraft] = []
    var applications: [ApplicationDraft] = []
    var applicationsFrom: [Marked<String>] = []
    var servicePrincipals: [ServicePrincipalDraft] = []
    var grants: [GrantDraft] = []
    var assignments: [AssignmentDraft] = []
    var roleDefinitions: [RoleDefinitionDraft] = []
    /// The activated roles, as names or template IDs.
    var directoryRoles: [Marked<String>] = []
    var roleAssignments: [RoleAssignmentDraft] = []
    var managedIdentities: [ManagedIdentityDraft] = []
    var conditionalAccessPolicies: [PolicyDraft] = []
    var authenticationContexts: [AuthenticationContextDraft] = []
    var subscriptions: [SubscriptionDraft] = []
    var policies: [UserFlowDraft] = []
    var directoryPolicies: [DirectoryPolicy.Kind: [DirectoryPolicyDraft]] = [:]
    var federatedDomains: [FederatedDomainDraft] = []
}

struct GrantDraft: Sendable {
    enum ConsentType: String, Sendable, CaseIterable {
        case principal = "Principal"
        case allPrincipals = "AllPrincipals"
    }

    let location: ConfigurationLocation
    var client: Marked<String>?
    var resource: Marked<String>?
    var consentType: ConsentType?
    var principal: Marked<String>?
    var scope: Marked<String>?
}

struct AssignmentDraft: Sendable {
    let location: ConfigurationLocation
    var principal: Marked<String>?
    var resource: Marked<String>?
    /// The role, as ID or value.
    var role: Marked<String>?
}

extension TenantDraft {
    static let keys = ObjectSpec<TenantDraft>(
        "tenant", "A tenant with its users, groups, devices, applications and policies.", unknownKeys: .rejected,
        keys: [
            .key(
                "id", \.id, .marked(.nonEmptyText),
                "The tenant id: a GUID, or consumers to add users to the built-in tenant of personal accounts."
            ).required,
            .key(
                "displayName", \.displayName, .nonEmptyText, "The organization's name. Default: the first domain."),
            .key("kind", \.kind, .marked(.word as ValueSpec<Kind>), "The kind of tenant. Default workforce."),
            .key(
                "domains", \.domains, .list(.marked(.nonEmptyText)),
                "The verified domains; the first is the initial domain."),
            .key(
                "subdomain", \.subdomain, .marked(.nonEmptyText),
                "external and b2c: the host label before .ciamlogin.com or .b2clogin.com. "
                    + "Default: the label of the .onmicrosoft.com domain."),
            .key("cloud", \.cloud, .word, "The national cloud of the tenant. Default: any."),
            .key("countryLetterCode", \.countryLetterCode, .countryCode, "The tenant_ctry claim, such as CH."),
            .key("settings", \.settings, SettingsOverrides.tenantValue, "Settings for this tenant."),
            .key("users", \.users, .list(UserDraft.value), "Users."),
            .key("groups", \.groups, .list(GroupDraft.value), "Groups."),
            .key("devices", \.devices, .list(DeviceDraft.value), "Devices."),
            .key("applications", \.applications, .list(ApplicationDraft.value), "Application registrations."),
            .key(
                "applicationsFrom", \.applicationsFrom, .list(.marked(.nonEmptyText)),
                "Paths of manifest files of this tenant, relative to this file; * matches any part of a name."),
            .key(
                "servicePrincipals", \.servicePrincipals, .list(ServicePrincipalDraft.value),
                "Applications of other tenants and clients of Microsoft that have a service principal in this tenant without "
                    + "any grant, by appId, and Microsoft APIs that not every tenant has, by appId or display name."
            ).own,
            .key("oauth2PermissionGrants", \.grants, .list(GrantDraft.value), "Recorded delegated consent."),
            .key(
                "appRoleAssignments", \.assignments, .list(AssignmentDraft.value),
                "Roles assigned to users, groups and clients."),
            .key(
                "roleDefinitions", \.roleDefinitions, .list(RoleDefinitionDraft.value), "Custom directory roles."),
            .key(
                "directoryRoles", \.directoryRoles, .list(.marked(.nonEmptyText)),
                "Names or template ids of built-in directory roles that are activated without an assignment."),
            .key(
                "roleAssignments", \.roleAssignments, .list(RoleAssignmentDraft.value),
                "Directory roles assigned to users, role-assignable groups and clients."),
            .key(
                "managedIdentities", \.managedIdentities, .list(ManagedIdentityDraft.value),
                "Azure managed identities."),
            .key(
                "conditionalAccessPolicies", \.conditionalAccessPolicies,
                .list(PolicyDraft.value),
                "Conditional Access policies, which sign-ins must satisfy."),
            .key(
                "subscriptions", \.subscriptions, .list(SubscriptionDraft.value),
                "Azure subscriptions, which Azure Resource Manager lists."
            ).own,
            .key(
                "authenticationContextClassReferences", \.authenticationContexts,
                .list(AuthenticationContextDraft.value),
                "Authentication contexts, which APIs require with claims challenges."),
            .key(
                "federatedDomains", \.federatedDomains, .list(FederatedDomainDraft.value),
                "workforce: the domains whose users another identity provider signs in."),
            .key(
                "policies", \.policies, .list(UserFlowDraft.value),
                "User flows. b2c: the URL names a flow, such as B2C_1_signupsignin. external: flows for sign-up and sign-in."
            ),
        ], further: DirectoryPolicyDraft.tenantKeys)

    static let value = keys.value { TenantDraft(location: $0) }
}

extension GrantDraft {
    static let keys = ObjectSpec<GrantDraft>(
        "oauth2PermissionGrant", "Recorded delegated consent (Graph oAuth2PermissionGrant).", unknownKeys: .ignored,
        keys: [
            .key("clientId", \.client, .marked(.nonEmptyText), "The client: service principal id or appId.").required,
            .key(
                "resourceId", \.resource, .marked(.nonEmptyText),
                "The API: service principal id or appId, or a name of one of Microsoft's APIs."
            ).required,
            .key("consentType", \.consentType, .word, "Principal: one user. AllPrincipals: the whole tenant.").required,
            .key("principalId", \.principal, .marked(.nonEmptyText), "The user's id or user principal name."),
            .key("scope", \.scope, .marked(.text), "Permission values, separated by spaces.").required,
        ])

    static let value = keys.value { GrantDraft(location: $0) }
}

extension AssignmentDraft {
    static let keys = ObjectSpec<AssignmentDraft>(
        "appRoleAssignment", "A role assigned to a user, group or client (Graph appRoleAssignment).",
        unknownKeys: .ignored,
        keys: [
            .key(
                "principalId", \.principal, .marked(.nonEmptyText),
                "A user (id or user principal name), a group (id), a client (service principal id or appId) or a managed "
                    + "identity (principalId or clientId)."
            ).required,
            .key(
                "resourceId", \.resource, .marked(.nonEmptyText),
                "The API: service principal id or appId, or a name of one of Microsoft's APIs."
            ).required,
            .key("appRoleId", \.role, .marked(.nonEmptyText), "The role's id; all zeros for access without a role."),
            .key("appRole", \.role, .marked(.nonEmptyText), "The role's value, such as Orders.Read.All.").own.alias,
        ])

    static let value = keys.value { AssignmentDraft(location: $0) }
}

extension FileDraft {
    static let keys = ObjectSpec<FileDraft>(
        "configuration", "Understudy's configuration.", unknownKeys: .rejected,
        keys: [
            .nested("server", serverKeys, "The options of the server."),
            .key("settings", \.settings, SettingsOverrides.value, "Settings for all tenants."),
            .key("tenants", \.tenants, .list(TenantDraft.value), "The tenants."),
            .key(
                "federatedIssuers", \.federatedIssuers, .list(FederatedIssuerDraft.value),
                "Issuers whose tokens federatedIdentityCredentials may trust, and their keys."),
            .key(
                "applicationsFrom", \.applicationsFrom, .list(.marked(.nonEmptyText)),
                "Paths of manifest files of the first tenant, relative to this file; * matches any part of a name."),
            .key(
                "clientSecrets", \.clientSecrets, .clientSecrets,
                "Secrets by appId, for applications whose manifest has none: {APPID: SECRET}, or {APPID: [SECRET, SECRET]}."
            ),
        ])
}
