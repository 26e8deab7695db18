import Directory
import Entra
import State
import Wire

/// The claims that tell an application who the user is (docs/reference/protocol.md#token-claims).
extension TokenMinter {
    /// v2 gives the profile only to who asked for it (`profile`, `email`).
    func addV2Profile(
        _ subject: TokenSubject, _ scopes: OIDCScopes, of client: Application, to claims: inout ClaimSet
    ) {
        if scopes.contains(.profile) {
            claims.set("name", subject.user.displayName)
            claims.set("oid", subject.user.id.description)
            claims.set("preferred_username", subject.user.signInName)
        }
        if scopes.contains(.email) || subject.isGuest { claims.set("email", email(of: subject, for: client)) }
    }

    /// `application` is the one that reads the token.
    func addV1Profile(_ subject: TokenSubject, of application: Application, to claims: inout ClaimSet) {
        let user = subject.user
        claims.set("amr", subject.authentication.methods)
        claims.set("family_name", user.surname)
        claims.set("given_name", user.givenName)
        claims.set("ipaddr", services.peerAddress)
        claims.set("name", user.displayName)
        claims.set("oid", user.id.description)
        claims.set("acr", "1")
        let isFromElsewhere = subject.isGuest && user.home.tenantID == .consumers
        claims.set("unique_name", isFromElsewhere ? "live.com#\(user.signInName)" : user.signInName)
        if subject.isGuest {
            claims.set("email", email(of: subject, for: application))
        } else {
            claims.set("upn", user.userPrincipalName)
        }
    }

    /// The mail address as an application may see it: one of many tenants gets none that nobody verified.
    func email(of subject: TokenSubject, for application: Application) -> String? {
        !application.signInAudience.isMultiTenant || isEmailVerified(subject) ? subject.user.mail : nil
    }

    /// Whether the address is of a verified domain of the tenant where the account lives (`xms_edov`). That of a personal
    /// account always is.
    func isEmailVerified(_ subject: TokenSubject) -> Bool {
        guard subject.user.home.tenantID != .consumers, let mail = subject.user.mail else {
            return subject.user.home.tenantID == .consumers
        }
        return UserMail.isOf(homeDomains(subject), mail)
    }

    /// The verified domains of the tenant where the account lives.
    func homeDomains(_ subject: TokenSubject) -> [String] {
        services.directory.tenant(subject.user.home.tenantID)?.domains ?? []
    }

    /// `idp` names a guest's home; it is absent where it would equal the issuer.
    func addIdentityProvider(_ subject: TokenSubject, to claims: inout ClaimSet) {
        guard subject.isGuest else { return }
        claims.set("idp", services.identityProvider(of: subject.user.home.tenantID))
    }
}

/// Mail addresses of users.
enum UserMail {
    /// Whether the address is of one of the domains.
    static func isOf(_ domains: [String], _ address: String) -> Bool {
        guard let at = address.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let domain = String(Substring(address.utf8[address.utf8.index(after: at)...]))
        return domains.contains { $0.isExactlyIgnoringASCIICase(domain) }
    }
}
