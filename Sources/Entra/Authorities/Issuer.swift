import Formats

/// Issuer names and the error page, derived from the origin (docs/reference/interface.md#hosts-tls-and-origins;
/// docs/reference/protocol.md#discovery-v2, docs/reference/protocol.md#discovery-v1,
/// docs/reference/protocol.md#b2c-and-ciam-urls).
extension Origin {
    /// The placeholder for the tenant in the issuer of a multi-tenant document. The braces are literal.
    package static let tenantPlaceholder = "{tenantid}"

    /// The origin that endpoints and version 2 issuers name. For any alias of a cloud, the host is the cloud's preferred host.
    package var canonical: Origin {
        cloud.map { with(host: $0.loginHost) } ?? self
    }

    /// The origin that issues tokens for an API at this origin. For a cloud's Microsoft Graph, the host is the cloud's login
    /// host.
    package var loginOrigin: Origin {
        Cloud(microsoftGraphHost: host).map { with(host: $0.loginHost) } ?? canonical
    }

    /// The cloud whose host names appear in tokens of this origin. Microsoft Graph issues no tokens under its own name.
    private var issuingCloud: Cloud? { cloud ?? Cloud(microsoftGraphHost: host) }

    /// Returns the version 2 issuer, `{origin}/{tid}/v2.0`. For an external tenant, the host label is the tenant ID. `tenant` is
    /// an ID in text form or `tenantPlaceholder`.
    package func issuerV2(_ tenant: String) -> String {
        let base = isExternalID ? with(host: "\(tenant).ciamlogin.com") : loginOrigin
        return "\(base.description)/\(tenant)/v2.0"
    }

    /// Returns the version 1 issuer, `{origin}/{tid}/` with the trailing slash. On Microsoft's host names, the host is the
    /// cloud's `issuerHost`, such as `sts.windows.net`.
    package func issuerV1(_ tenant: String) -> String {
        guard let cloud = issuingCloud ?? (isExternalID ? .global : nil) else { return "\(description)/\(tenant)/" }
        return "https://\(cloud.issuerHost)/\(tenant)/"
    }

    /// The issuer of ID tokens of the on-premises service, `{origin}/adfs`.
    package var issuerADFS: String { "\(canonical)/adfs" }

    /// The issuer of access tokens of the on-premises service, `http://{host}/adfs/services/trust`, whatever the scheme of the
    /// service. The text is a name, not an address (docs/reference/protocol.md#adfs).
    package var accessTokenIssuerADFS: String { "http://\(canonical.authority)\(Origin.trustPathADFS)" }

    private static let trustPathADFS = "/adfs/services/trust"

    /// Whether the issuer is the on-premises service, under any origin: of access tokens or of ID tokens.
    package static func isOnPremises(_ issuer: String) -> Bool {
        guard let origin = Origin(of: issuer) else { return false }
        return [origin.issuerADFS, origin.accessTokenIssuerADFS].contains(where: issuer.isExactly)
    }

    /// Returns the issuer of a B2C tenant's policies, `{origin}/{tid}/v2.0/`, or of one policy,
    /// `{origin}/tfp/{tid}/{policy}/v2.0/`. Both end with a slash.
    package func userFlowIssuer(_ tenant: String, policy: String?) -> String {
        policy.map { "\(self)/tfp/\(tenant)/\($0)/v2.0/" } ?? "\(self)/\(tenant)/v2.0/"
    }

    /// Returns the tenant that a version 1 or version 2 issuer names, under any origin, or nil if the text is not such an issuer.
    package static func tenant(ofIssuer issuer: String) -> String? {
        let parts = issuer.pieces(separatedBy: "/", atMost: 5, keepingEmpty: true)
        guard parts.count == 5, let origin = Origin(of: issuer) else { return nil }
        let forms = [origin.issuerV1(parts[3]), origin.issuerV2(parts[3])]
        return forms.contains(where: issuer.isExactly) ? parts[3] : nil
    }

    /// Returns the tenant that a policy's issuer names, in either form and under any origin, or nil if the text is not
    /// such an issuer.
    package static func tenant(ofUserFlowIssuer issuer: String) -> String? {
        let parts = issuer.pieces(separatedBy: "/", keepingEmpty: true)
        guard let origin = Origin(of: issuer),
            let tenant = parts.count == 6 ? parts[3] : parts.count == 8 ? parts[4] : nil
        else { return nil }
        let policy = parts.count == 8 ? parts[5] : nil
        return origin.userFlowIssuer(tenant, policy: policy).isExactly(issuer) ? tenant : nil
    }

    /// The page on which people look up an error code, without its query. Error bodies and redirects contain the URL of the page.
    package var errorPage: String { "\(canonical)/error" }
}
