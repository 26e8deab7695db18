import Directory
import Entra
import Formats
import Store

/// The redirect after a sign-out, which may go only to a redirect URI of an application (docs/reference/protocol.md#sign-out).
enum PostLogoutRedirect {
    /// Returns the redirect URI with the request's `state`, or nil if the browser stays on the page.
    ///
    /// The URI must match a redirect URI of the application that the request names, by `client_id` or id_token_hint. If the
    /// request names no application, the URI must match an application that the session signed in to. If no user is signed in, as
    /// after another application's sign-out, the URI may match any application that may be used at the authority.
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

    /// Returns the applications that the request names, or else the applications of the session, each with the tenant in which it
    /// is used. At an authority of several tenants, the id_token identifies that tenant. Returns nil if the request names no
    /// application and no user is signed in.
    private static func applications(
        _ request: LogoutRequest, _ authority: Authority, _ hint: IDTokenHint?, _ session: SessionCookie
    ) -> [(ClientID, TenantID?)]? {
        let tenant = (authority.tenant ?? hint?.tenant)?.id
        if let named = request[Parameter.clientID].map({ ClientID($0) }) {
            // The id_token of another client contradicts `client_id`, so that neither counts (OpenID Connect RP-Initiated Logout
            // 1.0 §2).
            return hint == nil || hint?.client == named ? [(named, tenant)] : []
        }
        if let hint { return [(hint.client, tenant)] }
        return session.accounts.isEmpty ? nil : session.applications.map { ($0.client, $0.tenant) }
    }
}
