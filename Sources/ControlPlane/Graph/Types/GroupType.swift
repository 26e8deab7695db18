import Directory
import Entra
import Formats

/// The type of groups, with the lengths of the service's reference. Dynamic groups are not supported, because the server does not
/// evaluate membership rules.
extension GraphType where Entity == Group {
    static let group = GraphType(
        "group", set: "groups", id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id }.filterable,
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .kept("classification", \.otherProperties, .anyText),
            .kept("description", \.otherProperties, .anyText(upTo: 1_024)),
            .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required.searchable,
            .kept("groupTypes", \.otherProperties, .anyList(of: "Unified"), absent: .array([])).creationOnly.filterable,
            .kept("isAssignableToRole", \.otherProperties, .anyBoolean),
            .kept("mail", \.otherProperties, .anyText).readOnly,
            .kept("mailEnabled", \.otherProperties, .anyBoolean, absent: .bool(false)).required.filterable,
            .kept("mailNickname", \.otherProperties, .anyText(upTo: 64)).required.searchable,
            .derived("onPremisesDomainName", .text) { $0.onPremisesDomainName },
            .derived("onPremisesNetBiosName", .text) { $0.onPremisesNetBiosName },
            .derived("onPremisesSamAccountName", .text) { $0.onPremisesSamAccountName },
            .property("securityEnabled", \.securityEnabled, .boolean).required.filterable,
            .kept("visibility", \.otherProperties, .anyWord("Private", "Public", "HiddenMembership")),
        ])
}
