import Crypto
import Directory
import Entra
import Formats
import Store

/// Stops an application that sends the browser to sign in again immediately after each sign-in
/// (docs/reference/protocol.md#authorize-errors: about 15 equal requests in 5 minutes). Only requests that a browser marks as
/// navigation count (Fetch Metadata, `Sec-Fetch-Mode`). Load tests that reuse a session cookie are therefore not affected.
enum LoopDetection {
    private static let period: Int64 = 300

    /// Counts a sign-in without a page. Throws AADSTS50196 if the count exceeds the setting `requestLoopLimit`.
    static func check(
        _ request: AuthorizeRequest, _ session: BrowserSession, _ settings: Settings, _ services: Services
    ) throws(EntraError) {
        guard settings.requestLoopLimit > 0 else { return }
        let made = try services.count(
            .silentSignIns(session.cookie.id, fingerprint(request)), within: period, renewing: false)
        guard made.count <= settings.requestLoopLimit else { throw EntraError(.requestLoop) }
    }

    /// Returns the identity of equal requests: all parameters except those that a client generates for each request.
    private static func fingerprint(_ request: AuthorizeRequest) -> [UInt8] {
        let names = [
            Parameter.clientID, Parameter.redirectURI, Parameter.responseType, Parameter.responseMode, Parameter.scope,
            Parameter.resource, Parameter.prompt, Parameter.loginHint, Parameter.claims,
        ]
        let values = [request.address.path("")] + names.map { request[$0] ?? "" }
        return Digest.sha256(Array(values.joined(separator: "\n").utf8))
    }
}
