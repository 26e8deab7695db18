package import Directory
package import Entra
import Formats

/// The result of the consent check for a request.
package enum ConsentDecision: Sendable, Equatable {
    case satisfied
    /// The user may grant these permissions, which the consent page lists.
    case needed([PermissionToConsent])
    /// These permissions need an administrator, and the user is not an administrator (AADSTS90094).
    case needsAdministrator([PermissionToConsent])
}

/// The condition under which a request shows the consent page.
package enum ConsentPrompt: Sendable, Equatable {
    /// The page is shown for permissions that are not granted yet.
    case ifNeeded
    /// The page lists all requested permissions, whether granted or not (`prompt=consent`).
    case always
    /// An administrator consents for everyone (`prompt=admin_consent` and the admin consent endpoints).
    case administrator
}

/// An entry of the consent page.
package struct PermissionToConsent: Sendable, Equatable {
    /// The client that receives the permission. The client is a middle-tier API if `knownClientApplications` combines consent to
    /// that API with consent to its client.
    package let client: ClientID
    package let resource: ClientID
    package let resourceName: String
    /// The permission's bare name in canonical case, which is recorded.
    package let value: String
    /// The scope as the client names it, or would name it.
    package let scope: String
    /// The text for a user who consents for the own account.
    private let userText: Text
    /// The text for an administrator who consents for the organization.
    private let administratorText: Text
    package let kind: PermissionScope.Kind
    /// Whether the permission is bundled with the others, so that the user cannot decline it on its own.
    package let isRequired: Bool

    /// The name and the description of a permission on the page.
    private struct Text: Sendable, Equatable {
        let displayName: PageText
        let description: PageText
    }

    /// Returns the row of the page. Consent for the organization has texts of its own (docs/reference/protocol.md#consent-texts).
    package func pageEntry(forOrganization: Bool) -> ConsentPage.Permission {
        let text = forOrganization ? administratorText : userText
        return ConsentPage.Permission(
            scope: scope, displayName: text.displayName, description: text.description, resourceName: resourceName,
            isRequired: isRequired)
    }

    /// Creates the entry for a permission of an API. `scope` is the spelling of the request, or nil for a permission that the
    /// registration lists.
    init(
        _ permission: PermissionScope, of resource: Application, to client: ClientID, as scope: String? = nil,
        isRequired: Bool = false
    ) {
        self.client = client
        self.resource = resource.clientID
        resourceName = resource.displayName
        value = permission.value
        self.scope = scope ?? resource.canonicalName.spelling(of: permission.value)
        let userName = permission.userConsentDisplayName ?? permission.adminConsentDisplayName ?? permission.value
        let userDescription = permission.userConsentDescription ?? permission.adminConsentDescription ?? ""
        userText = Text(displayName: .words(userName), description: .words(userDescription))
        administratorText = Text(
            displayName: .words(permission.adminConsentDisplayName ?? userName),
            description: .words(permission.adminConsentDescription ?? userDescription))
        kind = permission.kind
        self.isRequired = isRequired
    }

    /// Creates the entry for an OpenID Connect scope, which is recorded as a permission of Microsoft Graph.
    fileprivate init(name: String, displayName: Phrase, description: Phrase, graphName: String, client: ClientID) {
        self.client = client
        resource = .microsoftGraph
        resourceName = graphName
        value = name
        scope = name
        userText = Text(displayName: .phrase(displayName), description: .phrase(description))
        administratorText = userText
        kind = .user
        isRequired = true
    }

    /// The client that receives a permission, and the resource of the permission.
    struct Parties: Hashable {
        let client: ClientID
        let resource: ClientID
    }

    /// The identity of an entry, whatever its spelling.
    struct Permission: Hashable {
        let parties: Parties
        let name: CaseInsensitiveString
    }

    var parties: Parties { Parties(client: client, resource: resource) }
    var permission: Permission { Permission(parties: parties, name: CaseInsensitiveString(value)) }
}

extension OIDCScopes {
    /// Returns the entries of the scopes on the consent page of `client`.
    func permissionsToConsent(for client: ClientID, graphName: String) -> [PermissionToConsent] {
        let texts: [(scope: OIDCScopes, displayName: Phrase, description: Phrase)] = [
            (.openid, .signYouIn, .signYouInReason), (.profile, .viewProfile, .viewProfileReason),
            (.email, .viewEmail, .viewEmailReason), (.offlineAccess, .keepAccess, .keepAccessReason),
        ]
        return texts.filter { contains($0.scope) }.flatMap { row in
            row.scope.names.map {
                PermissionToConsent(
                    name: $0, displayName: row.displayName, description: row.description, graphName: graphName,
                    client: client)
            }
        }
    }
}

extension ApplicationProperties {
    /// The name that a client would use for this API before it has named the API.
    fileprivate var canonicalName: ResourceName {
        clientID == .microsoftGraph ? .microsoftGraph : .identifier(identifierUris.first ?? appId)
    }
}
