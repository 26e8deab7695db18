import Crypto
import Directory
import Entra
import Formats

/// Assertions that a client signs with the key of a registered certificate (docs/reference/protocol.md#client-assertion).
extension ClientAssertion {
    /// Checks key, signature, issuer, audience and time, in this order.
    ///
    /// Throws AADSTS5002738 for an algorithm that is not supported, 5002723 if the header names no key, 5002730 for PS256 with the
    /// SHA-1 thumbprint of RS256, 700027 if the key is not registered for the client or did not make the signature, 1000502
    /// outside the certificate's validity, and 700021, 700023 and 700024 for the claims. Before that, throws 90014 if `iss` or
    /// `aud` is missing, and 50027 if `aud` is a list. Other keys in the header (`jwk`, `jku`, `x5c`, `x5u`) are never trusted.
    func verifyByCertificate(
        _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) -> ClientCertificate {
        for name in ["iss", "aud"] where claims[name] == nil { throw EntraError(.missingField, [.parameter: name]) }
        guard claims["aud"]?.array == nil else { throw ClientAssertion.malformed("The aud is a list") }
        let algorithm = try algorithm(among: [.ps256, .rs256])
        guard let name = KeyName(header) else { throw EntraError(.clientAssertionWithoutKey) }
        if algorithm == .ps256, case .sha1 = name { throw EntraError(.assertionKeyUnsuitable) }
        let certificate = try RegisteredCertificate.find(
            name.thumbprint, of: client.application, at: services.now, where: name.names)
        try checkSignature(algorithm, certificate.key)
        for name in ["iss", "sub"] {
            guard let value = claims[name]?.string, ClientID(value) == client.application.clientID else {
                throw EntraError(.clientAssertionClientMismatch)
            }
        }
        let audience = claims["aud"]?.string ?? ""
        guard isAudience(audience, client, services) else {
            throw EntraError(
                .clientAssertionAudience,
                detail: "The aud is '\(audience)'. Valid is '\(services.origin)/\(client.authority.segment)"
                    + "/oauth2/v2.0/token', for example.")
        }
        try checkTime(services.now)
        return certificate
    }

    /// The name of a key in a header. The strongest of several names counts.
    private enum KeyName {
        case sha256(String)
        case sha1(String)
        case id(String)

        init?(_ header: JSONValue) {
            if let value = header["x5t#S256"]?.string {
                self = .sha256(value)
            } else if let value = header["x5t"]?.string {
                self = .sha1(value)
            } else if let value = header["kid"]?.string {
                self = .id(value)
            } else {
                return nil
            }
        }

        /// The name as messages show it: a thumbprint in hexadecimal, or the ID.
        var thumbprint: String {
            switch self {
            case .sha256(let value), .sha1(let value):
                Base64.decodeURL(value.utf8, padding: .tolerated).map { ASCII.hex($0).asciiUppercased } ?? value
            case .id(let value): value
            }
        }

        /// Whether the name identifies the certificate. Thumbprints are base64url, which some libraries pad. A `kid` is the ID of
        /// the credential or the SHA-1 thumbprint in hexadecimal.
        func names(_ der: [UInt8], _ credential: KeyCredential) -> Bool {
            switch self {
            case .sha256(let value): Base64.decodeURL(value.utf8, padding: .tolerated) == Digest.sha256(der)
            case .sha1(let value): Base64.decodeURL(value.utf8, padding: .tolerated) == Digest.sha1(der)
            case .id(let value):
                credential.keyId?.isExactlyIgnoringASCIICase(value) == true
                    || ASCII.hex(Digest.sha1(der)).isExactlyIgnoringASCIICase(value)
            }
        }
    }

