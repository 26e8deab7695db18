import Directory
package import Entra
import Flows
import HTTP
package import State
import Wire

extension ExchangeFacts {
    /// Whom the request is about: the user name that it gives, or whom the code, the refresh token, the continuation token or
    /// the token that it presents is for; and what the answer told, once there is one.
    package var person: ExchangePerson { asked + (answered?() ?? ExchangePerson()) }

    private var asked: ExchangePerson {
        var names = ExchangeFacts.userParameters.compactMap(parameter).map(LoginHint.username)
        if let name = captures["username"] { names.append(name) }
        let journey = journey
        names += journey.usernames
        let tokens = [parameter(Parameter.assertion), parameter(Parameter.idTokenHint), authorization("Bearer")]
        return tokens.compactMap(UnverifiedClaims.init).map(ExchangePerson.init).reduce(
            ExchangePerson(names: names), +) + (presentedGrant.map(ExchangePerson.init) ?? ExchangePerson())
            + (journey.token.map { ExchangePerson($0, in: directory) } ?? ExchangePerson())
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

    /// What a request of native authentication says of its journey.
    var journey: BroughtJourney {
        let isJSON = form == nil && EndpointName.isNative(endpoint)
        return BroughtJourney(form: form, json: isJSON ? JSONValue(parsing: request.body) : nil, keys: sealing)
    }

    /// The tenants that the exchange is of: the one that the path names, of Microsoft Graph the one that the control plane's
    /// header names, of an Azure host that of the identity; or, where nothing names one (`common`), that of the person or of
    /// the token.
    package var tenants: [TenantID] {
        if let tenant = named { return [tenant] }
        let person = person
        return person.accounts.map(\.tenant) + person.tenants
            + person.names.compactMap { ExchangePerson.home(of: $0, in: directory)?.id }
    }

    private var named: TenantID? {
        if let tenant = tenantSegment.flatMap(directory.tenant(segment:)) { return tenant.id }
        if endpoint.isExactly(EndpointName.graph), GraphService.isOfControlPlane(request) {
            return GraphService.tenant(namedBy: request, in: directory)?.id
        }
        return hostTenant?()
    }

    /// Whether an id, a domain or a word as `common` names the exchange's tenant.
    func isOfTenant(_ text: String) -> Bool {
        if let segment = tenantSegment, segment.isExactlyIgnoringASCIICase(text) { return true }
        let wanted = directory.tenant(segment: text)?.id ?? TenantID(text)
        return tenants.contains(wanted)
    }
}
