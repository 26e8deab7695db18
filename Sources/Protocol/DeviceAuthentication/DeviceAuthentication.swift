import Crypto
import Directory
import Entra
import Formats
import Store

/// Authenticates the device that a client runs on. Clients that support challenges are challenged if the setting
/// `deviceChallenge` requires that.
package enum DeviceAuthentication {
    /// The part of a request that concerns its device.
    package struct Request: Sendable {
        /// Whether the client can answer a challenge.
        let isCapable: Bool
        let answer: PKeyAuthResponse?
        /// The URL of the request without its query.
        let address: String

        package init(isCapable: Bool, answer: PKeyAuthResponse?, address: String) {
            self.isCapable = isCapable
            self.answer = answer
            self.address = address
        }
    }

    enum Outcome: Sendable {
        /// The request proceeds, with the authenticated device if there is one.
        case proceed(ObjectID?)
        case challenge(DeviceChallenge)
    }

    /// The grants that continue a user's sign-in on a device, and the parameters that each requires.
    private static let grants: [ByteString: [String]] = [
        "authorization_code": [Parameter.code], "refresh_token": [Parameter.refreshToken],
        "password": [Parameter.username, Parameter.password],
    ]

    /// Challenges a request to the token endpoint once; the client repeats the request with its answer. Only requests with a
    /// valid client and the required parameters are challenged. The values are not checked before; the grant reports missing
    /// parameters.
    static func atToken(
        _ device: Request?, _ request: TokenRequest, _ client: ResolvedClient, address: AuthorityAddress,
        services: Services
    ) throws(EntraError) -> Outcome {
        guard let device, let requiredParameters = request[Parameter.grantType].flatMap({ grants[$0] }),
            services.settings(of: client).deviceChallenge == .pkeyAuth,
            requiredParameters.allSatisfy({ request[$0] != nil })
        else { return .proceed(nil) }
        try ClientAuthentication.checkWithoutGrant(client, request, services)
        return try run(device, address.tenant, services)
    }

    /// Challenges a browser session at the authorize endpoint once, before the first page, and never on a page's form. The
    /// session keeps the answer. Returns nil if the sign-in may proceed.
    static func atAuthorize(
        _ visit: AuthorizeFlow.Visit, tenant: String, _ session: inout BrowserSession,
        _ settings: Settings, _ services: Services
    ) throws(EntraError) -> DeviceChallenge? {
        guard let device = visit.device, (device.isCapable && !visit.isForm) || device.answer != nil,
            settings.deviceChallenge == .pkeyAuth
        else { return nil }
        if device.answer == nil, session.hasAnsweredDeviceChallenge(services) { return nil }
        switch try run(device, tenant, services) {
        case .challenge(let challenge): return challenge
        case .proceed(let proved):
            session.recordDevice(proved, services: services)
            return nil
        }
    }

    private static func run(
        _ request: Request, _ tenantSegment: String, _ services: Services
    ) throws(EntraError) -> Outcome {
        guard let answer = request.answer else {
            return .challenge(
                DeviceChallenge(
                    at: request.address, tenant: services.directory.tenant(named: tenantSegment), services: services))
        }
        let proof = DeviceProof(
            answer: answer, address: request.address, tenant: tenantSegment, services: services)
        return .proceed(try proof.device())
    }
}

/// A challenge that asks a client to authenticate its device (docs/reference/wire.md#pkeyauth).
package struct DeviceChallenge: Sendable {
    private let fields: Form

    /// Creates a challenge to be answered at the address, which has no query.
    init(at address: String, tenant: Tenant?, services: Services) {
        let id = services.random.guid()
        let context = DeviceContext(
            id: id, address: address, expiresAt: services.now.seconds + DeviceContext.lifetime)
        let nonce = ServerNonce(id: id, expiresAt: context.expiresAt)
        var fields = Form()
        fields.append("Context", context.sealed(with: services.keys.sealing))
        fields.append("Version", "1.0")
        fields.append("nonce", nonce.sealed(with: services.keys.sealing))
        if let tenant {
            fields.append("TenantId", tenant.id.description)
        } else {
            fields.append("CertAuthorities", DeviceChallenge.authorities)
        }
        self.fields = fields
    }

    /// The issuer of device certificates, in the service's spelling, for requests without a known tenant.
    private static let authorities =
        "OU=82dbaca4-3e81-46ca-9c73-0950c1eaca97,CN=MS-Organization-Access,DC=windows,DC=net"

    /// Returns the `WWW-Authenticate` header of the token endpoint.
    package func header(submitURL: String) -> String {
        let all = [Form.Field("SubmitUrl", submitURL)] + fields.fields
        return "PKeyAuth " + all.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ", ")
    }

    /// Returns the address that the authorize endpoint redirects the client to.
    package func location(submitURL: String) -> String {
        var all = Form([Form.Field("SubmitUrl", submitURL)])
        all.append(contentsOf: fields)
        return "urn:http-auth:PKeyAuth?" + all.encoded
    }
}

