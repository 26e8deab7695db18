package import Crypto
package import Directory
package import Entra
package import Formats
package import Store

/// The person whom a request is about, as far as the request and the response identify the person.
package struct RequestSubject: Sendable {
    /// An account in a tenant.
    package struct Account: Sendable, Equatable {
        package let tenant: TenantID
        package let object: ObjectID

        package init(tenant: TenantID, object: ObjectID) {
            self.tenant = tenant
            self.object = object
        }
    }

    /// The user names, as the client sent them.
    package var names: [String] = []
    package var accounts: [Account] = []
    /// The tenants of tokens that identify no account, such as an application's own token or a continuation token.
    package var tenants: [TenantID] = []

    package init(names: [String] = [], accounts: [Account] = [], tenants: [TenantID] = []) {
        self.names = names
        self.accounts = accounts
        self.tenants = tenants
    }

    /// Creates the person of a code or refresh token.
    package init(_ grant: IssuedGrant) {
        accounts = [Account(tenant: grant.tenant, object: grant.user)]
    }

    /// Creates the person of a continuation token. A user who is signing up is not in the directory yet.
    package init(_ journey: ContinuationToken, in directory: Directory) {
        tenants = [journey.tenant]
        guard !journey.username.isEmpty else { return }
        names = [journey.username]
        if let user = directory.tenant(journey.tenant)?.user(named: journey.username) {
            accounts = [Account(tenant: journey.tenant, object: user.id)]
        }
    }

    /// Creates the person of a token. An application's own token identifies only a tenant.
    package init(_ token: UnverifiedClaims) {
        names = ["preferred_username", "upn", "unique_name", "email"].compactMap { token[$0] }
        let isApplication = token["idtyp"].map { $0.isExactly("app") } ?? false
        guard let tenant = token["tid"].map(TenantID.init) else { return }
        if !isApplication, !names.isEmpty || token["scp"] != nil, let object = token["oid"] {
            accounts = [Account(tenant: tenant, object: ObjectID(object))]
        } else {
            tenants = [tenant]
        }
    }

    package static func + (left: RequestSubject, right: RequestSubject) -> RequestSubject {
        RequestSubject(
            names: left.names + right.names, accounts: left.accounts + right.accounts,
            tenants: left.tenants + right.tenants)
    }

    /// Returns the user's name in the directory, or else the first name that the client sent.
    package func name(in directory: Directory) -> String? {
        accounts.lazy.compactMap { directory.tenant($0.tenant)?.user($0.object)?.signInName }.first ?? names.first
    }

    /// Whether a user name or object ID identifies the person.
    package func isNamed(_ text: String, in directory: Directory) -> Bool {
        if names.contains(where: { $0.isExactlyIgnoringASCIICase(text) }) { return true }
        let id = ObjectID(text)
        let known = accounts + names.compactMap { RequestSubject.account(named: $0, in: directory) }
        return known.contains { account in
            guard account.object != id else { return true }
            guard let user = directory.tenant(account.tenant)?.user(account.object) else { return false }
            return [user.signInName, user.userPrincipalName, user.mail ?? ""].contains {
                $0.isExactlyIgnoringASCIICase(text)
            }
        }
    }

    /// Returns the account of a user name in the tenant that owns the domain of the name.
    private static func account(named name: String, in directory: Directory) -> Account? {
        guard let tenant = home(of: name, in: directory), let user = tenant.user(named: name) else { return nil }
        return Account(tenant: tenant.id, object: user.id)
    }

    /// Returns the tenant that owns the domain of a user name.
    package static func home(of name: String, in directory: Directory) -> Tenant? {
        guard let at = name.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        return directory.tenant(named: String(name[name.utf8.index(after: at)...]))
    }
}

/// The header and the claims of a JSON Web Token whose signature is not verified. Only stub matching and the journal use the
/// claims.
package struct UnverifiedClaims: Sendable {
    package let header: JSONValue
    package let claims: JSONValue

    /// Parses a token. Returns nil unless the text is a compact JWS with two JSON objects and has at most
    /// `SelfIssuedToken.maximumBytes`. The sealing keys open opaque tokens of this server.
    package init?(_ text: String?, _ sealing: SealingKeys? = nil) {
        let jwt = text.map { text in sealing.map { OpaqueAccessToken.jwt(in: text, $0) } ?? text }
        guard let jwt, let token = CompactJWS(jwt, maximumBytes: SelfIssuedToken.maximumBytes, padding: .tolerated),
            let header = JSONValue(parsing: token.header), header.object != nil,
            let claims = JSONValue(parsing: token.payload), claims.object != nil
        else { return nil }
        self.header = header
        self.claims = claims
    }

    /// Returns the value of a claim, or nil if the value is not a string.
    package subscript(_ name: String) -> String? { claims[name]?.string }
}
