package import Directory
import Wire

/// Turns the answer on a consent page into grants for the record.
package enum ConsentGrant {
    /// The permissions that the user left ticked.
    package enum Accepted: Sendable, Equatable {
        case all
        /// Scopes as the page names them, ASCII case folded. A permission that is not among them is simply not granted.
        case only([String])
    }

    /// One grant for each client and resource. Empty when every permission that could be declined was: that counts as declining
    /// (AADSTS65004).
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
        let names = Set(scopes.map(FoldedString.init))
        return needed.filter { $0.isRequired || names.contains(FoldedString($0.scope)) }
    }
}
