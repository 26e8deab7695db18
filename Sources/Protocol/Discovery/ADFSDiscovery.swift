import Directory
package import Entra
package import Formats

/// The documents of the on-premises service (Active Directory Federation Services) at `/adfs`, and the documents with which ADAL
/// validates the service (docs/reference/wire.md#adfs-validation).
package enum ADFSDiscovery {
    /// Returns the document `/adfs/.well-known/openid-configuration`.
    package static func openIDConfiguration(at origin: Origin) -> [UInt8] {
        let base = origin.issuerADFS
        return JSONWriter.object { json in
            json.field("issuer", base)
            json.field(Parameter.authorizationEndpoint, "\(base)/oauth2/authorize/")
            json.field("token_endpoint", "\(base)/oauth2/token/")
            json.field("jwks_uri", "\(base)/discovery/keys")
            json.field(
                "token_endpoint_auth_methods_supported",
                ["client_secret_post", "client_secret_basic", "private_key_jwt", "windows_client_authentication"])
            json.field(
                "response_types_supported",
                ["code", "id_token", "code id_token", "id_token token", "code token", "code id_token token"])
            json.field("response_modes_supported", ["query", "fragment", "form_post"])
            json.field(
                "grant_types_supported",
                [
                    "authorization_code", "refresh_token", "client_credentials",
                    "urn:ietf:params:oauth:grant-type:jwt-bearer", "implicit", "password", "srv_challenge",
                    "urn:ietf:params:oauth:grant-type:device_code", "device_code",
                ])
            json.field("subject_types_supported", ["pairwise"])
            json.field(
                "scopes_supported",
                [
                    "aza", "logon_cert", "profile", ".default", "vpn_cert", "email", "openid", "allatclaims",
                    "user_impersonation", "winhello_cert",
                ])
            json.field("id_token_signing_alg_values_supported", ["RS256"])
            json.field("token_endpoint_auth_signing_alg_values_supported", ["RS256"])
            json.field("access_token_issuer", origin.accessTokenIssuerADFS)
            json.field(
                "claims_supported",
                [
                    "aud", "iss", "iat", "exp", "auth_time", "nonce", "at_hash", "c_hash", "sub", "upn", "unique_name",
                    "pwd_url", "pwd_exp", "mfa_auth_time", "sid", "nbf",
                ])
            json.field("microsoft_multi_refresh_token", true)
            json.field("userinfo_endpoint", "\(base)/userinfo")
            json.field("capabilities", ["kdf_ver2"])
            json.field("end_session_endpoint", "\(base)/oauth2/logout")
            for kind in ["as_access", "as_refresh", "resource_access", "op_id", "rp_id"] {
                json.field("\(kind)_token_token_binding_supported", false)
            }
            json.field("frontchannel_logout_supported", true)
            json.field("frontchannel_logout_session_supported", true)
            json.field("device_authorization_endpoint", "\(base)/oauth2/devicecode")
        }
    }

    /// Returns the document `/.well-known/webfinger` (RFC 7033), in which the host vouches for an authority: for itself, or for a
    /// host under a stand-in domain, such as `fs.contoso.com`. ADAL sends the request to the host of the page that the enrollment
    /// contract names, `enterpriseregistration.contoso.com`, and not to the host of the authority.
    ///
    /// Throws AADSTS900144 without a resource, and 50049 for any other authority.
    package static func webFinger(query: Form, services: Services) throws(EntraError) -> [UInt8] {
        guard let resource = query[Parameter.resource], !resource.isEmpty else {
            throw EntraError(.missingParameter, [.parameter: Parameter.resource])
        }
        let requestedURL = resource.pieces(separatedBy: "/", atMost: 4).prefix(2).joined(separator: "//")
        guard let named = Origin(url: requestedURL), isTrusted(named, services) else {
            throw EntraError(.unknownInstance)
        }
        return JSONWriter.object { json in
            json.field("subject", resource)
            json.array("links") { links in
                links.objectElement { link in
                    link.field("rel", "http://schemas.microsoft.com/rel/trusted-realm")
                    link.field("href", "\(named)")
                }
            }
        }
    }

    private static func isTrusted(_ named: Origin, _ services: Services) -> Bool {
        guard named != services.origin else { return true }
        guard named == services.origin.with(host: named.host) else { return false }
        return services.directory.tenants.contains { tenant in
            tenant.federatedDomains.contains { domain in
                let name = domain.domain.asciiLowercased
                return domain.isStandIn && (named.host.isExactly(name) || named.host.hasExactSuffix(".\(name)"))
            }
        }
    }

    /// Returns the contract of the device registration service, which names the sign-in page of a domain's identity provider.
    /// Returns nil if the domain is not federated.
    ///
    /// `domain` is the domain in the path. If nil, the domain is the part of the host name after `enterpriseregistration.`.
    package static func enrollmentContract(domain: String?, services: Services) -> [UInt8]? {
        let domain = domain ?? services.origin.host.dropping(prefix: "enterpriseregistration.")
        guard let domain, let federated = services.directory.federation(ofDomain: domain)?.domain,
            let page = FederationAddresses(federated, at: services.origin).passive
        else { return nil }
        return JSONWriter.object { json in
            json.object("IdentityProviderService") { $0.field("PassiveAuthEndpoint", page) }
        }
    }
}
