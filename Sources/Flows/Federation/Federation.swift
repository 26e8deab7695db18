import Directory
import Entra
import Wire

/// What both sides of the federation with another identity provider agree on.
enum Federation {
    /// The name of this service to identity providers: whom their assertions are for. Each national cloud has its own, which
    /// clients are told as `cloud_audience_urn`.
    static func audience(in cloud: Cloud) -> String {
        "urn:federation:" + (cloud == .global ? "MicrosoftOnline" : cloud.instanceName)
    }

    /// Whether some cloud has the name.
    static func isAudience(_ name: String) -> Bool {
        Cloud.allCases.contains { audience(in: $0).isExactly(name) }
    }
    /// Seconds by which the clocks of the two sides may differ.
    static let clockSkew: Int64 = 300
}

/// The addresses of a domain's identity provider, as clients are told them.
struct FederationAddresses {
    let metadataExchange: String?
    let active: String?
    let passive: String?

    /// The stand-in lives on the server itself, at the paths of Active Directory Federation Services.
    init(_ domain: FederatedDomain, at origin: Origin) {
        guard domain.isStandIn else {
            metadataExchange = domain.metadataExchangeUri
            active = domain.activeSignInUri
            passive = domain.passiveSignInUri
            return
        }
        metadataExchange = "\(origin.canonical)/adfs/services/trust/mex"
        active = FederationAddresses.standIn(.v2005, at: origin)
        passive = "\(origin.canonical)/adfs/ls/"
    }

    /// The stand-in's WS-Trust endpoint.
    static func standIn(_ version: WSTrustVersion, at origin: Origin) -> String {
        switch version {
        case .v13: "\(origin.canonical)/adfs/services/trust/13/usernamemixed"
        case .v2005: "\(origin.canonical)/adfs/services/trust/2005/usernamemixed"
        }
    }
}
