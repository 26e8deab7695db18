import Crypto
import Directory
import Entra
import State
import Wire

/// That a client assertion signed by a certificate is not used again (RFC 7523 §3 `jti`; setting `clientAssertionReplay`).
///
/// The libraries make one assertion and send it with every request of some minutes, so what is refused is the same request
/// with the same assertion, unless the setting is stricter. An API that is called twice with one token asks twice for the
/// same on behalf of its caller, and the tokens of other issuers are read from a file again and again: neither counts.
enum AssertionReplay {
    /// Remembers the use until the assertion ends. To be called when everything else about the assertion was found right.
    /// Throws AADSTS70002 for a second use.
    static func check(
        _ assertion: ClientAssertion, of client: ResolvedClient, with credentials: PresentedCredentials,
        services: Services
    ) throws(EntraError) {
        guard assertion.issuer == nil, let expiry = assertion.expiry else { return }
        let settings = services.settings(of: client)
        let isOnBehalf = credentials.form[Parameter.requestedTokenUse] != nil
        switch settings.clientAssertionReplay {
        case .refuse: guard !isOnBehalf else { return }
        case .singleUse: break
        case .allow: return
        }
        // An assertion without an id is its own.
        let name = assertion.claims["jti"]?.string.map { Array($0.utf8) } ?? assertion.token.signingInput
        let parts = [
            Array("client assertion".utf8), Array(client.application.clientID.description.utf8), name,
            settings.clientAssertionReplay == .refuse ? Array(credentials.form.encoded.utf8) : [],
        ]
        let use = GUID(version4From: Digest.sha256(parts.flatMap(Digest.sha256)))
        let end = expiry.adding(seconds: ClientAssertion.clockSkew)
        guard try services.isFirstUse(use, until: end) else {
            throw EntraError(.credentialValidation, [.reason: "The client assertion has been used before."])
        }
    }
}
