import Directory
package import Entra
package import Formats

/// The stand-in's WS-Trust endpoint, `usernamemixed`, which issues an assertion for a username and password.
package enum SecurityTokenService {
    /// The response: a SOAP envelope, and whether the envelope is a fault.
    package struct Response: Sendable {
        package let envelope: [UInt8]
        package let isFault: Bool
    }

    /// Returns the response to a SOAP message. Throws AADSTS50000 if OpenSSL fails. Other errors become faults.
    package static func response(
        _ message: [UInt8], _ version: WSTrustVersion, services: Services
    ) throws(EntraError) -> Response {
        func fault(_ fault: SecurityTokenResponse.Fault) -> Response {
            Response(envelope: SecurityTokenResponse.fault(fault, version), isFault: true)
        }
        let request: SecurityTokenRequest
        do {
            request = try SecurityTokenRequest(parsing: message, version)
        } catch {
            return fault(.malformed(error.reason))
        }
        guard isTimely(request, services.now) else { return fault(.messageExpired) }
        let provider = StandInIdentityProvider(services: services)
        guard let (user, domain) = try provider.user(named: request.username, password: request.password) else {
            return fault(.failedAuthentication)
        }
        guard Federation.isAudience(request.appliesTo) else { return fault(.unknownRelyingParty) }
        let assertion = try provider.assertion(
            for: user, of: domain, to: request.appliesTo, request.tokenVersion)
        let envelope = SecurityTokenResponse.envelope(
            assertion, request.tokenVersion, appliesTo: request.appliesTo, from: services.now,
            until: services.now.adding(seconds: StandInIdentityProvider.lifetime), version)
        return Response(envelope: envelope, isFault: false)
    }

    /// Returns the metadata of the stand-in.
    package static func metadata(at origin: Origin) -> [UInt8] {
        MetadataExchange.document { FederationAddresses.standIn($0, at: origin) }
    }

    private static func isTimely(_ request: SecurityTokenRequest, _ now: Timestamp) -> Bool {
        (request.created ?? now) <= now.adding(seconds: Federation.clockSkew)
            && now.adding(seconds: -Federation.clockSkew) < (request.expires ?? .distantFuture)
    }
}

/// A request for a SAML assertion by username and password (WS-Trust 1.3 §3, WS-Security UsernameToken Profile 1.0) in a SOAP
/// 1.2 envelope.
package struct SecurityTokenRequest: Sendable {
    package let username: String
    package let password: String
    /// The URI of the requested audience.
    package let appliesTo: String
    package let tokenVersion: SAMLAssertion.Version
    /// The creation time of the message, or nil if the message has none.
    package let created: Timestamp?
    package let expires: Timestamp?

    /// The reason why a message is not a valid request, in a few words.
    package struct Malformed: Error, Equatable {
        package let reason: String
    }

    package init(parsing message: [UInt8], _ version: WSTrustVersion) throws(Malformed) {
        let envelope: XMLElement
        do {
            envelope = try XMLReader.read(message)
        } catch {
            throw Malformed(reason: error.message)
        }
        guard envelope.name.isExactly("Envelope", in: SOAPNamespace.envelope),
            let header = envelope.only("Header", in: SOAPNamespace.envelope),
            let body = envelope.only("Body", in: SOAPNamespace.envelope)
        else { throw Malformed(reason: "not a SOAP 1.2 envelope") }
        guard header.only("Action", in: SOAPNamespace.addressing)?.content?.isExactly(version.issueAction) == true
        else { throw Malformed(reason: "the action is not \(version.issueAction)") }
        guard let security = header.only("Security", in: SOAPNamespace.security),
            let token = security.only("UsernameToken", in: SOAPNamespace.security),
            let username = token.only("Username", in: SOAPNamespace.security)?.content, !username.isEmpty,
            let password = token.only("Password", in: SOAPNamespace.security)
        else { throw Malformed(reason: "there is no user name token") }
        self.username = username
        self.password = SecurityTokenRequest.verbatim(password)
        let timestamp = security.only("Timestamp", in: SOAPNamespace.utility)
        created = try SecurityTokenRequest.time(timestamp, "Created")
        expires = try SecurityTokenRequest.time(timestamp, "Expires")
        guard let request = body.only("RequestSecurityToken", in: version.namespace) else {
            throw Malformed(reason: "there is no request for a security token")
        }
        try SecurityTokenRequest.check(request, version)
        tokenVersion = try SecurityTokenRequest.tokenVersion(request, version)
        let reference = request.only("AppliesTo", in: SOAPNamespace.policy)?.only(
            "EndpointReference", in: SOAPNamespace.addressing)
        guard let address = reference?.only("Address", in: SOAPNamespace.addressing)?.content, !address.isEmpty else {
            throw Malformed(reason: "AppliesTo names no address")
        }
        appliesTo = address
    }

    /// Returns the text of an element with its white space, because a password may begin or end with a blank.
    private static func verbatim(_ element: XMLElement) -> String {
        element.children.reduce(into: "") { text, child in
            if case .text(let piece) = child { text += piece }
        }
    }

    private static func time(_ timestamp: XMLElement?, _ name: String) throws(Malformed) -> Timestamp? {
        guard let text = timestamp?.only(name, in: SOAPNamespace.utility)?.content else { return nil }
        guard let time = Timestamp(iso8601: text) else { throw Malformed(reason: "\(name) is not an ISO 8601 time") }
        return time
    }

    private static func check(_ request: XMLElement, _ version: WSTrustVersion) throws(Malformed) {
        let type = request.only("RequestType", in: version.namespace)?.content
        guard type?.isExactly(version.issueRequestType) == true else {
            throw Malformed(reason: "the request type is not \(version.issueRequestType)")
        }
        let keyType = request.only("KeyType", in: version.namespace)?.content
        guard keyType?.isExactly(version.bearerKeyType) ?? true else {
            throw Malformed(reason: "the key type is not \(version.bearerKeyType)")
        }
    }

    /// Returns the requested SAML version. The default is SAML 1.1, as in Active Directory Federation Services.
    private static func tokenVersion(
        _ request: XMLElement, _ version: WSTrustVersion
    ) throws(Malformed) -> SAMLAssertion.Version {
        guard let type = request.only("TokenType", in: version.namespace)?.content else { return .saml11 }
        for known in SAMLAssertion.Version.allCases where known.tokenTypes.contains(where: type.isExactly) {
            return known
        }
        throw Malformed(reason: "the token type is not known")
    }
}

extension SAMLAssertion.Version {
    /// The names of the version in WS-Trust requests. Responses use the first one.
    package var tokenTypes: [String] {
        let profile = "http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#"
        return switch self {
        case .saml11: [namespace, profile + "SAMLV1.1"]
        case .saml2: [namespace, profile + "SAMLV2.0"]
        }
    }
}

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
        /// The message is not a valid request.
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
        let mustUnderstand = XMLElement.Attribute(
            XMLElement.Name(prefix: "s", "mustUnderstand", in: SOAPNamespace.envelope), "1")
        return XMLElement(
            soap("Envelope"),
            elements: [
                XMLElement(
                    soap("Header"), elements: [XMLElement(addressing("Action"), [mustUnderstand], text: action)]),
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
