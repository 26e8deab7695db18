import Crypto
import Directory
import Entra
import State
import Wire

/// Breaks the circle of an application that sends the browser to sign in again as soon as it comes back
/// (docs/reference/protocol.md#authorize-errors: about 15 equal requests in 5 minutes). Such a circle turns in a browser, which
/// says that it navigates (Fetch Metadata, `Sec-Fetch-Mode`): load tests that carry a session's cookie from request to request are
/// none.
enum LoopDetection {
    private static let period: Int64 = 300

    /// Counts a sign-in that needed no page. Throws AADSTS50196 for one beyond the setting `requestLoopLimit`.
    static func check(
        _ request: AuthorizeRequest, _ session: BrowserSession, _ settings: Settings, _ services: Services
    ) throws(EntraError) {
        guard settings.requestLoopLimit > 0 else { return }
        let made = try services.count(
            .silentSignIns(session.cookie.id, fingerprint(request)), within: period, renewing: false)
        guard made.count <= settings.requestLoopLimit else { throw EntraError(.requestLoop) }
    }

    /// What makes two requests the same: all but what a client draws anew each time.
    private static func fingerprint(_ request: AuthorizeRequest) -> [UInt8] {
        let names = [
            Parameter.clientID, Parameter.redirectURI, Parameter.responseType, Parameter.responseMode, Parameter.scope,
            Parameter.resource, Parameter.prompt, Parameter.loginHint, Parameter.claims,
        ]
        let values = [request.address.path("")] + names.map { request[$0] ?? "" }
        return Digest.sha256(Array(values.joined(separator: "\n").utf8))
    }
}
