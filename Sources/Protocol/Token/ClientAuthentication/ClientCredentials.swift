import Entra
import Formats

/// The client ID and the credentials of a request (RFC 6749 §2.3; docs/reference/protocol.md#token-rules).
struct ClientCredentials: Sendable {
    let clientID: String?
    let secret: String?
    let assertion: String?
    /// The `client_assertion_type` parameter.
    let assertionType: String?
    /// The whole body of the request.
    let form: Form
    private(set) var tlsClient = TLSClientIdentity.notRequested

    /// The certificate of the TLS connection, in DER.
    var certificate: [UInt8]? {
        if case .certificate(let der) = tlsClient { der } else { nil }
    }

    var isEmpty: Bool { secret == nil && assertion == nil && certificate == nil }

    /// Reads the credentials of the request together with the identity of the TLS connection. Throws the errors of
    /// `init(form:authorization:)`, and AADSTS9002313 for a certificate together with a secret, or with an assertion that is not
    /// bound to the certificate.
    init(form: Form, authorization: String?, tlsClient: TLSClientIdentity) throws(EntraError) {
        try self.init(form: form, authorization: authorization)
        self.tlsClient = tlsClient
        guard certificate != nil else { return }
        let isBound = assertionType?.isExactly(ClientAssertion.boundType) ?? false
        guard secret == nil, assertion == nil || isBound else {
            throw EntraError(
                .invalidRequest, detail: "The request has both a TLS client certificate and another credential.")
        }
    }

    /// Reads the credentials from the body and the `Authorization` header. The client ID may come from either, or from a client
    /// assertion. Throws AADSTS9002324 for a secret and an assertion, and AADSTS9002313 for a malformed Basic header, for
    /// credentials in two places, and for two different client IDs.
    init(form: Form, authorization: String?) throws(EntraError) {
        self.form = form
        let bodyID = form[Parameter.clientID].flatMap { $0.isEmpty ? nil : $0 }
        let bodySecret = form[Parameter.clientSecret].flatMap { $0.isEmpty ? nil : $0 }
        assertion = form[Parameter.clientAssertion].flatMap { $0.isEmpty ? nil : $0 }
        assertionType = form[Parameter.clientAssertionType].flatMap { $0.isEmpty ? nil : $0 }
        guard let encoded = AuthorizationHeader.credentials(authorization, scheme: "Basic") else {
            guard assertion == nil || bodySecret == nil else { throw EntraError(.severalCredentials) }
            // A client that signs an assertion may leave out its ID (RFC 7521 §4.2).
            clientID = bodyID ?? assertion.flatMap { try? ClientAssertion($0) }?.client
            secret = bodySecret
            return
        }
        guard let basic = BasicCredentials(encoded) else {
            throw EntraError(
                .invalidRequest, detail: "The Authorization header is not Basic base64(client_id:client_secret).")
        }
        guard bodySecret == nil, assertion == nil else {
            throw EntraError(
                .invalidRequest, detail: "The request has a credential in the Authorization header and in the body.")
        }
        if let bodyID, ClientID(basic.clientID) != ClientID(bodyID) {
            throw EntraError(
                .invalidRequest, detail: "The client ID of the Authorization header differs from client_id.")
        }
        clientID = bodyID ?? basic.clientID
        secret = basic.secret
    }
}

extension ClientCredentials {
    /// Throws AADSTS100007 at a regional host, unless the client authenticates like the services of Microsoft: by an assertion
    /// with its certificate chain (`x5c`), whose subject name and issuer count (docs/reference/protocol.md#regional-hosts).
    func checkRegion(_ origin: Origin) throws(EntraError) {
        guard origin.isRegional else { return }
        let header = assertion.flatMap { try? ClientAssertion($0).header }
        guard header?["x5c"] == nil else { return }
        throw EntraError(.regionalClientUnsupported, [.expected: origin.cloud?.loginHost ?? ""])
    }
}

/// The `Authorization: Basic` header of a client: the ID and the secret, each form-encoded (RFC 6749 §2.3.1).
private struct BasicCredentials {
    let clientID: String
    /// The secret. It is nil if it is empty, as public clients send it (RFC 6749 §2.3.1).
    let secret: String?

    init?(_ encoded: String) {
        guard let bytes = Base64.decodeStandard(encoded.utf8), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let clientID = BasicCredentials.decode(bytes[..<colon]), !clientID.isEmpty,
            let secret = BasicCredentials.decode(bytes[(colon + 1)...])
        else { return nil }
        self.clientID = clientID
        self.secret = secret.isEmpty ? nil : secret
    }

    /// Decodes the text, or returns it unchanged if it is not form-encoded.
    private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        Percent.decode(bytes, plusIsSpace: true) ?? String(utf8: bytes)
    }
}

/// The identity of a client by its TLS connection (RFC 8705 §2; docs/reference/protocol.md#discovery-v2).
package enum TLSClientIdentity: Sendable {
    /// The host requests no certificate.
    case notRequested
    /// The host requests a certificate, and the client sent none.
    case anonymous
    /// The client's certificate, in DER. The client has the private key, but nobody vouches for its identity.
    case certificate([UInt8])

    /// Returns the certificate, or nil if the host requests none. Throws AADSTS392200 if the host requests a certificate and the
    /// client sent none.
    func presentedCertificate() throws(EntraError) -> [UInt8]? {
        switch self {
        case .notRequested: nil
        case .anonymous: throw EntraError(.clientCertificateMissing)
        case .certificate(let der): der
        }
    }
}
