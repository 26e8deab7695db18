package import Entra
package import Formats

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

    /// The reason why a message is no valid request, in a few words.
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
