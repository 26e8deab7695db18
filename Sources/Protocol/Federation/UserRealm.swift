import Directory
package import Entra
package import Formats

/// The endpoint that reports where a user's password is checked: at this service, or at another identity provider
/// (docs/reference/protocol.md#user-realm).
package enum UserRealm {
    private enum Kind {
        case managed(Tenant, domain: String)
        case federated(Tenant, FederatedDomain)
        /// No tenant owns the domain, or the domain belongs to personal accounts.
        case unknown

        var tenant: Tenant? {
            switch self {
            case .managed(let tenant, _), .federated(let tenant, _): tenant
            case .unknown: nil
            }
        }
    }

    /// Returns the response to `GET /{tenant}/userrealm/{username}`. Versions 2.x of the API have other field names than 1.0.
    ///
    /// Throws AADSTS900144 without a username, and the errors of `Authority` for an unknown tenant.
    package static func response(
        tenantSegment: String, username: String?, query: Form, services: Services
    ) throws(EntraError) -> [UInt8] {
        _ = try Authority(segment: tenantSegment, directory: services.directory)
        guard let username, !username.isEmpty else {
            throw EntraError(.missingParameter, [.parameter: "user"])
        }
        let kind = kind(of: username, services)
        let isVersion2 = query[Parameter.apiVersion]?.utf8.starts(with: "2.".utf8) ?? false
        return isVersion2 ? version2(kind, username, services) : version1(kind, services)
    }

    private static func kind(of username: String, _ services: Services) -> Kind {
        guard let at = username.utf8.lastIndex(of: UInt8(ascii: "@")) else { return .unknown }
        let domain = String(username[username.utf8.index(after: at)...])
        guard DomainName.isValid(domain), let tenant = services.directory.tenant(named: domain),
            tenant.kind != .consumers
        else { return .unknown }
        return tenant.federatedDomain(of: username).map { .federated(tenant, $0) } ?? .managed(tenant, domain: domain)
    }

    private static func version1(_ kind: Kind, _ services: Services) -> [UInt8] {
        JSONWriter.object { json in
            json.field("ver", "1.0")
            switch kind {
            case .unknown: json.field("account_type", "Unknown")
            case .managed(_, let domain):
                json.field("account_type", "Managed")
                json.field("domain_name", domain)
            case .federated(_, let domain):
                json.field("account_type", "Federated")
                json.field("domain_name", domain.domain)
                json.field("federation_protocol", "WSTrust")
                let addresses = FederationAddresses(domain, at: services.origin)
                if let address = addresses.metadataExchange { json.field("federation_metadata_url", address) }
                if let address = addresses.active { json.field("federation_active_auth_url", address) }
            }
            cloudFields(services.origin.cloud(of: kind.tenant), &json)
        }
    }

    private static func version2(_ kind: Kind, _ username: String, _ services: Services) -> [UInt8] {
        JSONWriter.object { json in
            switch kind {
            case .unknown:
                json.field("NameSpaceType", "Unknown")
                json.field("Login", username)
            case .managed(let tenant, let domain):
                json.field("NameSpaceType", "Managed")
                json.field("Login", username)
                json.field("DomainName", domain)
                json.field("FederationBrandName", tenant.displayName)
                json.null("TenantBrandingInfo")
            case .federated(let tenant, let domain):
                json.field("NameSpaceType", "Federated")
                json.field("federation_protocol", "WSTrust")
                json.field("Login", username)
                if let address = FederationAddresses(domain, at: services.origin).passive {
                    let request = PassiveSignIn(
                        audience: Federation.audience(in: services.cloud(of: tenant)), username: username)
                    json.field("AuthURL", request.url(at: address))
                }
                json.field("DomainName", domain.domain)
                json.field("FederationBrandName", tenant.displayName)
                json.null("TenantBrandingInfo")
            }
            cloudFields(services.origin.cloud(of: kind.tenant), &json)
        }
    }

    private static func cloudFields(_ cloud: Cloud, _ json: inout JSONWriter) {
        json.field("cloud_instance_name", cloud.instanceName)
        json.field("cloud_audience_urn", Federation.audience(in: cloud))
    }
}
