import Crypto
import Directory
package import Entra
import State
package import Wire

/// Where an identity provider sends the browser back to: takes the assertion, and lets the sign-in go on.
package enum FederatedReturn {
    /// The page that goes on with the request, and the session to send back.
    ///
    /// Throws AADSTS165000 for a return that belongs to no sign-in of this browser, 50089 for one that took too long, 50008
    /// where the provider remembered the user and should not have, 50057 for a disabled user, and what `FederatedAssertion`
    /// throws.
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
        // A provider that was asked to have credentials entered and did not would be asked for ever.
        if let earliest = context.earliest, federated.authenticationTime < earliest {
            throw FederatedAssertion.invalid("the user was authenticated longer ago than the request allows")
        }
        guard user.accountEnabled else { throw EntraError(.userDisabled) }
        let authentication = session.signIn(
            user.home, methods: [Authentication.federated], time: federated.authenticationTime, services: services)
        context.flow.authentication = authentication
        // A code that was sent to someone else proves nothing of this person.
        context.flow.pendingCode = nil
        context.flow.isFresh = true
        let flow = Form.Field(PageField.flowToken, context.flow.sealed(with: services.keys.sealing))
        let page = FormPostPage(action: context.action, fields: context.fields + [flow], purpose: .signIn)
        return (.formPost(page), session)
    }

    /// The assertion in a security token response of either version of WS-Trust.
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
