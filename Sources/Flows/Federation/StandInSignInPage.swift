import Crypto
import Directory
package import Entra
import State
package import Wire

/// The stand-in's sign-in page, `/adfs/ls/` (WS-Federation 1.2 §13.2): asks for the password, and sends the browser back with
/// an assertion. Who gives up goes on with the request as one who gave up there: the protocol has no answer for that.
package enum StandInSignInPage {
    private static let wrong = "Incorrect user ID or password. Type the correct user ID and password, and try again."

    /// The page to show. `request` holds the fields of the query and of the body. Throws AADSTS900144 and 90100 for a request
    /// that is no sign-in of Entra's users, 165000 for a user who gives up what nobody began, 50000 when OpenSSL fails.
    package static func page(_ request: Form, services: Services) throws(EntraError) -> PageModel {
        _ = try value(of: PassiveSignIn.Field.action, in: request, where: PassiveSignIn.signIn.isExactly)
        let audience = try value(of: PassiveSignIn.Field.realm, in: request, where: Federation.isAudience)
        let context = request[PassiveSignIn.Field.context] ?? ""
        var asked = PassiveSignIn(audience: audience, context: context)
        let username = request[PageField.username] ?? request[Parameter.username] ?? ""
        switch request[PageField.action] {
        case PageAction.cancel: return try giveUp(context, services)
        case PageAction.back: return begin(username, asked)
        default: break
        }
        guard !username.isEmpty else { return begin(username, asked) }
        asked.username = username
        guard let password = request[PageField.password] else { return ask(username, asked, error: nil) }
        let provider = StandInIdentityProvider(services: services)
        guard let (user, domain) = try provider.user(named: username, password: password) else {
            return ask(username, asked, error: wrong)
        }
        let assertion = try provider.assertion(for: user, of: domain, to: audience, .saml11)
        let result = SecurityTokenResponse.response(
            assertion, .saml11, appliesTo: audience, from: services.now,
            until: services.now.adding(seconds: StandInIdentityProvider.lifetime), .v2005)
        let fields = [
            Form.Field(PassiveSignIn.Field.action, PassiveSignIn.signIn),
            Form.Field(PassiveSignIn.Field.result, String(decoding: result.canonical, as: UTF8.self)),
            Form.Field(PassiveSignIn.Field.context, context),
        ]
        return .formPost(FormPostPage(action: PassiveSignIn.replyPath, fields: fields, purpose: .signIn))
    }

    private static func giveUp(_ context: String, _ services: Services) throws(EntraError) -> PageModel {
        guard let began = FederationContext(sealed: context, keys: services.keys.sealing) else {
            throw EntraError(.stateCookieMissing)
        }
        let fields = [
            Form.Field(PageField.flowToken, began.flow.sealed(with: services.keys.sealing)),
            Form.Field(PageField.action, PageAction.cancel),
        ]
        return .formPost(FormPostPage(action: began.action, fields: began.fields + fields, purpose: .signIn))
    }

    private static func value(
        of name: String, in request: Form, where isExpected: (String) -> Bool
    ) throws(EntraError) -> String {
        guard let value = request[name], !value.isEmpty else {
            throw EntraError(.missingParameter, [.parameter: name])
        }
        guard isExpected(value) else { throw EntraError(.invalidParameter, [.parameter: name]) }
        return value
    }

    private static func begin(_ username: String, _ asked: PassiveSignIn) -> PageModel {
        .username(
            UsernamePage(
                form: form(asked), applicationName: "Microsoft Entra ID", tenantName: nil, username: username,
                error: nil))
    }

    private static func ask(_ username: String, _ asked: PassiveSignIn, error: String?) -> PageModel {
        .password(
            PasswordPage(
                form: form(asked), applicationName: "Microsoft Entra ID", tenantName: nil, username: username,
                error: error))
    }

    private static func form(_ asked: PassiveSignIn) -> FormTarget {
        FormTarget(action: "/adfs/ls/", hidden: asked.fields.fields)
    }
}
