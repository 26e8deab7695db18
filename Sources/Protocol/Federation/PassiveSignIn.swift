import Directory
import Entra
import Formats

/// The values that this service and federated identity providers share.
enum Federation {
    /// Returns the name of this service for identity providers, which is the audience of their assertions. Each national cloud
    /// has its own name, which clients receive as `cloud_audience_urn`.
    static func audience(in cloud: Cloud) -> String {
        "urn:federation:" + (cloud == .global ? "MicrosoftOnline" : cloud.instanceName)
    }

    /// Whether the name belongs to any cloud.
    static func isAudience(_ name: String) -> Bool {
        Cloud.allCases.contains { audience(in: $0).isExactly(name) }
    }
    /// The maximum clock difference between the two sides, in seconds.
    static let clockSkew: Int64 = 300
}

/// The addresses of a domain's identity provider, as clients receive them.
struct FederationAddresses {
    let metadataExchange: String?
    let active: String?
    let passive: String?

    /// Creates the addresses of a domain. The stand-in provider is on this server, at the paths of Active Directory Federation
    /// Services.
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

    /// Returns the address of the stand-in's WS-Trust endpoint.
    static func standIn(_ version: WSTrustVersion, at origin: Origin) -> String {
        switch version {
        case .v13: "\(origin.canonical)/adfs/services/trust/13/usernamemixed"
        case .v2005: "\(origin.canonical)/adfs/services/trust/2005/usernamemixed"
        }
    }
}

/// A request for a browser sign-in at another identity provider (WS-Federation 1.2 §13, the passive requestor profile).
struct PassiveSignIn {
    /// The names of the fields of requests and responses.
    enum Field {
        static let action = "wa"
        static let realm = "wtrealm"
        static let context = "wctx"
        static let freshness = "wfresh"
        static let result = "wresult"
    }

    static let signIn = "wsignin1.0"

    /// The path to which an identity provider returns the browser.
    static let replyPath = "/login.srf"

    /// The requested audience of the assertion.
    var audience: String
    /// The username, or nil if only the domain is known.
    var username: String?
    /// The value that the provider returns unchanged.
    var context = ""
    /// The maximum age of the user's authentication, in minutes. Zero requests new credentials.
    var freshness: Int64?

    var fields: Form {
        let fields = [
            (Parameter.username, username), (Field.action, PassiveSignIn.signIn), (Field.realm, audience),
            (Field.freshness, freshness.map(String.init)), (Field.context, context),
        ]
        return Form(fields.compactMap { name, value in value.map { Form.Field(name, $0) } })
    }

    /// Returns the request as a URL for the browser.
    func url(at address: String) -> String {
        let separator = address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return address + separator + fields.encoded
    }
}
