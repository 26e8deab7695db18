import Crypto
import Directory
import Entra
import Formats

/// The claims that only tokens for Microsoft Graph and Azure Resource Manager have
/// (docs/reference/protocol.md#microsoft-api-claims).
extension TokenMinter {
    /// The relationship of a token's subject to the tenant. The raw value is the documented number of `xms_idrel`.
    private enum Relationship: String {
        case member = "1"
        case personalAccount = "3"
        case guest = "5"
        case servicePrincipal = "7"

        init(_ subject: TokenSubject) {
            self = subject.isPersonalAccount ? .personalAccount : subject.isGuest ? .guest : .member
        }
    }

    /// The ID that every application has in `wids`. No directory role has this ID.
    private static let applicationRoleID = "0997a1d0-0d1d-4acb-b408-d5ca73121e90"
    /// The time at which tenants and applications were created, in seconds since 1970 UTC. The directory does not know the real
    /// time.
    private static let creationTime: Int64 = 1_420_070_400

    /// Adds the claims of a user's token for Microsoft Graph.
    func addGraphClaims(_ request: AccessTokenRequest, _ subject: TokenSubject, to claims: inout ClaimSet) {
        claims.set("acct", subject.isGuest ? 1 : 0)
        claims.set("app_displayname", request.client.displayName)
        claims.set("idtyp", "user")
        claims.set("puid", subject.user.passportID)
        claims.set("tenant_region_scope", OptionalClaim.regionScope)
        if !subject.isPersonalAccount { claims.set("wids", subject.wellKnownRoleIDs) }
        let own = pairwiseSubject(subject.user, in: subject.tenant, for: request.client.clientID)
        claims["xms_st"] = .object([.init("sub", .string(own))])
        addFacts(Relationship(subject), to: &claims)
        addTenantFacts(to: &claims)
    }

    /// Adds the claims of an app-only token for Microsoft Graph or Azure Resource Manager.
    func addServiceClaims(_ request: AccessTokenRequest, in tenant: Tenant, to claims: inout ClaimSet) {
        guard request.isForGraph || request.resource.clientID == .azureServiceManagement else { return }
        claims.set("idtyp", "app")
        claims.set("xms_rd", "0." + Base64.url(services.random.bytes(60)))
        addFacts(.servicePrincipal, to: &claims)
        guard request.isForGraph else { return }
        claims.set("app_displayname", request.client.displayName)
        claims.set("tenant_region_scope", OptionalClaim.regionScope)
        let roles = tenant.directoryRoles(of: .application(request.client.clientID)).map(\.description)
        claims.set("wids", roles + [TokenMinter.applicationRoleID])
        addTenantFacts(to: &claims)
    }

    /// Adds the facts about the subject and the client. Recipients ignore the numbers that they do not know, so the service adds
    /// such numbers.
    private func addFacts(_ relationship: Relationship, to claims: inout ClaimSet) {
        claims.set("xms_act_fct", "3 9")
        claims.set("xms_idrel", "\(relationship.rawValue) 16")
        claims.set("xms_sub_fct", relationship == .servicePrincipal ? "3 9" : "3 6")
        claims.set("xms_tcdt", TokenMinter.creationTime)
    }

    /// Adds the facts about the tenant, and the time at which the client was created.
    private func addTenantFacts(to claims: inout ClaimSet) {
        claims.set("xms_acd", TokenMinter.creationTime)
        claims.set("xms_tnt_fct", "3 14")
    }
}

extension User {
    /// The `puid` claim: 16 digits that belong to the user in every application.
    fileprivate var passportID: String {
        "10032000" + ASCII.hex(Digest.sha256(Array(self.id.description.utf8)).prefix(4)).asciiUppercased
    }
}
