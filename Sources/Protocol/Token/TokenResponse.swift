import Directory
import Entra
import Formats

/// A successful response of the token endpoint, before serialization (RFC 6749 §5.1; docs/reference/protocol.md#token-response,
/// App. A4–A7).
struct TokenResponse: Sendable {
    var accessToken: IssuedAccessToken
    var tokenType = "Bearer"
    /// The `issued_token_type`, or nil if the access token is a JWT.
    var issuedTokenType: String?
    /// The expiry of a SAML assertion, in seconds since 1970 UTC, for a version 2 response.
    var expiresOn: Int64?
    /// The number of seconds for which the access token may be used during an outage of the service, or nil for the normal
    /// lifetime.
    var extendedLifetime: Int64?
    /// The `scope` of the response, or nil for app-only tokens.
    var scope: String?
    /// The resource as the request named it, which a v1 response and a response with a SAML assertion repeat.
    var resource: String?
    var refreshToken: String?
    /// The remaining lifetime of a refresh token with a fixed lifetime, in seconds.
    var refreshTokenLifetime: Int64?
    var idToken: String?
    var clientInfo: String?
    /// The `foci` value: the family of clients that share the refresh token.
    var family: String?
    /// The `spe_info` value: the ring of the service that responds.
    var ring: String?
    /// The `spa_code` for the page of an application whose server redeemed a code.
    var spaCode: String?
    /// The `profile_info` of a response under a b2c policy.
    var profileInfo: String?
    /// The `id_token_expires_in` of a response under a b2c policy, in seconds.
    var idTokenLifetime: Int64?
    /// Whether a response under a b2c policy has `expires_in` as a string.
    var hasTextExpiry = false
    /// The API that the access token is for under a b2c policy, or nil if the request is for the sign-in alone.
    var userFlowResource: String?

    /// The `ext_expires_in`. A SAML assertion cannot be used during an outage (docs/reference/protocol.md#ext-expires-in).
    private var extended: Int64 {
        issuedTokenType == nil ? max(extendedLifetime ?? 0, accessToken.remaining) : 0
    }

    /// Returns the JSON of a v2 response, in which numbers are JSON numbers. Only a response with a SAML assertion includes
    /// `expires_on` and `resource` (docs/reference/protocol.md#obo-saml-response).
    func v2() -> [UInt8] {
        JSONWriter.object { json in
            json.field(Parameter.tokenType, tokenType)
            if let scope { json.field(Parameter.scope, scope) }
            json.field(Parameter.expiresIn, accessToken.remaining)
            json.field("ext_expires_in", extended)
            if accessToken.isLongLived { json.field("refresh_in", accessToken.lifetime / 2) }
            if let expiresOn { json.field("expires_on", expiresOn) }
            if let resource { json.field(Parameter.resource, resource) }
            json.field(Parameter.accessToken, accessToken.token)
            addTail(&json)
            if let refreshTokenLifetime { json.field("refresh_token_expires_in", refreshTokenLifetime) }
            if let spaCode { json.field(Parameter.spaCode, spaCode) }
        }
    }

    /// Returns the JSON of a v1 response, in which numbers are strings. The response includes the times `expires_on` and
    /// `not_before`.
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

    /// Returns the JSON of a response of the on-premises service (docs/reference/protocol.md#adfs-token-response).
    func onPremises() -> [UInt8] {
        JSONWriter.object { json in
            json.field(Parameter.accessToken, accessToken.token)
            json.field(Parameter.tokenType, tokenType.asciiLowercased)
            json.field(Parameter.expiresIn, accessToken.lifetime)
            if let resource { json.field(Parameter.resource, resource) }
            if let refreshToken { json.field(Parameter.refreshToken, refreshToken) }
            if let refreshTokenLifetime { json.field("refresh_token_expires_in", refreshTokenLifetime) }
            if let scope { json.field(Parameter.scope, scope) }
            if let idToken { json.field(Parameter.idToken, idToken) }
        }
    }

