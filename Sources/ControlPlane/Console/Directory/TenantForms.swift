import Directory
import Entra
import Formats
import Protocol

/// The forms for tenants, and for the whole directory.
extension DirectoryForm {
    static let tenants: [DirectoryForm] = [
        DirectoryForm(
            "new-tenant", { _ in "New tenant" }, button: "Create tenant", done: "The tenant was created."
        ) { _, body in .run(.control("POST", "/tenants", .object(body))) }.with {
            $0.fields = { _ in
                [
                    DirectoryField("Display name", "displayName"),
                    DirectoryField(
                        "Kind", "kind",
                        .choice([
                            .init(.string("workforce"), "Workforce"), .init(.string("external"), "External (CIAM)"),
                            .init(.string("b2c"), "Azure AD B2C"),
                        ])),
                ]
            }
            $0.place = { _, json in json["id"]?.string.map { [Form.Field("tenant", $0)] } ?? [] }
        },
        DirectoryForm(
            "clone-tenant", { $0.tenant.map { "Copy \($0.displayName)" } }, button: "Create copy",
            done: "The copy was created."
        ) { target, body in
            guard let tenant = target.tenant else { return nil }
            return .run(
                .control("POST", "/tenants", .object([.init("cloneOf", .string(tenant.id.description))] + body)))
        }.with {
            $0.fields = { _ in
                [
                    DirectoryField("Display name", "displayName"),
                    DirectoryField("Keep the client IDs of applications", "keepAppIds", .toggle, initial: .bool(true)),
                ]
            }
            $0.text = { _ in
                "The copy has the users, applications, secrets and settings of the original, and a clock of its own."
            }
            $0.place = { _, json in json["id"]?.string.map { [Form.Field("tenant", $0)] } ?? [] }
        },
        DirectoryForm(
            "reset-tenant", { $0.tenant.map { "Reset \($0.displayName)?" } }, button: "Reset tenant",
            done: "The tenant is back at its configuration."
        ) { target, _ in
            guard let tenant = target.tenant else { return nil }
            return .run(.control("POST", "/reset", query: "tenant=\(DirectoryOperation.key(tenant.id))"))
        }.with {
            $0.isDeletion = true
            $0.text = { _ in
                "All changes, consents, stubs and journal entries of the tenant are removed, its clock is reset, and "
                    + "everything issued before is rejected. A tenant that was created at run time is removed."
            }
            $0.place = { target, _ in
                let stays = target.tenant.flatMap { target.directory.tenant($0.id) } != nil
                return stays ? target.tenantPage : []
            }
        },
        DirectoryForm(
            "reset-all", { _ in "Reset everything?" }, button: "Reset everything",
            done: "The directory is back at its configuration."
        ) { _, _ in .run(.control("POST", "/reset")) }.with {
            $0.isDeletion = true
            $0.text = { _ in
                "Directory, consents, stubs, clocks, outbox, journal and signing keys go back to the start of the server, "
                    + "and everything issued before is rejected."
            }
            $0.place = { _, _ in [] }
        },
        DirectoryForm(
            "delete-tenant", { $0.tenant.map { "Delete the tenant \($0.displayName)?" } }, button: "Delete tenant",
            done: "The tenant was deleted."
        ) { target, _ in
            guard let tenant = target.tenant else { return nil }
            return .run(.control("DELETE", "/tenants/\(DirectoryOperation.key(tenant.id))"))
        }.with {
            $0.isDeletion = true
            $0.text = { _ in
                "A reset brings back a tenant of the configuration. A tenant that was created at run time is gone."
            }
            $0.place = { _, _ in [] }
        },
        DirectoryForm(
            "revoke-tenant", { $0.tenant.map { "Revoke everything in \($0.displayName)?" } },
            button: "Revoke everything", done: "Everything that was issued in the tenant is revoked."
        ) { target, _ in
            guard let tenant = target.tenant else { return nil }
            return .run(
                .control("POST", "/revocations", .object([.init("tenant", .string(tenant.id.description))])))
        }.with { $0.text = { _ in "All sessions, codes and refresh tokens of the tenant become invalid." } },
        DirectoryForm(
            "revoke-app", { $0.application.map { "Revoke everything issued to \($0.displayName)?" } },
            button: "Revoke everything", done: "Everything that was issued to the application is revoked."
        ) { target, _ in
            guard let tenant = target.tenant, let application = target.application else { return nil }
            return .run(
                .control(
                    "POST", "/revocations",
                    .object([
                        .init("application", .string(application.appId)),
                        .init("tenant", .string(tenant.id.description)),
                    ])))
        },
    ]
}
