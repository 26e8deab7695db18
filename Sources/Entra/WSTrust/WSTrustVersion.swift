/// The versions of WS-Trust that clients use.
package enum WSTrustVersion: String, Sendable, CaseIterable {
    /// WS-Trust 1.3 (OASIS).
    case v13
    /// WS-Trust of February 2005.
    case v2005

    package var namespace: String {
        switch self {
        case .v13: "http://docs.oasis-open.org/ws-sx/ws-trust/200512"
        case .v2005: "http://schemas.xmlsoap.org/ws/2005/02/trust"
        }
    }

    /// The SOAP action of a request to issue a token.
    package var issueAction: String { "\(namespace)/RST/Issue" }

    package var issueRequestType: String { "\(namespace)/Issue" }

    package var responseAction: String {
        switch self {
        case .v13: "\(namespace)/RSTRC/IssueFinal"
        case .v2005: "\(namespace)/RSTR/Issue"
        }
    }

    /// The key type of a bearer token.
    package var bearerKeyType: String {
        switch self {
        case .v13: "\(namespace)/Bearer"
        case .v2005: "http://schemas.xmlsoap.org/ws/2005/05/identity/NoProofKey"
        }
    }
}

/// The namespaces of SOAP messages that carry WS-Trust.
package enum SOAPNamespace {
    package static let envelope = "http://www.w3.org/2003/05/soap-envelope"
    package static let addressing = "http://www.w3.org/2005/08/addressing"
    package static let policy = "http://schemas.xmlsoap.org/ws/2004/09/policy"
    package static let security = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
    package static let utility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
}
