package import Directory
import Formats

/// Turns the user's response on a consent page into grants.
package enum ConsentGrant {
    /// The permissions that the user left selected.
    package enum Accepted: Sendable, Equatable {
        case all
        /// The scopes as the page names them, compared without regard to ASCII case. The other permissions are not granted.
        case only([String])
    }

    /// Returns one grant for each client and resource. Returns an empty list if the user declined every permission that can be
    /// declined, which counts as a declined consent (AADSTS65004).
    package static func apply(
        _ needed: [PermissionToConsent], accepted: Accepted, for consentType: PermissionGrant.ConsentType
    ) -> [PermissionGrant] {
        let chosen = chosen(of: needed, accepted)
        guard needed.allSatisfy(\.isRequired) || !chosen.allSatisfy(\.isRequired) else { return [] }
        var grants: [PermissionGrant] = []
        for entry in chosen {
            if let position = grants.firstIndex(where: { $0.client == entry.client && $0.resource == entry.resource }) {
                grants[position].scopes.append(entry.value)
            } else {
                grants.append(
                    PermissionGrant(
                        client: entry.client, resource: entry.resource, consentType: consentType, scopes: [entry.value])
                )
            }
        }
        return grants
    }

    private static func chosen(of needed: [PermissionToConsent], _ accepted: Accepted) -> [PermissionToConsent] {
        guard case .only(let scopes) = accepted else { return needed }
        let names = Set(scopes.map(CaseInsensitiveString.init))
        return needed.filter { $0.isRequired || names.contains(CaseInsensitiveString($0.scope)) }
    }
}
