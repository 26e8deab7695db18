/// The accounts that an application admits (Microsoft Graph `application.signInAudience`).
package enum SignInAudience: String, Sendable, Hashable, CaseIterable {
    case myOrg = "AzureADMyOrg"
    case multipleOrgs = "AzureADMultipleOrgs"
    case orgsAndPersonal = "AzureADandPersonalMicrosoftAccount"
    case personalOnly = "PersonalMicrosoftAccount"

    package var admitsPersonalAccounts: Bool { self == .orgsAndPersonal || self == .personalOnly }
    package var isMultiTenant: Bool { self != .myOrg }
}
