import Crypto
import Directory
import Entra
import Wire

/// Assertions that a client signs with the key of a registered certificate (docs/reference/protocol.md#client-assertion).
extension ClientAssertion {
    /// Checks key, signature, issuer, audience and time, in this order.
    ///
    /// Throws AADSTS5002738 for an algorithm that is not taken, 5002723 when the header names no key, 5002730 for PS256 with
    /// the thumbprint that is of RS256, 700027 when the key is not the client's or the signature not the key's, 1000502
    /// outside the certificate's validity, 700021, 700023 and 700024 for the claims. What else the header offers as a key
    /// (`jwk`, `jku`, `x5c`, `x5u`) is never trusted.
    func verifyByCertificate(
        _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) -> ClientCertificate {
        let algorithm = try algorithm(among: [.ps256, .rs256])
        guard let name = KeyName(header) else { throw EntraError(.clientAssertionWithoutKey) }
        if algorithm == .ps256, case .sha1 = name { throw EntraError(.assertionKeyUnsuitable) }
        let certificate = try RegisteredCertificate.find(
            name.text, of: client.application, at: services.now, where: name.names)
        try checkSignature(algorithm, certificate.key)
        for name in ["iss", "sub"] {
            guard let value = claims[name]?.string, ClientID(value) == client.application.clientID else {
                throw EntraError(.clientAssertionClientMismatch)
            }
        }
        guard let audience = claims["aud"]?.string, isAudience(audience, client, services) else {
            throw EntraError(.clientAssertionAudience)
        }
        try checkTime(services.now)
        return certificate
    }

    /// How a header names a key, the strongest way that it has.
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

        var text: String {
            switch self {
            case .sha256(let value), .sha1(let value), .id(let value): value
            }
        }

        /// Thumbprints are base64url, padded by some libraries; a `kid` is the credential's id or the SHA-1 in hexadecimal.
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

    /// Whether the service is meant, under the host asked or one that documents name.
    private func isAudience(_ audience: String, _ client: ResolvedClient, _ services: Services) -> Bool {
        var origins = [services.origin, services.origin.canonical]
        if case .certificate = services.tlsClient { origins += [services.origin.mutualTLS].compactMap(\.self) }
        let accepted =
            services.isOnPremises
            ? origins.flatMap(ClientAssertion.audiencesOnPremises)
            : origins.flatMap { ClientAssertion.audiences(of: client.authority, at: $0) }
        return accepted.contains { $0.isExactlyIgnoringASCIICase(audience) }
    }

    /// The token endpoint of the tenant, v1 or v2, and its issuers: an external tenant's is on a host of its own.
    private static func audiences(of authority: Authority, at origin: Origin) -> [String] {
        if case .userFlow(let tenant, let flow) = authority { return audiences(of: flow.name, in: tenant, at: origin) }
        let tenants = [authority.segment] + (authority.tenant?.domains ?? [])
        return tenants.flatMap { tenant in
            ["/oauth2/v2.0/token", "/oauth2/token", "/v2.0"].map { "\(origin)/\(tenant)\($0)" }
                + [origin.issuerV1(tenant), origin.issuerV2(tenant)]
        }
    }

    /// The token endpoint of the policy, however the URL names it, and the policy's issuer in both forms
    /// (docs/reference/protocol.md#b2c-and-ciam-urls).
    private static func audiences(of policy: String, in tenant: Tenant, at origin: Origin) -> [String] {
        let endpoints = ([tenant.id.description] + tenant.domains).flatMap { name in
            AuthorityAddress.PolicyPlace.allCases.map { place in
                AuthorityAddress(tenant: name, policy: policy, place: place, origin: origin).url("oauth2/v2.0/token")
            }
        }
        return endpoints + [nil, policy].map { origin.userFlowIssuer(tenant.id.description, policy: $0) }
    }

    /// The one token endpoint of the on-premises service, and its issuer, as its document names them.
    private static func audiencesOnPremises(at origin: Origin) -> [String] {
        ["\(origin)/adfs/oauth2/token", "\(origin)/adfs"]
    }
}
