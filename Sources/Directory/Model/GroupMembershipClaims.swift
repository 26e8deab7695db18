/// Graph `groupMembershipClaims`, a set of words joined by commas.
package struct GroupMembershipClaims: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let none: GroupMembershipClaims = []
    package static let securityGroup = GroupMembershipClaims(rawValue: 1)
    package static let directoryRole = GroupMembershipClaims(rawValue: 2)
    package static let applicationGroup = GroupMembershipClaims(rawValue: 4)
    package static let all: GroupMembershipClaims = [.securityGroup, .directoryRole]

    /// The words of the property.
    package static let words: [(name: String, claims: GroupMembershipClaims)] = [
        ("None", .none), ("SecurityGroup", .securityGroup), ("DirectoryRole", .directoryRole),
        ("ApplicationGroup", .applicationGroup), ("All", .all),
    ]
}
