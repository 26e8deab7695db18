/// Graph `groupMembershipClaims`, a set of words joined by commas.
package struct GroupMembershipClaims: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let none: GroupMembershipClaims = []
    package static let securityGroup = GroupMembershipClaims(rawValue: 1)
    package static let directoryRole = GroupMembershipClaims(rawValue: 2)
    package static let applicationGroup = GroupMembershipClaims(rawValue: 4)
    /// Groups that give access to nothing, such as those of mail. They have no word of their own.
    package static let distributionGroup = GroupMembershipClaims(rawValue: 8)
    package static let all: GroupMembershipClaims = [.securityGroup, .directoryRole, .distributionGroup]

    /// The words of the property.
    package static let words: [(name: String, claims: GroupMembershipClaims)] = [
        ("None", .none), ("SecurityGroup", .securityGroup), ("DirectoryRole", .directoryRole),
        ("ApplicationGroup", .applicationGroup), ("All", .all),
    ]

    /// The words that make it: `All` in place of those that it stands for. Empty for none.
    package var names: [String] {
        let words = GroupMembershipClaims.words.filter { $0.claims != .none && contains($0.claims) }
        let isAll = contains(.all)
        return words.filter { !isAll || $0.claims == .all || !GroupMembershipClaims.all.contains($0.claims) }.map(
            \.name)
    }
}
