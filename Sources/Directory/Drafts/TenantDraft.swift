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

    let place: ConfigurationPlace
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
    var servicePrincipals: [Marked<String>] = []
    var grants: [GrantDraft] = []
    var assignments: [AssignmentDraft] = []
    var managedIdentities: [ManagedIdentityDraft] = []
    var conditionalAccessPolicies: [PolicyDraft] = []
    var authenticationContexts: [AuthenticationContextDraft] = []
    var policies: [UserFlowDraft] = []
    var federatedDomains: [FederatedDomainDraft] = []
}

struct GrantDraft: Sendable {
    enum ConsentType: String, Sendable, CaseIterable {
        case principal = "Principal"
        case allPrincipals = "AllPrincipals"
    }

    let place: ConfigurationPlace
    var client: Marked<String>?
    var resource: Marked<String>?
    var consentType: ConsentType?
    var principal: Marked<String>?
    var scope: Marked<String>?
}

struct AssignmentDraft: Sendable {
    let place: ConfigurationPlace
    var principal: Marked<String>?
    var resource: Marked<String>?
    /// The role, as ID or value.
    var role: Marked<String>?
}
