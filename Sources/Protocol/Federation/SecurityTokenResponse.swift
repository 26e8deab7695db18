package import Entra
package import Formats

/// The responses of a security token service: SOAP 1.2 envelopes as XML text.
package enum SecurityTokenResponse {
    /// Returns the response with the requested token. The text contains the assertion in canonical form with its own namespace
    /// declarations, because clients extract the assertion as text.
    package static func envelope(
        _ assertion: XMLElement, _ tokenVersion: SAMLAssertion.Version, appliesTo: String, from created: Timestamp,
        until expires: Timestamp, _ version: WSTrustVersion
    ) -> [UInt8] {
        let response = response(
            assertion, tokenVersion, appliesTo: appliesTo, from: created, until: expires, version)
        let collection = XMLElement.Name(
            prefix: "trust", "RequestSecurityTokenResponseCollection", in: version.namespace)
        return envelope(
            action: version.responseAction,
            version == .v13 ? XMLElement(collection, elements: [response]) : response)
    }

    /// Returns the response without an envelope, as the browser carries it.
    package static func response(
        _ assertion: XMLElement, _ tokenVersion: SAMLAssertion.Version, appliesTo: String, from created: Timestamp,
        until expires: Timestamp, _ version: WSTrustVersion
    ) -> XMLElement {
        func trust(_ local: String, _ elements: [XMLElement]) -> XMLElement {
            XMLElement(XMLElement.Name(prefix: "trust", local, in: version.namespace), elements: elements)
        }
        func trust(_ local: String, text: String) -> XMLElement {
            XMLElement(XMLElement.Name(prefix: "trust", local, in: version.namespace), text: text)
        }
        let lifetime = [("Created", created), ("Expires", expires)].map { name, time in
            XMLElement(XMLElement.Name(prefix: "wsu", name, in: SOAPNamespace.utility), text: time.iso8601)
        }
        let reference = XMLElement(
            addressing("EndpointReference"),
            elements: [
                XMLElement(addressing("Address"), text: appliesTo)
            ])
        return trust(
            "RequestSecurityTokenResponse",
            [
                trust("Lifetime", lifetime),
                XMLElement(
                    XMLElement.Name(prefix: "wsp", "AppliesTo", in: SOAPNamespace.policy), elements: [reference]),
                trust("RequestedSecurityToken", [assertion]),
                trust("TokenType", text: tokenVersion.tokenTypes.first ?? tokenVersion.namespace),
                trust("RequestType", text: version.issueRequestType),
                trust("KeyType", text: version.bearerKeyType),
            ])
    }

    /// The faults of the service, in the form of Active Directory Federation Services.
    package enum Fault: Sendable {
        /// The username or the password is wrong.
        case failedAuthentication
        /// The message expired, or was created in the future.
        case messageExpired
        /// No relying party has the requested name.
        case unknownRelyingParty
        /// The message is no valid request.
        case malformed(String)
        /// The service is unavailable. All other faults are the sender's.
        case unavailable(String)

        fileprivate var side: String {
            if case .unavailable = self { "s:Receiver" } else { "s:Sender" }
        }

        fileprivate var code: String {
            switch self {
            case .failedAuthentication: "wsse:FailedAuthentication"
            case .messageExpired: "wsse:MessageExpired"
            case .unknownRelyingParty: "trust:RequestFailed"
            case .malformed: "trust:InvalidRequest"
            case .unavailable: "trust:RequestFailed"
            }
        }

        fileprivate var reason: String {
            switch self {
            case .failedAuthentication:
                "ID3242: The security token could not be authenticated or authorized."
            case .messageExpired: "The message expired, or it was made in the future."
            case .unknownRelyingParty: "MSIS3127: The specified request failed."
            case .malformed(let reason): "The request is not valid: \(reason)."
            case .unavailable(let reason): reason
            }
        }
    }

    /// Returns a fault as text. The code is a qualified name in element content, and canonical XML would not declare its
    /// prefix.
    package static func fault(_ fault: Fault, _ version: WSTrustVersion) -> [UInt8] {
        Array(
            """
            <s:Envelope xmlns:s="\(SOAPNamespace.envelope)" xmlns:a="\(SOAPNamespace.addressing)">\
            <s:Header><a:Action s:mustUnderstand="1">\(SOAPNamespace.addressing)/soap/fault</a:Action></s:Header>\
            <s:Body><s:Fault><s:Code><s:Value>\(fault.side)</s:Value>\
            <s:Subcode xmlns:wsse="\(SOAPNamespace.security)" xmlns:trust="\(version.namespace)">\
            <s:Value>\(fault.code)</s:Value></s:Subcode></s:Code>\
            <s:Reason><s:Text xml:lang="en-US">\(XMLText.escaped(fault.reason))</s:Text></s:Reason>\
            </s:Fault></s:Body></s:Envelope>
            """.utf8)
    }

    private static func envelope(action: String, _ content: XMLElement) -> [UInt8] {
        let understand = XMLElement.Attribute(
            XMLElement.Name(prefix: "s", "mustUnderstand", in: SOAPNamespace.envelope), "1")
        return XMLElement(
            soap("Envelope"),
            elements: [
                XMLElement(soap("Header"), elements: [XMLElement(addressing("Action"), [understand], text: action)]),
                XMLElement(soap("Body"), elements: [content]),
            ]
        ).canonical
    }

    private static func soap(_ local: String) -> XMLElement.Name {
        XMLElement.Name(prefix: "s", local, in: SOAPNamespace.envelope)
    }

    private static func addressing(_ local: String) -> XMLElement.Name {
        XMLElement.Name(prefix: "a", local, in: SOAPNamespace.addressing)
    }
}
