import Entra

/// A user in a file: the properties of the model, and the values that are resolved after the whole file is read.
struct UserDraft: Sendable {
    var user = User(id: ObjectID(""), userPrincipalName: "", displayName: "", tenantID: TenantID(""))
    let place: ConfigurationPlace
    var id: Marked<String>?
    var userPrincipalName: Marked<String>?
    var displayName: String?
    /// The groups, as IDs or display names.
    var groups: [Marked<String>] = []
    /// The directory roles, as names or template IDs.
    var roles: [Marked<String>] = []
    var guestOf: [GuestDraft] = []
}

/// A user's second account, as a guest in another tenant.
struct GuestDraft: Sendable {
    let place: ConfigurationPlace
    /// The tenant, as ID or domain.
    var tenant: Marked<String>?
    var id: Marked<String>?
    var userPrincipalName: String?
    var groups: [Marked<String>] = []
    var roles: [Marked<String>] = []
    /// The properties of the guest account that replace those of the home account.
    var account: UserDraft?
}

struct GroupDraft: Sendable {
    var group = Group(id: ObjectID(""), displayName: "")
    let place: ConfigurationPlace
    var id: Marked<String>?
}
