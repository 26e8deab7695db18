import Directory
import Entra
import Formats

/// A delegated consent, with the object IDs of its parties.
struct PermissionGrantEntry: Sendable {
    enum ConsentType: String, Sendable, CaseIterable {
        case allPrincipals = "AllPrincipals"
        case principal = "Principal"
    }

    var clientId = ObjectID("")
    var consentType = ConsentType.allPrincipals
    var principalId: ObjectID?
    var resourceId = ObjectID("")
    /// The permission values, separated by spaces.
    var scope = ""

    /// The ID: the IDs of the parties in sequence, which identify a consent.
    var id: String { Base64.url([clientId, resourceId, principalId].compactMap(\.self).flatMap(\.bytes)) }
}

extension GraphType where Entity == PermissionGrantEntry {
    static let permissionGrant = GraphType(
        "oAuth2PermissionGrant", set: "oauth2PermissionGrants", id: { $0.id },
        [
            .property("clientId", \.clientId, .guid).required.creationOnly.filterable,
            .property("consentType", \.consentType, .word).required.creationOnly.filterable,
            .derived("id", .text) { $0.id },
            .property("principalId", \.principalId, .guid).creationOnly.filterable,
            .property("resourceId", \.resourceId, .guid).required.creationOnly.filterable,
            .property("scope", \.scope, .text).required,
        ])
}
