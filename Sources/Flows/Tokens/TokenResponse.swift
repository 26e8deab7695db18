import Entra
import Wire

/// A successful answer of the token endpoint, before it is written (RFC 6749 §5.1; docs/reference/protocol.md#token-response, App.
/// A4–A7).
struct TokenResponse: Sendable {
    var accessToken: IssuedAccessToken
    var tokenType = "Bearer"
    /// `issued_token_type`, where the access token is no JWT.
    var issuedTokenType: String?
    /// Seconds that the access token may be used for while the service is out; nil: no longer than otherwise.
    var extendedLifetime: Int64?
    /// As `scope`; nil for the client's own tokens.
    var scope: String?
    /// v1: the resource as asked for, echoed.
    var resource: String?
    var refreshToken: String?
    /// Seconds, for refresh tokens of a fixed lifetime.
    var refreshTokenLifetime: Int64?
    var idToken: String?
    var clientInfo: String?
    /// `foci`: the family of clients that share the refresh token.
    var family: String?
    /// `spe_info`: which ring of the service answered.
    var ring: String?
    /// For the page of an application whose server redeemed a code.
    var spaCode: String?
    /// Of a b2c policy: the API that the access token is for, nil where nothing but the sign-in was asked for.
    var userFlowResource: String?

    private var extended: Int64 { max(extendedLifetime ?? 0, accessToken.remaining) }

    /// v2: numbers are numbers.
    func v2() -> [UInt8] {
        JSONWriter.object { json in
            json.field(Parameter.tokenType, tokenType)
            if let scope { json.field(Parameter.scope, scope) }
            json.field(Parameter.expiresIn, accessToken.remaining)
            json.field("ext_expires_in", extended)
            if accessToken.isLongLived { json.field("refresh_in", accessToken.lifetime / 2) }
            json.field(Parameter.accessToken, accessToken.token)
            addTail(&json)
            if let refreshTokenLifetime { json.field("refresh_token_expires_in", refreshTokenLifetime) }
            if let spaCode { json.field(Parameter.spaCode, spaCode) }
        }
    }

    /// v1: numbers are strings, and the times are given too.
    func v1(now: Timestamp) -> [UInt8] {
        JSONWriter.object { json in
            json.field(Parameter.tokenType, tokenType)
            if let scope { json.field(Parameter.scope, scope) }
            json.field(Parameter.expiresIn, String(accessToken.remaining))
            json.field("ext_expires_in", String(extended))
            if accessToken.isLongLived { json.field("refresh_in", String(accessToken.lifetime / 2)) }
            json.field("expires_on", String(now.seconds + accessToken.lifetime))
            json.field("not_before", String(now.seconds - TokenMinter.backdating))
            if let resource { json.field(Parameter.resource, resource) }
            json.field(Parameter.accessToken, accessToken.token)
            addTail(&json)
        }
    }

    /// Of a b2c policy: the times and the API are given, and a request for the sign-in alone gets no access token.
    func userFlow(now: Timestamp) -> [UInt8] {
        JSONWriter.object { json in
            if userFlowResource != nil { json.field(Parameter.accessToken, accessToken.token) }
            if let idToken { json.field(Parameter.idToken, idToken) }
            json.field(Parameter.tokenType, "Bearer")
            json.field("not_before", now.seconds)
            if let userFlowResource {
                json.field(Parameter.expiresIn, accessToken.lifetime)
                json.field("expires_on", now.seconds + accessToken.lifetime)
                json.field(Parameter.resource, userFlowResource)
            }
            if let clientInfo { json.field(Parameter.clientInfo, clientInfo) }
            if let scope { json.field(Parameter.scope, scope) }
            if let refreshToken { json.field(Parameter.refreshToken, refreshToken) }
            if let refreshTokenLifetime { json.field("refresh_token_expires_in", refreshTokenLifetime) }
        }
    }

    private func addTail(_ json: inout JSONWriter) {
        if let issuedTokenType { json.field("issued_token_type", issuedTokenType) }
        if let refreshToken { json.field(Parameter.refreshToken, refreshToken) }
        if let idToken { json.field(Parameter.idToken, idToken) }
        if let clientInfo { json.field(Parameter.clientInfo, clientInfo) }
        if let family { json.field("foci", family) }
        if let ring { json.field("spe_info", ring) }
    }
}

extension IssuedAccessToken {
    /// Good for two hours or more, so that clients are told to refresh at half time.
    fileprivate var isLongLived: Bool { lifetime >= 7_200 }
}
