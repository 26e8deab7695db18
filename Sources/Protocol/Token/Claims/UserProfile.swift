import Directory
import Entra
import Formats
import Store

/// The claims that tell an application who the user is (docs/reference/protocol.md#token-claims).
extension TokenMinter {
    /// Adds the profile claims of a v2 token. The token has only the claims of the requested scopes (`profile`, `email`), except
    /// that a guest's token always has `email`.
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

    /// Adds the profile claims of a v1 token. `application` is the recipient of the token.
    func addV1Profile(_ subject: TokenSubject, of application: Application, to claims: inout ClaimSet) {
        let user = subject.user
        claims.set("amr", subject.authentication.methodReferences)
        claims.set("family_name", user.surname)
        claims.set("given_name", user.givenName)
        claims.set("ipaddr", services.peerAddress)
        claims.set("name", user.displayName)
        claims.set("oid", user.id.description)
        claims.set("onprem_sid", user.onPremisesSecurityIdentifier)
        let isFromElsewhere = subject.isGuest && user.home.tenantID == .consumers
        claims.set("unique_name", isFromElsewhere ? "live.com#\(user.signInName)" : user.signInName)
        if subject.isGuest {
            claims.set("email", email(of: subject, for: application))
        } else {
            claims.set("upn", user.userPrincipalName)
        }
    }

    /// Returns the mail address as far as an application may see the address. A multitenant application sees only verified
    /// addresses.
    func email(of subject: TokenSubject, for application: Application) -> String? {
        !application.signInAudience.isMultiTenant || isEmailVerified(subject) ? subject.user.mail : nil
    }

    /// Whether the address belongs to a verified domain of the tenant where the account lives (`xms_edov`). The address of a
    /// personal account is always verified.
    func isEmailVerified(_ subject: TokenSubject) -> Bool {
        guard subject.user.home.tenantID != .consumers, let mail = subject.user.mail else {
            return subject.user.home.tenantID == .consumers
        }
        return UserMail.isOf(homeDomains(subject), mail)
    }

    /// Returns the verified domains of the tenant where the account lives.
    func homeDomains(_ subject: TokenSubject) -> [String] {
        services.directory.tenant(subject.user.home.tenantID)?.domains ?? []
    }

    /// Adds `idp`, which names a guest's home. The claim is absent if the value would equal the issuer.
    func addIdentityProvider(_ subject: TokenSubject, to claims: inout ClaimSet) {
        guard subject.isGuest else { return }
        claims.set("idp", services.identityProvider(of: subject.user.home.tenantID))
    }
}

/// Functions on mail addresses of users.
enum UserMail {
    /// Whether the address belongs to one of the domains.
    static func isOf(_ domains: [String], _ address: String) -> Bool {
        guard let at = address.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let domain = String(Substring(address.utf8[address.utf8.index(after: at)...]))
        return domains.contains { $0.isExactlyIgnoringASCIICase(domain) }
    }
}
