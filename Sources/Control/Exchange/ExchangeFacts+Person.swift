import Directory
package import Entra
import Flows
import HTTP
package import State
import Wire

extension ExchangeFacts {
    /// Whom the request is about: the user name that it gives, or whom the code, the refresh token or the token that it
    /// presents is for; and what the answer told, once there is one.
    package var person: ExchangePerson { asked + (answered?() ?? ExchangePerson()) }

    private var asked: ExchangePerson {
        var names = ExchangeFacts.userParameters.compactMap(parameter).map(LoginHint.username)
        if let name = captures["username"] { names.append(name) }
        let tokens = [parameter(Parameter.assertion), parameter(Parameter.idTokenHint), authorization("Bearer ")]
        return tokens.compactMap(UnverifiedClaims.init).map(ExchangePerson.init).reduce(
            ExchangePerson(names: names), +) + (presentedGrant.map(ExchangePerson.init) ?? ExchangePerson())
    }

    private static let userParameters = [
        Parameter.username, PageField.username, Parameter.loginHint, PageField.account, Parameter.logoutHint, "user",
    ]

    /// What the code or refresh token of a token request was issued for.
    package var presentedGrant: IssuedGrant? {
        if let text = form?[Parameter.code], let code = AuthorizationCode(sealed: text, keys: sealing) {
            return code.grant
        }
        if let text = form?[Parameter.refreshToken], let token = RefreshToken(sealed: text, keys: sealing) {
            return token.grant
        }
        return nil
    }

    /// The tenants that the exchange is of: the one that the path names, or, where it names none (`common`), that of the
    /// person.
    package var tenants: [TenantID] {
        if let tenant = tenantSegment.flatMap(directory.tenant(segment:)) { return [tenant.id] }
        let person = person
        return person.accounts.map(\.tenant)
            + person.names.compactMap { ExchangePerson.home(of: $0, in: directory)?.id }
    }

    /// Whether an id, a domain or a word as `common` names the exchange's tenant.
    func isOfTenant(_ text: String) -> Bool {
        if let segment = tenantSegment, segment.isExactlyIgnoringASCIICase(text) { return true }
        let wanted = directory.tenant(segment: text)?.id ?? TenantID(text)
        return tenants.contains(wanted)
    }
}
