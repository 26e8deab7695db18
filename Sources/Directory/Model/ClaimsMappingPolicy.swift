package import Wire

/// Which claims tokens for an application carry beside or in place of the usual ones (Graph `claimsMappingPolicy`).
package struct ClaimsMappingPolicy: Sendable, Equatable {
    /// What a value is taken from.
    package enum Source: String, Sendable, CaseIterable {
        case user
        /// The client.
        case application
        /// The API that the token is for; `audience` is another name of it.
        case resource
        case audience
    }

    /// One entry of `ClaimsSchema`: a claim and its value, fixed or from a property.
    package struct Claim: Sendable, Equatable {
        package var source: Source?
        /// The property's name in the policy's own list, such as `department`.
        package var id: String?
        /// A directory extension, `extension_{appid}_{attribute}`, in place of `id`.
        package var extensionID: String?
        package var jwtClaimType = ""
        /// Fixed.
        package var value: String?

        package init() {}
    }

    /// Keep the claims that a token has without a policy.
    package var includeBasicClaimSet = true
    package var claimsSchema: [Claim] = []

    package init() {}

    /// Claims that no policy may set: those that say for whom, by whom and how long a token is good.
    package static let restrictedClaims: Set<ExactString> = [
        "acr", "acrs", "aio", "amr", "appid", "appidacr", "at_hash", "aud", "auth_time", "azp", "azpacr", "c_hash",
        "cnf", "exp", "groups", "hasgroups", "home_oid", "iat", "idp", "idtyp", "iss", "jti", "nbf", "nonce", "oid",
        "puid", "rh", "scp", "sid", "sub", "tid", "uti", "ver", "wids", "xms_cc", "_claim_names", "_claim_sources",
    ]
}
