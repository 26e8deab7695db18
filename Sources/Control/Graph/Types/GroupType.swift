import Directory
import Entra
import Wire

extension GraphType where Entity == Group {
    static let group = GraphType(
        "group", set: "groups", id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id }.filterable,
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .kept("classification", \.otherProperties, .anyText),
            .kept("description", \.otherProperties, .anyText),
            .property("displayName", \.displayName, .nonEmptyText).required.searchable,
            .kept("groupTypes", \.otherProperties, .anyTexts, absent: .array([])).creationOnly.filterable,
            .kept("isAssignableToRole", \.otherProperties, .anyBoolean),
            .kept("mail", \.otherProperties, .anyText).readOnly,
            .kept("mailEnabled", \.otherProperties, .anyBoolean, absent: .bool(false)).required.filterable,
            .kept("mailNickname", \.otherProperties, .anyText).required.searchable,
            .derived("onPremisesDomainName", .text) { $0.onPremisesDomainName },
            .derived("onPremisesNetBiosName", .text) { $0.onPremisesNetBiosName },
            .derived("onPremisesSamAccountName", .text) { $0.onPremisesSamAccountName },
            .property("securityEnabled", \.securityEnabled, .boolean).required.filterable,
            .kept("visibility", \.otherProperties, .anyText),
        ])
}
