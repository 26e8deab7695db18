package import Crypto
package import Directory
import Entra
import Formats

/// The discovery document and the keys of a b2c policy (docs/reference/protocol.md#b2c-and-ciam-urls).
package enum UserFlowConfiguration {
    package static func document(
        _ flow: UserFlow, in tenant: Tenant, at address: AuthorityAddress, services: Services
    ) -> [UInt8] {
        let settings = services.settings(tenant: tenant, application: nil)
        return JSONWriter.object { json in
            json.field("issuer", services.issuer(of: flow, in: tenant, settings))
            json.field(Parameter.authorizationEndpoint, address.url("oauth2/v2.0/authorize"))
            json.field("token_endpoint", address.url("oauth2/v2.0/token"))
            json.field("end_session_endpoint", address.url("oauth2/v2.0/logout"))
            json.field("jwks_uri", address.url("discovery/v2.0/keys"))
            json.field("userinfo_endpoint", address.url("openid/v2.0/userinfo"))
            json.field("response_modes_supported", ["query", "fragment", "form_post"])
            json.field("response_types_supported", ["code", "code id_token", "id_token", "id_token token", "token"])
            json.field("scopes_supported", ["openid"])
            json.field("subject_types_supported", ["pairwise"])
            json.field("id_token_signing_alg_values_supported", ["RS256"])
            json.field("token_endpoint_auth_methods_supported", ["client_secret_post", "client_secret_basic"])
            json.field(
                "claims_supported",
                (flow.claims ?? UserFlowClaim.allCases).map(\.rawValue)
                    + ["sub", settings.policyClaim.rawValue, "iss", "iat", "exp", "aud", "nonce", "auth_time"])
        }
    }

    /// Returns the keys without certificates. Other authorities publish the certificates too.
    package static func keys(_ ring: KeyRing) -> [UInt8] {
        JSONWriter.object { json in
            json.array("keys") { keys in
                for key in ring.published.map(\.jwk) {
                    keys.objectElement { member in
                        member.field("kid", key.kid)
                        member.field("use", key.use)
                        member.field("kty", key.kty)
                        member.field("e", key.e)
                        member.field("n", key.n)
                    }
                }
            }
        }
    }
}
