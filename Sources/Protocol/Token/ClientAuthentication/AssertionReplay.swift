import Crypto
import Directory
import Entra
import Formats
import Store

/// Detects the reuse of client assertions that a certificate signed (RFC 7523 §3 `jti`; setting `clientAssertionReplay`).
///
/// Client libraries send one assertion with every request of some minutes. Therefore the check rejects only an identical request
/// with the same assertion, unless the setting is stricter. Two cases never count as reuse by default: on-behalf-of requests,
/// because an API that is called twice with one token makes the same request twice, and assertions of other issuers, because
/// workloads read them from a file repeatedly.
enum AssertionReplay {
    /// Checks that the assertion is used for the first time, and remembers the use until the assertion expires. The caller must
    /// have validated the rest of the assertion before. Throws AADSTS70002 for a second use.
    static func check(
        _ assertion: ClientAssertion, of client: ResolvedClient, with credentials: ClientCredentials,
        services: Services
    ) throws(EntraError) {
        guard assertion.issuer == nil, let expiry = assertion.expiry else { return }
        let settings = services.settings(of: client)
        let isOnBehalf = credentials.form[Parameter.requestedTokenUse] != nil
        switch settings.clientAssertionReplay {
        case .reject: guard !isOnBehalf else { return }
        case .singleUse: break
        case .allow: return
        }
        // An assertion without an ID is identified by its signed bytes.
        let name = assertion.claims["jti"]?.string.map { Array($0.utf8) } ?? assertion.token.signingInput
        let parts = [
            Array("client assertion".utf8), Array(client.application.clientID.description.utf8), name,
            settings.clientAssertionReplay == .reject ? Array(credentials.form.encoded.utf8) : [],
        ]
        let use = GUID(version4From: Digest.sha256(parts.flatMap(Digest.sha256)))
        let end = expiry.adding(seconds: ClientAssertion.clockSkew)
        guard try services.isFirstUse(use, until: end) else {
            throw EntraError(.credentialValidation, [.reason: "The client assertion has been used before."])
        }
    }
}