/// The answer to a device challenge: `PKeyAuth AuthToken="…", Context="…", Version="1.0"`. The token is absent if the client
/// has no device certificate (docs/reference/wire.md#pkeyauth).
package struct PKeyAuthResponse: Sendable, Equatable {
    package let token: String?
    package let context: String

    private static let scheme = "PKeyAuth "

    /// Parses an `Authorization` header. Returns nil for another scheme, or for an answer without a context.
    package init?(_ authorization: String) {
        let bytes = Array(authorization.utf8)
        let scheme = PKeyAuthResponse.scheme.utf8
        guard bytes.count > scheme.count,
            zip(bytes, scheme).allSatisfy({ ASCII.lowercased($0) == ASCII.lowercased($1) })
        else { return nil }
        var values: [ByteString: String] = [:]
        for part in bytes.dropFirst(scheme.count).split(separator: UInt8(ascii: ",")) {
            let member = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard member.count == 2 else { return nil }
            let name = String(decoding: member[0].filter { $0 != ASCII.space }, as: UTF8.self)
            // Tokens and contexts contain no quotes or commas.
            let value = member[1].filter { $0 != ASCII.space && $0 != UInt8(ascii: "\"") }
            guard
                values.updateValue(String(decoding: value, as: UTF8.self), forKey: ByteString(name.asciiLowercased))
                    == nil
            else {
                return nil
            }
        }
        guard let context = values["context"], !context.isEmpty else { return nil }
        self.context = context
        token = values["authtoken"].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// Checks the answer to a device challenge.
struct DeviceProof {
    /// The maximum length of a token, in bytes; longer tokens are rejected.
    private static let maximumBytes = 16_384
    /// The maximum clock difference between device and server, in seconds.
    private static let clockSkew: Int64 = 300

    let answer: PKeyAuthResponse
    let address: String
    /// The tenant in the spelling of the request, for error messages.
    let tenant: String
    let services: Services

    /// Returns the device that the addressed tenant knows, or any tenant if the authority names none. Returns nil if the client
    /// has no certificate. The challenge is used up in any case, so that no client loops. Throws AADSTS50155 for an invalid
    /// challenge or token or a disabled device, and AADSTS700003 for an unknown certificate.
    func device() throws(EntraError) -> ObjectID? {
        let context = try context()
        guard let text = answer.token else { return nil }
        guard let token = CompactJWS(text, maximumBytes: DeviceProof.maximumBytes, padding: .tolerated),
            let header = JSONValue(parsing: token.header), let claims = JSONValue(parsing: token.payload),
            header["crit"] == nil,
            let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init(rawValue:)), algorithm == .rs256,
            let der = header["x5c"]?.array?.first?.string.flatMap({ Base64.decodeStandard($0.utf8) }),
            let certificate = try? ClientCertificate(der: der)
        else {
            throw DeviceProof.failed("The device token is malformed, or its certificate or algorithm is not supported.")
        }
        guard token.verifies(algorithm, certificate.key) else {
            throw DeviceProof.failed("The signature of the device token is not valid.")
        }
        try check(claims, context)
        guard certificate.notBefore <= services.now, services.now < certificate.notAfter else {
            throw DeviceProof.failed("The current time is outside the validity period of the device certificate.")
        }
        let known = devices(of: der)
        guard !known.isEmpty else { throw EntraError(.deviceNotFound, [.tenant: tenant]) }
        guard let device = known.first(where: \.accountEnabled) else {
            throw DeviceProof.failed("The device is disabled.")
        }
        return device.deviceId
    }

    /// Returns the devices with a certificate. For an authority of several tenants, the sign-in later selects the user's own
    /// device (`Directory.device`).
    private func devices(of certificate: [UInt8]) -> [Device] {
        let tenants = services.directory.tenant(named: tenant).map { [$0] } ?? services.directory.tenants
        return tenants.compactMap { $0.device(certificate: certificate) }
    }

    private func context() throws(EntraError) -> DeviceContext {
        guard let context = DeviceContext(sealed: answer.context, keys: services.keys.sealing),
            services.now.seconds < context.expiresAt, context.address.isExactly(address)
        else { throw DeviceProof.failed("The device challenge has expired or was issued for another URL.") }
        guard try services.isFirstUse(context.id, until: Timestamp(seconds: context.expiresAt)) else {
            throw DeviceProof.failed("The device challenge was already used.")
        }
        return context
    }

    /// Checks the claims of the token. `iat` is a number, or a string of digits as Apple's libraries send it.
    private func check(_ claims: JSONValue, _ context: DeviceContext) throws(EntraError) {
        guard claims["aud"]?.string?.isExactly(address) == true else {
            throw DeviceProof.failed("The aud of the device token is not the URL of this request.")
        }
        guard let nonce = claims["nonce"]?.string.flatMap({ ServerNonce(sealed: $0, keys: services.keys.sealing) }),
            // Allowed (secret-comparison): the IDs of two values that only the server can seal.
            nonce.id == context.id
        else { throw DeviceProof.failed("The nonce of the device token belongs to another challenge.") }
        let issued = claims["iat"]?.integer ?? claims["iat"]?.string.flatMap { Int64($0) }
        guard let issued, Timestamp(seconds: issued).seconds(since: services.now).magnitude <= DeviceProof.clockSkew
        else { throw DeviceProof.failed("The iat of the device token is missing or too far from the current time.") }
    }

    private static func failed(_ detail: String) -> EntraError {
        EntraError(.deviceAuthenticationFailed, detail: detail)
    }
}
