package import Entra

/// An identity for which an Azure host issues tokens, so that code on the host needs no secret
/// (docs/reference/protocol.md#managed-identity). The names are those of `az identity show`.
package struct ManagedIdentity: Sendable, Equatable {
    /// Whether the identity belongs to one resource, or is a resource of its own that several resources can use.
    package enum Kind: String, Sendable, CaseIterable {
        case systemAssigned = "SystemAssigned"
        case userAssigned = "UserAssigned"
    }

    /// The Azure Resource Manager ID of the identity. For a system-assigned identity, the ID of the resource to which it belongs.
    package var resourceID: String
    package var name: String
    package var kind: Kind
    /// The client ID, which is `appid` in the identity's tokens.
    package var clientID: ClientID
    /// The object ID of the service principal, which is `oid` in the identity's tokens.
    package var principalID: ObjectID
    /// The hosts to which the identity is assigned.
    package var hosts: Set<ManagedIdentityHost> = Set(ManagedIdentityHost.allCases)

    package init(resourceID: String, name: String, kind: Kind, clientID: ClientID, principalID: ObjectID) {
        self.resourceID = resourceID
        self.name = name
        self.kind = kind
        self.clientID = clientID
        self.principalID = principalID
    }

    /// The client for the rules about roles and resources. A managed identity is not a registration, so nobody signs in to it.
    package var application: Application {
        Application(appId: clientID.description, servicePrincipalID: principalID, displayName: name)
    }
}

/// The kinds of Azure hosts that issue tokens of managed identities, each by its own protocol.
package enum ManagedIdentityHost: String, Sendable, CaseIterable {
    /// The Instance Metadata Service of virtual machines, scale sets, AKS and container instances.
    case virtualMachine
    /// App Service, Functions and Container Apps.
    case appService
    case machineLearning
    /// A server outside of Azure that Azure Arc manages.
    case azureArc
    case serviceFabric
    case cloudShell
}
