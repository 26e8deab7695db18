import Directory
import Entra
import State
import Wire

/// Where the browser goes after a sign-out: to an address that an application registered, or nowhere
/// (docs/reference/protocol.md#sign-out).
enum PostLogoutRedirect {
    /// The address with the request's `state`, nil where the page stays.
    ///
    /// It must match a redirect URI of the application that the request names, by `client_id` or id_token_hint; where it
    /// names none, of one that the session signed in to. Where nobody is signed in any more, as after another application's
    /// sign-out, nothing tells who asks: then any application that may be used here will do.
    static func location(
        _ request: LogoutRequest, at authority: Authority, _ hint: IDTokenHint?, _ session: SessionCookie,
        services: Services
    ) -> String? {
        guard let uri = request[Parameter.postLogoutRedirectURI].flatMap(RequestedRedirectURI.init) else { return nil }
        let directory = services.directory
        let found =
            if let applications = applications(request, authority, hint, session) {
                target(
                    uri,
                    of: applications.lazy.compactMap { client, tenant in
                        directory.registration(of: client, in: tenant.flatMap(directory.tenant))?.application
                    })
            } else {
                target(uri, of: directory.tenants.lazy.flatMap(\.applications)) {
                    (try? ClientLookup.client($0.appId, at: authority, in: directory)) != nil
                }
            }
        return found.map { ResponseDelivery.postLogout($0, state: request[Parameter.state]) }
    }

    private static func target(
        _ uri: RequestedRedirectURI, of applications: some Sequence<Application>,
        where isMeant: (Application) -> Bool = { _ in true }
    ) -> RedirectTarget? {
        for application in applications {
            let target = RedirectURIRules.target(
                uri, registered: application.redirectURIs, audience: application.signInAudience)
            if let target, target.kind != .outOfBand, isMeant(application) { return target }
        }
        return nil
    }

    /// The applications that the request names, else those of the session, each with the tenant where it is used, which at an
    /// authority of many the id_token tells; nil where there is neither.
    private static func applications(
        _ request: LogoutRequest, _ authority: Authority, _ hint: IDTokenHint?, _ session: SessionCookie
    ) -> [(ClientID, TenantID?)]? {
        let tenant = (authority.tenant ?? hint?.tenant)?.id
        if let named = request[Parameter.clientID].map({ ClientID($0) }) {
            // An id_token of another client vouches for neither (OpenID Connect RP-Initiated Logout 1.0 §2).
            return hint == nil || hint?.client == named ? [(named, tenant)] : []
        }
        if let hint { return [(hint.client, tenant)] }
        return session.accounts.isEmpty ? nil : session.applications.map { ($0.client, $0.tenant) }
    }
}
