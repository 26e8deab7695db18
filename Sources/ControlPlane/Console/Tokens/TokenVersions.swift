import Directory
import Entra
import Formats
import Protocol

/// A pasted token as version 1 and version 2: the claims that the server would issue now for the same user, client and API.
struct TokenVersions {
    let table: Table
    let note: String

    /// Creates the comparison from the claims of a token. Returns nil if the token is not of this server, or if its tenant, client,
    /// user or API is not in the directory.
    init?(_ claims: JSONValue, of tenantID: TenantID?, services: Services) {
        guard let tenant = tenantID.flatMap(services.directory.tenant), claims["tid"] != nil else { return nil }
        let audience = claims["aud"]?.string ?? ""
        let authorizedParty = (claims["appid"] ?? claims["azp"])?.string
        guard
            let client = services.directory.registration(of: ClientID(authorizedParty ?? audience), in: tenant)?
                .application
        else { return nil }
        let preview = TokenPreview(services, in: tenant)
        let user = TokenVersions.user(claims, tenant)
        do throws(EntraError) {
            guard authorizedParty != nil else {
                guard let user else { return nil }
                self.init(
                    v1: try preview.idToken(of: client, for: user, from: .v1),
                    v2: try preview.idToken(of: client, for: user, from: .v2),
                    note: "The endpoint selects the version of an ID token: /oauth2/… gives version 1, "
                        + "/oauth2/v2.0/… gives version 2.")
                return
            }
            guard let api = TokenVersions.api(audience, tenant, services) else { return nil }
            let note =
                "\(api.displayName) selects the version of its access tokens with api.requestedAccessTokenVersion, now "
                + "\(api.requestedAccessTokenVersion ?? 1)."
            let claims = { (version: EndpointVersion) throws(EntraError) -> [JSONValue.Member] in
                guard let user else {
                    return try preview.applicationToken(of: client, to: api, named: audience, version: version)
                }
                return try preview.accessToken(of: client, to: api, named: audience, for: user, version: version)
            }
            self.init(v1: try claims(.v1), v2: try claims(.v2), note: note)
        } catch {
            return nil
        }
    }

    private init(v1: [JSONValue.Member], v2: [JSONValue.Member], note: String) {
        table = MigrationView.table("Claims of both versions", v1, v2)
        self.note = note
    }

    /// Returns the user of a token, or nil for an application's own token, in which `sub` equals `oid`.
    private static func user(_ claims: JSONValue, _ tenant: Tenant) -> User? {
        let id = claims["oid"]?.string
        if let id, claims["sub"]?.string?.isExactly(id) == true { return nil }
        return id.flatMap { tenant.user(ObjectID($0)) }
            ?? claims["preferred_username"]?.string.flatMap(tenant.user(named:))
    }

    private static func api(_ audience: String, _ tenant: Tenant, _ services: Services) -> Application? {
        tenant.application(identifierUri: audience, in: services.cloud(of: tenant))
            ?? services.directory.registration(of: ClientID(audience), in: tenant)?.application
    }
}
