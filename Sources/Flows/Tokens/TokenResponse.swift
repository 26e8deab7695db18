import Entra
package import Wire

/// A successful answer of the token endpoint, before it is written (RFC 6749 §5.1; entra-protocol §3.13, App. A4–A7).
package struct TokenResponse: Sendable {
    package var accessToken: IssuedAccessToken
    /// As `scope`; nil for the client's own tokens.
    package var scope: String?
    /// v1: the resource as asked for, echoed.
    package var resource: String?
    package var refreshToken: String?
    /// Seconds, for refresh tokens of a fixed lifetime.
    package var refreshTokenLifetime: Int64?
    package var idToken: String?
    package var clientInfo: String?

    package init(accessToken: IssuedAccessToken) {
        self.accessToken = accessToken
    }

    /// v2: numbers are numbers.
    package func v2() -> [UInt8] {
        JSONWriter.object { json in
            json.field("token_type", "Bearer")
            if let scope { json.field("scope", scope) }
            json.field("expires_in", accessToken.remaining)
            json.field("ext_expires_in", accessToken.remaining)
            if accessToken.isLongLived { json.field("refresh_in", accessToken.lifetime / 2) }
            json.field("access_token", accessToken.token)
            addTail(&json)
            if let refreshTokenLifetime { json.field("refresh_token_expires_in", refreshTokenLifetime) }
        }
    }

    /// v1: numbers are strings, and the times are given too.
    package func v1(now: Timestamp) -> [UInt8] {
        JSONWriter.object { json in
            json.field("token_type", "Bearer")
            if let scope { json.field("scope", scope) }
            json.field("expires_in", String(accessToken.remaining))
            json.field("ext_expires_in", String(accessToken.remaining))
            if accessToken.isLongLived { json.field("refresh_in", String(accessToken.lifetime / 2)) }
            json.field("expires_on", String(now.seconds + accessToken.lifetime))
            json.field("not_before", String(now.seconds - TokenMinter.backdating))
            if let resource { json.field("resource", resource) }
            json.field("access_token", accessToken.token)
            addTail(&json)
        }
    }

    private func addTail(_ json: inout JSONWriter) {
        if let refreshToken { json.field("refresh_token", refreshToken) }
        if let idToken { json.field("id_token", idToken) }
        if let clientInfo { json.field("client_info", clientInfo) }
    }
}

extension IssuedAccessToken {
    /// Good for two hours or more, so that clients are told to refresh at half time.
    fileprivate var isLongLived: Bool { lifetime >= 7_200 }
}
