import Directory
import Entra
import Formats
import Protocol

/// The type of users, with the lengths of the service's reference.
extension GraphType where Entity == User {
    static let user = GraphType(
        "user", set: "users", id: { $0.id.description },
        [
            .kept("businessPhones", \.otherProperties, .anyTexts(1, of: 64), absent: .array([])),
            .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required.searchable,
            .property("givenName", \.givenName, .text(upTo: 64)).searchable,
            .property("jobTitle", \.jobTitle, .text(upTo: 128)).searchable,
            .property("mail", \.mail, .nonEmptyText(upTo: 256)).searchable,
            .kept("mobilePhone", \.otherProperties, .anyText(upTo: 64)),
            .kept("officeLocation", \.otherProperties, .anyText(upTo: 128)),
            .property("preferredLanguage", \.preferredLanguage, .text(upTo: 100)),
            .property("surname", \.surname, .text(upTo: 64)).searchable,
            .property("userPrincipalName", \.userPrincipalName, .nonEmptyText(upTo: 113)).required.searchable,
            .derived("id", .guid) { $0.id }.filterable,
            .property("accountEnabled", \.accountEnabled, .boolean).required.filterable.onSelect,
            .kept("ageGroup", \.otherProperties, .anyWord("Minor", "NotAdult", "Adult")).onSelect,
            .kept("city", \.otherProperties, .anyText(upTo: 128)).searchable.onSelect,
            .kept("companyName", \.otherProperties, .anyText(upTo: 64)).onSelect,
            .property("country", \.country, .text(upTo: 128)).searchable.onSelect,
            .kept("department", \.otherProperties, .anyText(upTo: 64)).searchable.onSelect,
            .kept("employeeId", \.otherProperties, .anyText(upTo: 16)).filterable.onSelect,
            .derived("lastPasswordChangeDateTime", .dateTime) { $0.lastPasswordChange }.onSelect,
            .kept("mailNickname", \.otherProperties, .anyText(upTo: 64)).required.searchable.onSelect,
            .property("onPremisesImmutableId", \.onPremisesImmutableId, .nonEmptyText).filterable.onSelect,
            .derived("onPremisesSamAccountName", .text) { $0.onPremisesSamAccountName }.onSelect,
            .derived("onPremisesSecurityIdentifier", .text) { $0.onPremisesSecurityIdentifier }.onSelect,
            .derived("onPremisesSyncEnabled", .boolean) { $0.isSyncedFromPremises ? true : nil }.onSelect,
            .kept("otherMails", \.otherProperties, .anyTexts(250, of: 250), absent: .array([])).filterable.onSelect,
            .kept(
                "passwordPolicies", \.otherProperties,
                .anyWords("None", "DisablePasswordExpiration", "DisableStrongPassword")
            ).onSelect,
            .passwordProfile,
            .kept("postalCode", \.otherProperties, .anyText(upTo: 40)).onSelect,
            .kept("state", \.otherProperties, .anyText(upTo: 128)).searchable.onSelect,
            .kept("streetAddress", \.otherProperties, .anyText(upTo: 1_024)).onSelect,
            .property("usageLocation", \.usageLocation, .country).searchable.onSelect,
            .derived("userType", .text) { $0.id == $0.home.objectID ? "Member" : "Guest" }.filterable.onSelect,
        ])
}

extension GraphType where Entity == User {
    /// The type for `User.ReadBasic.All` (Microsoft Graph permissions reference). Its other properties are null.
    static let basicUser = user.telling(
        only: ["displayName", "givenName", "id", "mail", "surname", "userPrincipalName"])
}

extension GraphProperty where Entity == User {
    /// The password profile, which is write-only and null in responses. An absent `forceChangePasswordNextSignIn` counts as false
    /// for a new user. The operations check the password, because the rules depend on the user's name.
    fileprivate static var passwordProfile: GraphProperty {
        var property = GraphProperty(name: "passwordProfile", kind: .complex) { _ in
            .null
        } set: {
            (user, json, path) throws(GraphError) in
            let profile = try profile.read(json, path)
            if let password = profile.password { user.password = password }
            if let mustChange = profile.mustChange { user.mustChangePassword = mustChange }
        }
        property.isRequired = true
        property.isDefault = false
        return property
    }

    private static var profile: GraphValue<PasswordProfile> {
        .complex(
            PasswordProfile(),
            [
                .property("password", \.password, .text),
                .property("forceChangePasswordNextSignIn", \.mustChange, .boolean),
                .property("forceChangePasswordNextSignInWithMfa", \.mustChangeWithMFA, .boolean),
            ])
    }
}

private struct PasswordProfile: Sendable {
    var password: String?
    var mustChange: Bool?
    var mustChangeWithMFA: Bool?
}

extension GraphValue where Value == String {
    /// A country code with two letters (ISO 3166).
    fileprivate static let country = GraphValue.parsed(.text, { .string($0) }) { value in
        value.string.flatMap { $0.utf8.count == 2 && $0.utf8.allSatisfy(ASCII.isLetter) ? $0 : nil }
    }
}
