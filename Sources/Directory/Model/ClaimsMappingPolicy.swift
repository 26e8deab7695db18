package import Formats

/// The claims in an application's tokens that are added to the usual claims or replace them (Graph `claimsMappingPolicy`).
package struct ClaimsMappingPolicy: Sendable, Equatable {
    /// The object from which a value is read.
    package enum Source: String, Sendable, CaseIterable {
        case user
        /// The client application.
        case application
        /// The API of the token. `audience` is another name for the API.
        case resource
        case audience
    }

    /// An entry of `ClaimsSchema`: a claim and its value, which is fixed or from a property.
    package struct Claim: Sendable, Equatable {
        package var source: Source?
        /// The name of the property in the policy's own list, such as `department`.
        package var id: String?
        /// The directory extension that replaces `id`, as `extension_{appid}_{attribute}`.
        package var extensionID: String?
        package var jwtClaimType = ""
        /// The fixed value, or nil.
        package var value: String?

        package init() {}
    }

    /// Whether a token keeps the claims that it has without a policy.
    package var includeBasicClaimSet = true
    package var claimsSchema: [Claim] = []

    package init() {}

    /// The claims that no policy may set, because they state the parties or the validity of a token.
    package static let restrictedClaims: Set<ByteString> = [
        "acr", "acrs", "aio", "amr", "appid", "appidacr", "at_hash", "aud", "auth_time", "azp", "azpacr", "c_hash",
        "cnf", "exp", "groups", "hasgroups", "home_oid", "iat", "idp", "idtyp", "iss", "jti", "nbf", "nonce", "oid",
        "puid", "rh", "scp", "sid", "sub", "tid", "uti", "ver", "wids", "xms_cc", "_claim_names", "_claim_sources",
    ]
}
