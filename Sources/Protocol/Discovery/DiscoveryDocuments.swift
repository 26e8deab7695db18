package import Crypto
package import Directory
package import Entra
import Formats

/// The OpenID Connect discovery documents (OpenID Connect Discovery 1.0 §3; docs/reference/protocol.md#discovery-v2,
/// docs/reference/protocol.md#discovery-v1).
package enum OpenIDConfiguration {
    /// Returns the v2 document. `jwks_uri` includes `applicationID` if the value is not nil (`?appid=`).
    package static func v2(_ authority: Authority, origin: Origin, applicationID: String?) -> [UInt8] {
        let base = "\(origin.canonical)/\(authority.segment)"
        let mutualTLS = origin.mutualTLS
        return JSONWriter.object { json in
            json.field("token_endpoint", "\(base)/oauth2/v2.0/token")
            json.field("token_endpoint_auth_methods_supported", authenticationMethods(mutualTLS))
            json.field("jwks_uri", "\(base)/discovery/v2.0/keys" + query(applicationID))
            json.field("response_modes_supported", responseModes)
            json.field("subject_types_supported", ["pairwise"])
            json.field("id_token_signing_alg_values_supported", ["RS256"])
            json.field("response_types_supported", ["code", "id_token", "code id_token", "id_token token"])
            json.field("scopes_supported", ["openid", "profile", "email", "offline_access"])
            json.field("issuer", origin.issuerV2(authority.issuerTenant))
            json.field("request_uri_parameter_supported", false)
            json.field("userinfo_endpoint", "\(graphOrigin(origin))/oidc/userinfo")
            json.field(Parameter.authorizationEndpoint, "\(base)/oauth2/v2.0/authorize")
            json.field("device_authorization_endpoint", "\(base)/oauth2/v2.0/devicecode")
            json.field("http_logout_supported", true)
            json.field("frontchannel_logout_supported", true)
            json.field("end_session_endpoint", "\(base)/oauth2/v2.0/logout")
            json.field("claims_supported", claimsV2)
            json.field("kerberos_endpoint", "\(base)/kerberos")
            mutualTLSFields(&json, mutualTLS, "\(authority.segment)/oauth2/v2.0/token")
            cloudFields(&json, authority, origin)
        }
    }

    /// Returns the v1 document, in which endpoints have no `/v2.0`. The keys are under `common` unless the tenant has its own keys
    /// or the request asks for those of an application.
    package static func v1(_ authority: Authority, origin: Origin, applicationID: String?) -> [UInt8] {
        let host = origin.canonical
        let base = "\(host)/\(authority.segment)"
        let hasKeysOfItsOwn = applicationID != nil || authority.tenant?.hasKeysOfItsOwn == true
        let keys = hasKeysOfItsOwn ? base : "\(host)/common"
        let mutualTLS = origin.mutualTLS
        return JSONWriter.object { json in
            json.field("token_endpoint", "\(base)/oauth2/token")
            json.field("token_endpoint_auth_methods_supported", authenticationMethods(mutualTLS))
            json.field("jwks_uri", "\(keys)/discovery/keys" + query(applicationID))
            json.field("response_modes_supported", responseModes)
            json.field("subject_types_supported", ["pairwise"])
            json.field("id_token_signing_alg_values_supported", ["RS256"])
            json.field("response_types_supported", ["code", "id_token", "code id_token", "token id_token", "token"])
            json.field("scopes_supported", ["openid"])
            json.field("issuer", origin.issuerV1(authority.issuerTenant))
            json.field("microsoft_multi_refresh_token", true)
            json.field(Parameter.authorizationEndpoint, "\(base)/oauth2/authorize")
            json.field("device_authorization_endpoint", "\(base)/oauth2/devicecode")
            json.field("http_logout_supported", true)
            json.field("frontchannel_logout_supported", true)
            json.field("end_session_endpoint", "\(base)/oauth2/logout")
            json.field("claims_supported", claimsV1)
            json.field("check_session_iframe", "\(base)/oauth2/checksession")
            json.field("userinfo_endpoint", "\(base)/openid/userinfo")
            json.field("kerberos_endpoint", "\(base)/kerberos")
            mutualTLSFields(&json, mutualTLS, "\(authority.segment)/oauth2/token")
            cloudFields(&json, authority, origin)
        }
    }

    private static let plainMethods = ["client_secret_post", "private_key_jwt", "client_secret_basic"]
    private static let allMethods = plainMethods + ["self_signed_tls_client_auth"]

    private static func authenticationMethods(_ mutualTLS: Origin?) -> [String] {
        mutualTLS == nil ? plainMethods : allMethods
    }

    /// Writes the members for mutual TLS (RFC 8705 §3.3, §5).
    private static func mutualTLSFields(_ json: inout JSONWriter, _ mutualTLS: Origin?, _ tokenPath: String) {
        guard let mutualTLS else { return }
        json.object("mtls_endpoint_aliases") { $0.field("token_endpoint", "\(mutualTLS)/\(tokenPath)") }
        json.field("tls_client_certificate_bound_access_tokens", true)
    }

    private static let responseModes = ["query", "fragment", "form_post"]
    private static let claims = [
        "sub", "iss", "cloud_instance_name", "cloud_instance_host_name", "cloud_graph_host_name", "msgraph_host", "aud",
        "exp", "iat", "auth_time", "acr",
    ]
    private static let claimsV2 =
        claims + ["nonce", "preferred_username", "name", "tid", "ver", "at_hash", "c_hash", "email"]
    private static let claimsV1 = claims + ["amr", "nonce", "email", "given_name", "family_name", "nickname"]

    private static func cloudFields(_ json: inout JSONWriter, _ authority: Authority, _ origin: Origin) {
        if authority.tenant == nil || authority.tenant?.kind == .consumers {
            json.null("tenant_region_scope")
        } else {
            json.field("tenant_region_scope", OptionalClaim.regionScope)
        }
        let cloud = origin.cloud(of: authority.tenant)
        json.field("cloud_instance_name", cloud.instanceName)
        json.field("cloud_graph_host_name", cloud.azureADGraphHost)
        json.field("msgraph_host", cloud.microsoftGraphHost)
        json.field("rbac_url", "https://\(cloud.rbacHost)")
    }

    /// Returns Microsoft Graph's host if the server is addressed under the name of a cloud, or else the server itself.
    private static func graphOrigin(_ origin: Origin) -> Origin {
        let cloud = origin.cloud ?? (origin.isExternalID ? .global : nil)
        return cloud.map { origin.with(host: $0.microsoftGraphHost) } ?? origin
    }

    private static func query(_ applicationID: String?) -> String {
        applicationID.map { "?\(Parameter.applicationID)=" + Percent.encode($0) } ?? ""
    }
}

