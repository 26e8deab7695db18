package import Directory
package import Entra
import Wire

/// What stands between a request and its token.
package enum ConsentDecision: Sendable, Equatable {
    case satisfied
    /// The user may grant these; the consent page lists them.
    case needed([PermissionToConsent])
    /// The same, but only an administrator may grant them and the user is none (AADSTS90094).
    case needsAdministrator([PermissionToConsent])
}

/// When a request wants the consent page.
package enum ConsentPrompt: Sendable, Equatable {
    /// For what is not granted yet.
    case ifNeeded
    /// `prompt=consent`: the page lists what is asked, granted or not.
    case always
    /// `prompt=admin_consent` and the adminconsent endpoints: an administrator consents for everyone.
    case administrator
}

/// One entry of the consent page.
package struct PermissionToConsent: Sendable, Equatable {
    /// The client that receives the permission. A middle-tier API where `knownClientApplications` combines its consent with
    /// its client's.
    package let client: ClientID
    package let resource: ClientID
    package let resourceName: String
    /// The permission's bare name in canonical case, for the record.
    package let value: String
    /// The scope as the client names it, or would.
    package let scope: String
    package let displayName: String
    package let description: String
    package let kind: PermissionScope.Kind
    /// Bundled with the rest: it cannot be declined on its own.
    package let isRequired: Bool

    package var pageEntry: ConsentPage.Permission {
        ConsentPage.Permission(
            scope: scope, displayName: displayName, description: description, resourceName: resourceName,
            isRequired: isRequired)
    }

    /// A permission of an API. `scope` is its spelling in the request, nil for one that the registration lists.
    init(
        _ permission: PermissionScope, of resource: Application, to client: ClientID, as scope: String? = nil,
        isRequired: Bool = false
    ) {
        self.client = client
        self.resource = resource.clientID
        resourceName = resource.displayName
        value = permission.value
        self.scope = scope ?? resource.canonicalName.spelling(of: permission.value)
        displayName = permission.userConsentDisplayName ?? permission.adminConsentDisplayName ?? permission.value
        description = permission.userConsentDescription ?? permission.adminConsentDescription ?? ""
        kind = permission.kind
        self.isRequired = isRequired
    }

    /// An OpenID Connect scope, on record as a permission of Microsoft Graph.
    fileprivate init(name: String, displayName: String, description: String, graphName: String, client: ClientID) {
        self.client = client
        resource = .microsoftGraph
        resourceName = graphName
        value = name
        scope = name
        self.displayName = displayName
        self.description = description
        kind = .user
        isRequired = true
    }

    /// Who would receive it, and what on.
    struct Parties: Hashable {
        let client: ClientID
        let resource: ClientID
    }

    /// What tells one entry from another, however it is spelled.
    struct Permission: Hashable {
        let parties: Parties
        let name: FoldedString
    }

    var parties: Parties { Parties(client: client, resource: resource) }
    var permission: Permission { Permission(parties: parties, name: FoldedString(value)) }
}

extension OIDCScopes {
    /// Their entries on the consent page of `client`.
    func permissionsToConsent(for client: ClientID, graphName: String) -> [PermissionToConsent] {
        let texts: [(scope: OIDCScopes, displayName: String, description: String)] = [
            (.openid, "Sign you in", "The app learns which account you signed in with."),
            (.profile, "View your basic profile", "The app sees your name, user name and picture."),
            (.email, "View your email address", "The app sees your primary email address."),
            (
                .offlineAccess, "Maintain access to data you have given it access to",
                "The app keeps this access while you are not using it. It gains no further permission."
            ),
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
    /// How a client would name this API when it has not named it yet.
    fileprivate var canonicalName: ResourceName {
        clientID == .microsoftGraph ? .microsoftGraph : .identifier(identifierUris.first ?? appId)
    }
}
