import Directory
package import Entra
import Formats
import HTTP
package import Protocol
package import Store

extension RequestFacts {
    /// The person whom the request is about: the user that the request names, the subject of a presented code, refresh token,
    /// continuation token or other token, and the person whom the response identifies, if there is a response.
    package var person: RequestSubject { asked + (answered?() ?? RequestSubject()) }

    private var asked: RequestSubject {
        var names = RequestFacts.userParameters.compactMap(parameter).map(LoginHint.username)
        if let name = captures["username"] { names.append(name) }
        let journey = journey
        names += journey.usernames
        let tokens = [parameter(Parameter.assertion), parameter(Parameter.idTokenHint), authorization("Bearer")]
        return tokens.compactMap(UnverifiedClaims.init).map(RequestSubject.init).reduce(
            RequestSubject(names: names), +) + (presentedGrant.map(RequestSubject.init) ?? RequestSubject())
            + (journey.token.map { RequestSubject($0, in: directory) } ?? RequestSubject())
    }

    private static let userParameters = [
        Parameter.username, PageField.username, Parameter.loginHint, PageField.account, Parameter.logoutHint, "user",
    ]

    /// The grant behind the code or refresh token of a token request, or nil.
    package var presentedGrant: IssuedGrant? {
        if let text = form?[Parameter.code], let code = AuthorizationCode(sealed: text, keys: sealing) {
            return code.grant
        }
        if let text = form?[Parameter.refreshToken], let token = RefreshToken(sealed: text, keys: sealing) {
            return token.grant
        }
        return nil
    }

    /// The tenants of the request. The path names the tenant; for Microsoft Graph, the control plane's header; for an Azure host,
    /// the managed identity. If nothing names a tenant (`common`), the tenants are those of the person or of the token.
    package var tenants: [TenantID] {
        if let tenant = named { return [tenant] }
        let person = person
        return person.accounts.map(\.tenant) + person.tenants
            + person.names.compactMap { RequestSubject.home(of: $0, in: directory)?.id }
    }

    private var named: TenantID? {
        if let tenant = tenantSegment.flatMap(directory.tenant(segment:)) { return tenant.id }
        if endpoint.isExactly(EndpointName.graph), GraphService.isOfControlPlane(request) {
            return GraphService.tenant(namedBy: request, in: directory)?.id
        }
        return hostTenant?()
    }

    /// Whether an ID, a domain or a word such as `common` names the tenant of the request.
    func isOfTenant(_ text: String) -> Bool {
        if let segment = tenantSegment, segment.isExactlyIgnoringASCIICase(text) { return true }
        let wanted = directory.tenant(segment: text)?.id ?? TenantID(text)
        return tenants.contains(wanted)
    }
}