/// The discovery document and the keys of a b2c policy (docs/reference/protocol.md#b2c-and-ciam-urls).
package enum UserFlowConfiguration {
    /// The claims at the end of `claims_supported`, the same for all policies.
    private static let claims = ["iss", "iat", "exp", "aud", "acr", "nonce", "auth_time"]

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
            json.field("response_types_supported", ResponseType.namesAtPolicies)
            json.field("scopes_supported", ["openid"])
            json.field("subject_types_supported", ["pairwise"])
            json.field("id_token_signing_alg_values_supported", ["RS256"])
            json.field("token_endpoint_auth_methods_supported", ["client_secret_post", "client_secret_basic"])
            json.field(
                "claims_supported",
                flow.returnedClaims.map(\.rawValue)
                    + ["sub", settings.policyClaim.rawValue].filter { !claims.containsExactly($0) } + claims)
        }
    }

    /// Returns the keys without certificates. Other authorities publish the certificates too.
    package static func keys(_ ring: KeyRing) -> [UInt8] {
        KeySet.document(of: ring) { member, key in
            member.field("kid", key.kid)
            member.field("use", key.use)
            member.field("kty", key.kty)
            member.field("e", key.e)
            member.field("n", key.n)
        }
    }
}

/// The JSON Web Key Sets (RFC 7517 §5; docs/reference/protocol.md#jwks). The keys have no `alg` member; v1 keys have no `issuer`.
package enum KeySet {
    /// Returns the document of an authority. Version 2 keys name the issuer whose tokens they sign.
    package static func json(
        _ ring: KeyRing, version: EndpointVersion, authority: Authority, origin: Origin
    ) -> [UInt8] {
        let cloud = origin.cloud(of: authority.tenant)
        return document(of: ring) { member, key in
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

    /// Returns `{"keys": […]}` with the published keys of a ring. `write` writes the members of one key.
    fileprivate static func document(
        of ring: KeyRing, _ write: (_ member: inout JSONWriter, _ key: JWK) -> Void
    ) -> [UInt8] {
        JSONWriter.object { json in
            json.array("keys") { keys in
                for key in ring.published { keys.objectElement { write(&$0, key.jwk) } }
            }
        }
    }
}
