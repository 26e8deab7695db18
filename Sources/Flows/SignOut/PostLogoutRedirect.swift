import Directory
import Entra
import State
import Wire

/// Where the browser goes after a sign-out: to an address that an application registered, or nowhere
/// (entra-protocol §11).
enum PostLogoutRedirect {
    /// The address with the request's `state`, nil where the page stays.
    ///
    /// It must match a redirect URI of the application that the request names, by `client_id` or id_token_hint; where it
    /// names none, of one that the session signed in to.
    static func location(
        _ request: LogoutRequest, _ hint: IDTokenHint?, _ session: SessionCookie, services: Services
    ) -> String? {
        guard let uri = request[Parameter.postLogoutRedirectURI] else { return nil }
        for id in applications(request, hint, session) {
            guard let application = services.directory.registration(of: id)?.application,
                let target = try? RedirectURIRules.resolve(
                    uri, registered: application.redirectURIs, clientID: id.description,
                    audience: application.signInAudience),
                target.kind != .outOfBand
            else { continue }
            return ResponseDelivery.postLogout(target, state: request[Parameter.state])
        }
        return nil
    }

    private static func applications(
        _ request: LogoutRequest, _ hint: IDTokenHint?, _ session: SessionCookie
    ) -> [ClientID] {
        guard let named = request[Parameter.clientID].map({ ClientID($0) }) else {
            return hint.map { [$0.client] } ?? session.applications.map(\.client)
        }
        // An id_token of another client vouches for neither (OpenID Connect RP-Initiated Logout 1.0 §2).
        return hint == nil || hint?.client == named ? [named] : []
    }
}
