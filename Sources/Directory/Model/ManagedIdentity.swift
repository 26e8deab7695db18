package import Entra

/// An identity that an Azure host hands out tokens for, without a secret in the code that runs there
/// (docs/reference/protocol.md#managed-identity). Its names are those of `az identity show`.
package struct ManagedIdentity: Sendable, Equatable {
    /// Whether it lives and dies with one resource, or is a resource of its own that several can use.
    package enum Kind: String, Sendable, CaseIterable {
        case systemAssigned = "SystemAssigned"
        case userAssigned = "UserAssigned"
    }

    /// Azure Resource Manager id: of the identity, or, where it is system-assigned, of the resource it belongs to.
    package var resourceID: String
    package var name: String
    package var kind: Kind
    /// `appid` of its tokens.
    package var clientID: ClientID
    /// The object id of its service principal: `oid` of its tokens.
    package var principalID: ObjectID
    /// Where it is assigned.
    package var hosts: Set<ManagedIdentityHost> = Set(ManagedIdentityHost.allCases)

    package init(resourceID: String, name: String, kind: Kind, clientID: ClientID, principalID: ObjectID) {
        self.resourceID = resourceID
        self.name = name
        self.kind = kind
        self.clientID = clientID
        self.principalID = principalID
    }

    /// The client as the rules about roles and resources see it. It is no registration: nobody signs in to it.
    package var application: Application {
        Application(appId: clientID.description, servicePrincipalID: principalID, displayName: name)
    }
}

/// The kinds of Azure hosts that give out tokens of managed identities, each by a protocol of its own.
package enum ManagedIdentityHost: String, Sendable, CaseIterable {
    /// The Instance Metadata Service of virtual machines, scale sets, AKS and container instances.
    case virtualMachine
    /// App Service, Functions, Container Apps.
    case appService
    case machineLearning
    /// A server outside of Azure that Azure Arc manages.
    case azureArc
    case serviceFabric
    case cloudShell
}
