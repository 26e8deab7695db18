import Crypto
import Directory
import Entra
import Formats
import Store

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
