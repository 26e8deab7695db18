package import Formats

/// The optional claims of an application (Graph `optionalClaims`).
package struct OptionalClaims: Sendable, Equatable {
    /// An entry. `source` is `user` for a directory extension, and `additionalProperties` select a variant.
    package struct Claim: Sendable, Equatable {
        package var name: String
        package var source: String?
        package var essential: Bool
        package var additionalProperties: [String]

        package init(name: String, source: String? = nil, essential: Bool = false, additionalProperties: [String] = [])
        {
            self.name = name
            self.source = source
            self.essential = essential
            self.additionalProperties = additionalProperties
        }
    }

    package var idToken: [Claim] = []
    package var accessToken: [Claim] = []
    package var saml2Token: [Claim] = []

    package init() {}
}

/// The value of Graph's `groupMembershipClaims`: a set of words, separated by commas.
package struct GroupMembershipClaims: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let none: GroupMembershipClaims = []
    package static let securityGroup = GroupMembershipClaims(rawValue: 1)
    package static let directoryRole = GroupMembershipClaims(rawValue: 2)
    package static let applicationGroup = GroupMembershipClaims(rawValue: 4)
    /// Groups without security purpose, such as mail groups. The value has no word of its own.
    package static let distributionGroup = GroupMembershipClaims(rawValue: 8)
    package static let all: GroupMembershipClaims = [.securityGroup, .directoryRole, .distributionGroup]

    /// The words of the property, with their values.
    package static let words: [(name: String, claims: GroupMembershipClaims)] = [
        ("None", .none), ("SecurityGroup", .securityGroup), ("DirectoryRole", .directoryRole),
        ("ApplicationGroup", .applicationGroup), ("All", .all),
    ]

    /// The words of the set. `All` replaces the words that it includes. Empty for an empty set.
    package var names: [String] {
        let words = GroupMembershipClaims.words.filter { $0.claims != .none && contains($0.claims) }
        let isAll = contains(.all)
        return words.filter { !isAll || $0.claims == .all || !GroupMembershipClaims.all.contains($0.claims) }.map(
            \.name)
    }
}

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
