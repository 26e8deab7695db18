import Crypto
import Directory
import Entra
import Formats
import Store

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