    /// Returns the JSON of a response under a b2c policy. The response includes the times and the API. A request for the sign-in
    /// alone gets no access token.
    func userFlow(now: Timestamp) -> [UInt8] {
        JSONWriter.object { json in
            if userFlowResource != nil { json.field(Parameter.accessToken, accessToken.token) }
            if let idToken { json.field(Parameter.idToken, idToken) }
            json.field(Parameter.tokenType, "Bearer")
            json.field("not_before", now.seconds)
            if let userFlowResource {
                if hasTextExpiry {
                    json.field(Parameter.expiresIn, String(accessToken.lifetime))
                } else {
                    json.field(Parameter.expiresIn, accessToken.lifetime)
                }
                json.field("expires_on", now.seconds + accessToken.lifetime)
                json.field(Parameter.resource, userFlowResource)
            }
            if let idTokenLifetime { json.field("id_token_expires_in", idTokenLifetime) }
            if let clientInfo { json.field(Parameter.clientInfo, clientInfo) }
            if let profileInfo { json.field("profile_info", profileInfo) }
            if let scope = userFlowScope { json.field(Parameter.scope, scope) }
            if let refreshToken { json.field(Parameter.refreshToken, refreshToken) }
            if let refreshTokenLifetime { json.field("refresh_token_expires_in", refreshTokenLifetime) }
        }
    }

    /// The `scope` of a response under a b2c policy: the permissions of the API, and `offline_access` with a refresh token. A
    /// sign-in alone has the scopes of its tokens, or an empty scope with `client_info`. An application's own token has none
    /// (docs/reference/protocol.md#b2c-response-scope).
    private var userFlowScope: String? {
        guard userFlowResource != nil else { return clientInfo == nil ? signInScope : "" }
        return scope.map { refreshToken == nil ? $0 : "\($0) offline_access" }
    }

    private var signInScope: String {
        [refreshToken == nil ? nil : "offline_access", idToken == nil ? nil : "openid"]
            .compactMap(\.self).joined(separator: " ")
    }

    private func addTail(_ json: inout JSONWriter) {
        if let issuedTokenType { json.field("issued_token_type", issuedTokenType) }
        if let refreshToken { json.field(Parameter.refreshToken, refreshToken) }
        if let family { json.field("foci", family) }
        if let idToken { json.field(Parameter.idToken, idToken) }
        if let clientInfo { json.field(Parameter.clientInfo, clientInfo) }
        if let ring { json.field("spe_info", ring) }
    }
}

extension IssuedAccessToken {
    /// Whether the lifetime is two hours or more. `refresh_in` then makes clients refresh the token at half time.
    fileprivate var isLongLived: Bool { lifetime >= 7_200 }
}

/// The `client_info` value: the home identity, from which clients make their account key `uid.utid`
/// (docs/reference/protocol.md#token-response).
enum ClientInfo {
    /// Returns the value as base64url JSON without padding. Under a b2c policy, `uid` includes the name of the policy. For a
    /// personal account, the value also repeats the profile.
    static func encoded(
        for subject: TokenSubject, pairwiseSubject: String, userFlow: UserFlow? = nil
    ) -> String {
        let user = subject.user
        guard subject.isPersonalAccount else { return encoded(for: user.home, userFlow: userFlow) }
        let json = JSONWriter.object { json in
            json.field("ver", "1.0")
            json.field("sub", pairwiseSubject)
            json.field("name", user.displayName)
            json.field("preferred_username", user.signInName)
            json.field("oid", user.id.description)
            json.field("tid", subject.tenant.id.description)
            json.field("home_oid", user.home.objectID.description)
            json.field("uid", user.home.objectID.description)
            json.field("utid", user.home.tenantID.description)
        }
        return Base64.url(json)
    }

    /// Returns the value for a work account. Errors carry the same value (docs/reference/wire.md#error-response-fields).
    static func encoded(for home: User.Home, userFlow: UserFlow? = nil) -> String {
        let json = JSONWriter.object { json in
            json.field("uid", home.objectID.description + (userFlow.map { "-\($0.name)" } ?? ""))
            json.field("utid", home.tenantID.description)
        }
        return Base64.url(json)
    }

    /// Whether the `client_info` parameter requests the value. Native authentication sends `true`
    /// (docs/reference/wire.md#native-auth-endpoints).
    static func isRequested(_ parameter: String?) -> Bool {
        parameter == "1" || parameter == "true"
    }
}
