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
