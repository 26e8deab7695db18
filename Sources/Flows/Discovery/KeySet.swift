package import Crypto
package import Entra
import Wire

/// The JSON Web Key Sets (RFC 7517 §5; entra-protocol §1.5). No `alg` member; v1 keys have no `issuer`.
package enum KeySet {
    package static func json(_ ring: KeyRing, version: EndpointVersion, authority: Authority, origin: Origin) -> [UInt8] {
        JSONWriter.object { json in
            json.array("keys") { keys in
                for key in ring.published {
                    keys.objectElement { member in
                        member.field("kty", "RSA")
                        member.field("use", "sig")
                        member.field("kid", key.id)
                        member.field("x5t", key.id)
                        member.field("n", Base64.url(key.modulus))
                        member.field("e", Base64.url(key.exponent))
                        member.field("x5c", [Base64.standard(key.certificate)])
                        if version == .v2 {
                            member.field("cloud_instance_name", "microsoftonline.com")
                            member.field("issuer", origin.issuerV2(authority.issuerTenant))
                        }
                    }
                }
            }
        }
    }
}
