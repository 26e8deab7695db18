import Directory
import Entra
import Formats
import Protocol

/// The complex values of an application.
extension GraphValue where Value == PermissionScope {
    static let permissionScope = GraphValue.complex(
        PermissionScope(id: PermissionID(""), value: ""),
        [
            .property("adminConsentDescription", \.adminConsentDescription, .text),
            .property("adminConsentDisplayName", \.adminConsentDisplayName, .text),
            .property("id", \.id, .guid).required,
            .property("isEnabled", \.isEnabled, .boolean),
            .property("type", \.kind, .word),
            .property("userConsentDescription", \.userConsentDescription, .text),
            .property("userConsentDisplayName", \.userConsentDisplayName, .text),
            .property("value", \.value, .nonEmptyText).required,
        ])
}

extension GraphValue where Value == AppRole {
    static let appRole = GraphValue.complex(
        AppRole(id: PermissionID(""), value: "", displayName: ""),
        [
            .property("allowedMemberTypes", \.memberTypes, .list(.word)).required,
            .property("description", \.description, .text).required,
            .property("displayName", \.displayName, .nonEmptyText).required,
            .property("id", \.id, .guid).required,
            .property("isEnabled", \.isEnabled, .boolean),
            .derived("origin", .text) { _ in "Application" }.ignored,
            .property("value", \.optionalValue, .text),
        ])
}

extension AppRole {
    /// The value, or nil for a role without one.
    fileprivate var optionalValue: String? {
        get { value.isEmpty ? nil : value }
        set { value = newValue ?? "" }
    }
}

extension GraphValue where Value == PreAuthorizedApplication {
    static let preAuthorizedApplication = GraphValue.complex(
        PreAuthorizedApplication(appId: ClientID(""), delegatedPermissionIds: []),
        [
            .property("appId", \.appId, .identifier).required,
            .property("delegatedPermissionIds", \.delegatedPermissionIds, .list(.guid)).required,
        ])
}

/// An entry of `resourceAccess`.
struct ResourceAccessEntry: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case scope = "Scope"
        case role = "Role"
    }

    var id = PermissionID("")
    var kind = Kind.scope
}

extension GraphValue where Value == ResourceAccessEntry {
    static let resourceAccess = GraphValue.complex(
        ResourceAccessEntry(),
        [.property("id", \.id, .guid).required, .property("type", \.kind, .word).required])
}

extension RequiredResource {
    fileprivate var resourceAccess: [ResourceAccessEntry] {
        get {
            scopes.map { ResourceAccessEntry(id: $0, kind: .scope) }
                + roles.map { ResourceAccessEntry(id: $0, kind: .role) }
        }
        set {
            scopes = newValue.filter { $0.kind == .scope }.map(\.id)
            roles = newValue.filter { $0.kind == .role }.map(\.id)
        }
    }
}

extension GraphValue where Value == RequiredResource {
    static let requiredResource = GraphValue.complex(
        RequiredResource(resourceAppId: ClientID(""), scopes: []),
        [
            .property("resourceAppId", \.resourceAppId, .identifier).required,
            .property("resourceAccess", \.resourceAccess, .list(.resourceAccess)).required,
        ])
}

extension GraphValue where Value == OptionalClaims.Claim {
    static let optionalClaim = GraphValue.complex(
        OptionalClaims.Claim(name: ""),
        [
            .property("additionalProperties", \.additionalProperties, .list(.text)),
            .property("essential", \.essential, .boolean),
            .property("name", \.name, .nonEmptyText).required,
            .property("source", \.source, .text),
        ])
}

extension GraphValue where Value == OptionalClaims {
    private static let entries = GraphValue.complex(
        OptionalClaims(),
        [
            .property("accessToken", \.accessToken, .list(.optionalClaim)),
            .property("idToken", \.idToken, .list(.optionalClaim)),
            .property("saml2Token", \.saml2Token, .list(.optionalClaim)),
        ])

    /// The optional claims, or null if there are none.
    static let optionalClaims = GraphValue(.complex, { $0 == OptionalClaims() ? .null : entries.json($0) }) {
        (value, path) throws(GraphError) in
        value == .null ? OptionalClaims() : try entries.read(value, path)
    }
}

extension GraphValue where Value == GroupMembershipClaims {
    /// The names separated by commas, or null if there are none.
    static let groupMembership = GraphValue.parsed(
        .text, { $0.names.isEmpty ? .null : .string($0.names.joined(separator: ", ")) }
    ) { value in
        if value == .null { return GroupMembershipClaims.none }
        return value.string?.pieces(separatedBy: ",").reduce(GroupMembershipClaims.none) { claims, part in
            let name = String(Substring(part.utf8.drop { $0 == ASCII.space }))
            return claims.flatMap { known in
                GroupMembershipClaims.words.first { $0.name.isExactly(name) }.map { known.union($0.claims) }
            }
        }
    }
}
