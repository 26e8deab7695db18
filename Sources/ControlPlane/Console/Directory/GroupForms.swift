import Directory
import Entra
import Formats
import Protocol

/// The forms for groups.
extension DirectoryForm {
    static let groups: [DirectoryForm] = [
        DirectoryForm(
            "new-group", { $0.tenant.map { "New group in \($0.displayName)" } }, button: "Create group",
            done: "The group was created."
        ) { target, body in
            guard let tenant = target.tenant else { return nil }
            let isUnified = target["type"].isExactly("Unified")
            var body = body
            if !body.contains(where: { $0.name.isExactly("mailNickname") }) {
                // Allowed (lossy-text): letters and digits are ASCII.
                let letters = target["displayName"].utf8.filter { ASCII.isLetter($0) || ASCII.isDigit($0) }
                let name = String(decoding: letters.prefix(64), as: UTF8.self)
                body.append(.init("mailNickname", .string(name)))
            }
            body += [
                .init("mailEnabled", .bool(isUnified)), .init("securityEnabled", .bool(!isUnified)),
                .init("groupTypes", .array(isUnified ? [.string("Unified")] : [])),
            ]
            return .run(.graph("POST", "/groups", in: tenant, .object(body)))
        }.with {
            $0.fields = { _ in
                naming + [
                    DirectoryField("Mail nickname", "mailNickname", hint: "from the display name, if empty"),
                    DirectoryField(
                        "Type", "type",
                        .choice([.init(.string("security"), "Security"), .init(.string("Unified"), "Microsoft 365")]),
                        isProperty: false),
                ]
            }
            $0.place = { $0.page("group", $1) }
            $0.example = Form([Form.Field("displayName", "Testers")])
        },
        DirectoryForm(
            "edit-group", { $0.group.map { "Edit \($0.displayName)" } }, button: "Save", done: "The group was changed."
        ) { target, body in
            guard let tenant = target.tenant, let group = target.group else { return nil }
            guard !body.isEmpty else { return DirectoryPlan() }
            return .run(.graph("PATCH", group.graphPath, in: tenant, .object(body)))
        }.with {
            $0.fields = { _ in naming }
            $0.before = { $0.group.map { GraphType.group.table.json($0) } }
        },
        DirectoryForm(
            "delete-group", { $0.group.map { "Delete the group \($0.displayName)?" } }, button: "Delete group",
            done: "The group was deleted."
        ) { target, _ in
            guard let tenant = target.tenant, let group = target.group else { return nil }
            return .run(.graph("DELETE", group.graphPath, in: tenant))
        }.with {
            $0.isDeletion = true
            $0.text = { _ in "The group can be restored for 30 days of the tenant’s clock." }
            $0.place = { target, _ in target.tenantPage }
        },
        DirectoryForm(
            "add-member", { $0.group.map { "Add a member to \($0.displayName)" } }, button: "Add member",
            done: "The member was added."
        ) { target, _ in
            guard let tenant = target.tenant, let group = target.group else { return nil }
            guard let member = target.principal(named: target["member"]) else {
                return .problem("There is no such user, group or application.", "member")
            }
            return .run(.join(group.id, member.id, tenant))
        }.with {
            $0.fields = { _ in
                [
                    DirectoryField(
                        "Member", "member", hint: "alex@contoso.com, the name of a group, or a client ID",
                        isRequired: true, isProperty: false)
                ]
            }
        },
        DirectoryForm(
            "remove-member", { $0.group.map { _ in "Remove the member?" } }, button: "Remove",
            done: "The member was removed."
        ) { target, _ in
            guard let tenant = target.tenant, let group = target.group else { return nil }
            let path = "\(group.graphPath)/members/\(DirectoryOperation.key(target["item"]))/$ref"
            return .run(.graph("DELETE", path, in: tenant))
        },
    ]

    private static let naming: [DirectoryField] = [
        DirectoryField("Display name", "displayName", isRequired: true), DirectoryField("Description", "description"),
    ]
}
