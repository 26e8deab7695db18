import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The endpoint to which an identity provider returns the browser. The endpoint verifies the assertion and continues the
/// sign-in.
package enum FederationResponse {
    /// Returns the page that continues the request, and the session for the response.
    ///
    /// Throws AADSTS165000 if the return belongs to no sign-in of this browser, AADSTS50089 if the sign-in took too long,
    /// AADSTS50008 if the provider reused a session where a new authentication was requested, AADSTS50057 for a disabled user,
    /// and the errors of `FederatedAssertion`.
    package static func run(
        _ body: Form, cookies: BrowserCookies, services: Services
    ) throws(EntraError) -> (page: PageModel, session: BrowserSession) {
        var session = BrowserSession(opening: cookies, services: services)
        guard let text = body[PassiveSignIn.Field.context],
            var context = FederationContext(sealed: text, keys: services.keys.sealing),
            session.showed(context.flow)
        else { throw EntraError(.stateCookieMissing) }
        try context.flow.checkAge(nil, services)
        let (element, version) = try assertion(in: body[PassiveSignIn.Field.result] ?? "")
        let federated = try FederatedAssertion(element, version, services: services)
        let user = federated.user
        // Without this check, a provider that ignores a request for new credentials would cause an endless loop.
        if let earliest = context.earliest, federated.authenticationTime < earliest {
            throw FederatedAssertion.invalid("the user was authenticated longer ago than the request allows")
        }
        guard user.accountEnabled else { throw EntraError(.userDisabled) }
        let authentication = session.signIn(
            user.home, methods: [Authentication.federated], time: federated.authenticationTime, services: services)
        context.flow.authentication = authentication
        // A code that was sent to another person does not authenticate this user.
        context.flow.pendingCode = nil
        context.flow.isFresh = true
        let flow = Form.Field(PageField.flowToken, context.flow.sealed(with: services.keys.sealing))
        let page = FormPostPage(action: context.action, fields: context.fields + [flow], purpose: .signIn)
        return (.formPost(page), session)
    }

    /// Returns the assertion in a security token response of either WS-Trust version.
    private static func assertion(in result: String) throws(EntraError) -> (XMLElement, SAMLAssertion.Version) {
        var response = try FederatedAssertion.parse(Array(result.utf8))
        for trust in WSTrustVersion.allCases {
            if let only = response.only("RequestSecurityTokenResponse", in: trust.namespace) { response = only }
            guard let token = response.only("RequestedSecurityToken", in: trust.namespace) else { continue }
            for version in SAMLAssertion.Version.allCases {
                if let assertion = token.only("Assertion", in: version.namespace) { return (assertion, version) }
            }
        }
        throw EntraError(.samlAssertionInvalid, [.reason: "the response has no assertion"])
    }
}
