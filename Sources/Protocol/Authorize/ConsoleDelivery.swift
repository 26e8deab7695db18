import Crypto
import Directory
import Entra
import Formats
import Store

/// The delivery of responses to the web console, for sign-ins that an operator started there
/// (docs/explanation/security-model.md#sign-ins-from-the-console).
///
/// The request names a redirect URI that the client has registered, and all checks of the protocol apply. Only the last step
/// differs: the browser goes to the console's page instead of the redirect URI. The condition is a `state` that the console sealed
/// for this client and this redirect URI within the last hour, so a client cannot profit.
package enum ConsoleDelivery {
    /// The path of the console's page that receives responses.
    package static let path = "/_understudy/console/sign-in/callback"

    /// Returns the URL of the console's page if the console started the request, or nil for every other request.
    static func address(
        ofResponseTo target: RedirectTarget, state: String?, clientID: String?, services: Services
    ) -> String? {
        guard let state, let clientID, state.utf8.count >= ConsoleSignIn.minimumBytes,
            let signIn = ConsoleSignIn(sealed: state, keys: services.keys.sealing),
            signIn.isPending(at: services.serverNow), signIn.client == ClientID(clientID),
            (signIn.parameters[Parameter.redirectURI] ?? target.uri.string).isExactly(target.uri.string)
        else { return nil }
        return "\(services.origin)\(path)"
    }
}