    /// Whether the audience is this service, under the host of the request or a host that the discovery documents name.
    private func isAudience(_ audience: String, _ client: ResolvedClient, _ services: Services) -> Bool {
        var origins = [services.origin, services.origin.canonical]
        if case .certificate = services.tlsClient { origins += [services.origin.mutualTLS].compactMap(\.self) }
        let accepted =
            services.isOnPremises
            ? origins.flatMap(ClientAssertion.audiencesOnPremises)
            : origins.flatMap { ClientAssertion.audiences(of: client.authority, at: $0) }
        let endpoint = ClientAssertion.endpoint(of: audience)
        return accepted.contains {
            $0.isExactlyIgnoringASCIICase(audience)
                || ($0.hasExactSuffix("/token") && $0.isExactlyIgnoringASCIICase(endpoint))
        }
    }

    /// Returns the URL without its query and without a slash at the end of its path. Clients sign the URL of the token endpoint as
    /// they call it, such as with `?api-version=1.0` (docs/reference/protocol.md#assertion-audience-query).
    private static func endpoint(of url: String) -> String {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") }
        return String(Substring(path.last == UInt8(ascii: "/") ? path.dropLast() : path))
    }

    /// Returns the valid audiences of a tenant: the token endpoints of v1 and v2, and the issuers. The issuer of an external
    /// tenant has a host of its own.
    private static func audiences(of authority: Authority, at origin: Origin) -> [String] {
        let tenants = [authority.segment] + (authority.tenant?.domains ?? [])
        return tenants.flatMap { tenant in
            ["/oauth2/v2.0/token", "/oauth2/token", "/v2.0"].map { "\(origin)/\(tenant)\($0)" }
                + [origin.issuerV1(tenant), origin.issuerV2(tenant)]
        }
    }

    /// Returns the valid audiences of the on-premises service: the token endpoint and the issuer of its discovery document.
    private static func audiencesOnPremises(at origin: Origin) -> [String] {
        ["\(origin)/adfs/oauth2/token", "\(origin)/adfs/oauth2/token/", "\(origin)/adfs"]
    }
}

/// The certificates that a client registered. A client can authenticate by no other certificate
/// (docs/reference/protocol.md#client-assertion).
enum RegisteredCertificate {
    /// Returns the certificate that `isMatch` selects. Throws AADSTS1000502 if the certificate is not valid now, and 700027 if
    /// none is selected. `name` is the client's name for the certificate, for the error message. `isMatch` gets the DER, so that
    /// only the selected certificate of hundreds is parsed.
    static func find(
        _ name: @autoclosure () -> String, of client: Application, at now: Timestamp,
        where isMatch: ([UInt8], KeyCredential) -> Bool
    ) throws(EntraError) -> ClientCertificate {
        var isRegistered = false
        for credential in client.keyCredentials {
            guard credential.authenticates, let der = credential.certificate, isMatch(der, credential),
                let certificate = try? ClientCertificate(der: der)
            else { continue }
            if credential.isValid(certificate, at: now) { return certificate }
            isRegistered = true
        }
        guard !isRegistered else { throw EntraError(.certificateOutsideValidity) }
        throw EntraError(.clientAssertionSignature, [.value: name(), .clientID: client.appId])
            .worded(AADSTS.unregisteredKeyTemplate)
    }

    /// Checks the certificate of a TLS connection, in DER. The issuer of the certificate does not matter, because only the
    /// thumbprint counts (RFC 8705 §2.2). Throws the errors of `find`.
    static func check(_ der: [UInt8], of client: Application, at now: Timestamp) throws(EntraError) {
        let thumbprint = Digest.sha256(der)
        _ = try find(ASCII.hex(thumbprint).asciiUppercased, of: client, at: now) { der, _ in
            Digest.sha256(der) == thumbprint
        }
    }
}

extension KeyCredential {
    /// Whether the time is within the validity of both the certificate and its registration.
    fileprivate func isValid(_ certificate: ClientCertificate, at now: Timestamp) -> Bool {
        let start = max(certificate.notBefore, startDateTime ?? .distantPast)
        let end = min(certificate.notAfter, endDateTime ?? .distantFuture)
        return start <= now && now < end
    }
}
