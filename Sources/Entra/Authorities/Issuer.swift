import Wire

/// Issuer names and token URLs as they follow from the origin (docs/reference/interface.md#hosts-tls-and-origins;
/// docs/reference/protocol.md#discovery-v2, docs/reference/protocol.md#discovery-v1, docs/reference/protocol.md#b2c-and-ciam-urls).
extension Origin {
    /// What stands for the tenant in the issuer of a multi-tenant document; the braces are literal.
    package static let tenantPlaceholder = "{tenantid}"

    /// The origin that endpoints and v2 issuers name: on any alias of a cloud its preferred host.
    package var canonical: Origin {
        cloud.map { with(host: $0.loginHost) } ?? self
    }

    /// Where tokens for an API under this name come from: for a cloud's Microsoft Graph that cloud's login host.
    package var loginOrigin: Origin {
        Cloud(microsoftGraphHost: host).map { with(host: $0.loginHost) } ?? canonical
    }

    /// The cloud whose names tokens bear that are issued here: its Microsoft Graph issues none under its own.
    private var issuingCloud: Cloud? { cloud ?? Cloud(microsoftGraphHost: host) }

    /// `{origin}/{tid}/v2.0`; for an external tenant the host label is the tenant id. `tenant` is an id in text form or
    /// `tenantPlaceholder`.
    package func issuerV2(_ tenant: String) -> String {
        let base = isExternalID ? with(host: "\(tenant).ciamlogin.com") : loginOrigin
        return "\(base.description)/\(tenant)/v2.0"
    }

    /// `{origin}/{tid}/`, with the trailing slash; on Microsoft's names `https://sts.windows.net/{tid}/`.
    package func issuerV1(_ tenant: String) -> String {
        guard let cloud = issuingCloud ?? (isExternalID ? .global : nil) else { return "\(description)/\(tenant)/" }
        return "https://\(cloud.issuerHost)/\(tenant)/"
    }

    /// `{origin}/adfs`, the issuer of the on-premises service.
    package var issuerADFS: String { "\(canonical)/adfs" }

    /// The issuer of a b2c tenant's policies, `{origin}/{tid}/v2.0/` with the slash, or of the one policy,
    /// `{origin}/tfp/{tid}/{policy}/v2.0/`.
    package func userFlowIssuer(_ tenant: String, policy: String?) -> String {
        policy.map { "\(self)/tfp/\(tenant)/\($0)/v2.0/" } ?? "\(self)/\(tenant)/v2.0/"
    }

    /// The tenant that an issuer of version 1 or 2 names, under any origin; nil for what is none.
    package static func tenant(ofIssuer issuer: String) -> String? {
        let parts = issuer.pieces(separatedBy: "/", atMost: 5, keepingEmpty: true)
        guard parts.count == 5, let origin = Origin(of: issuer) else { return nil }
        let forms = [origin.issuerV1(parts[3]), origin.issuerV2(parts[3])]
        return forms.contains(where: issuer.isExactly) ? parts[3] : nil
    }

    /// The tenant that a policy's issuer names, in either form and under any origin; nil for what is none.
    package static func tenant(ofUserFlowIssuer issuer: String) -> String? {
        let parts = issuer.pieces(separatedBy: "/", keepingEmpty: true)
        guard let origin = Origin(of: issuer),
            let tenant = parts.count == 6 ? parts[3] : parts.count == 8 ? parts[4] : nil
        else { return nil }
        let policy = parts.count == 8 ? parts[5] : nil
        return origin.userFlowIssuer(tenant, policy: policy).isExactly(issuer) ? tenant : nil
    }

    /// The page where error bodies and redirects send people to look a code up, without its query.
    package var errorPage: String { "\(canonical)/error" }
}
