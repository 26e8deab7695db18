import Crypto
import Entra
import State
import Wire

extension FlowToken {
    /// The state that a page handed back. Throws AADSTS165000 when it comes from another browser, another request or
    /// nowhere, and AADSTS50089 when the page was left open too long.
    init(
        opening text: String, of requestDigest: [UInt8], in session: BrowserSession, services: Services
    ) throws(EntraError) {
        // Allowed (secret-comparison): a digest of the request, in a value that only the server can seal.
        guard let token = FlowToken(sealed: text, keys: services.keys.sealing), token.requestDigest == requestDigest,
            token.sessionID == session.cookie.id
        else { throw EntraError(.stateCookieMissing) }
        guard services.now.seconds - token.issuedAt <= FlowToken.lifetime else { throw EntraError(.flowTokenExpired) }
        self = token
    }
}
