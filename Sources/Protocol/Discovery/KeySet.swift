package import Crypto
import Directory
package import Entra
import Formats

/// The JSON Web Key Sets (RFC 7517 §5; docs/reference/protocol.md#jwks). The keys have no `alg` member; v1 keys have no `issuer`.
package enum KeySet {
    /// Returns the document of an authority. Version 2 keys name the issuer whose tokens they sign.
    package static func json(
        _ ring: KeyRing, version: EndpointVersion, authority: Authority, origin: Origin
    ) -> [UInt8] {
        let cloud = origin.cloud(of: authority.tenant)
        return JSONWriter.object { json in
            json.array("keys") { keys in
                for key in ring.published.map(\.jwk) {
                    keys.objectElement { member in
                        member.field("kty", key.kty)
                        member.field("use", key.use)
                        member.field("kid", key.kid)
                        member.field("x5t", key.x5t)
                        member.field("n", key.n)
                        member.field("e", key.e)
                        member.field("x5c", key.x5c)
                        if version == .v2 {
                            member.field("cloud_instance_name", cloud.instanceName)
                            member.field("issuer", origin.issuerV2(authority.issuerTenant))
                        }
                    }
                }
            }
        }
    }
}
