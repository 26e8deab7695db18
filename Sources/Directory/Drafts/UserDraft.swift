import Entra

/// A user as the file has it: the model's own properties, and what is resolved once the whole file is read.
struct UserDraft: Sendable {
    var user = User(id: ObjectID(""), userPrincipalName: "", displayName: "", tenantID: TenantID(""))
    let place: ConfigurationPlace
    var id: Marked<String>?
    var userPrincipalName: Marked<String>?
    var displayName: String?
    /// Ids or display names.
    var groups: [Marked<String>] = []
    /// Names or template ids of directory roles.
    var roles: [Marked<String>] = []
    var guestOf: [GuestDraft] = []
}

/// A user's second account, as a guest in another tenant.
struct GuestDraft: Sendable {
    let place: ConfigurationPlace
    /// Id or domain.
    var tenant: Marked<String>?
    var id: Marked<String>?
    var userPrincipalName: String?
    var groups: [Marked<String>] = []
    var roles: [Marked<String>] = []
    /// What the account there says of the person, in place of what the home account says.
    var account: UserDraft?
}

struct GroupDraft: Sendable {
    var group = Group(id: ObjectID(""), displayName: "")
    let place: ConfigurationPlace
    var id: Marked<String>?
}
