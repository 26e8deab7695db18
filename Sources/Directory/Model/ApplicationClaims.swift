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
