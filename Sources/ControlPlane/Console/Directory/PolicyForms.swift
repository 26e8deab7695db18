import Directory
import Entra
import Formats
import Protocol

/// The forms for Conditional Access policies and for user flows.
extension DirectoryForm {
    static let policies: [DirectoryForm] = [
        DirectoryForm(
            "new-policy", { $0.tenant.map { "New Conditional Access policy in \($0.displayName)" } },
            button: "Create policy", done: "The policy was created."
        ) { target, body in
            guard let tenant = target.tenant else { return nil }
            return .run(.graph("POST", conditionalAccess, in: tenant, .object(body)))
        }.with {
            $0.fields = { _ in
                [
                    DirectoryField(
                        "Policy", "policy-json", .json, initial: JSONValue(parsing: Array(examplePolicy.utf8)) ?? .null)
                ]
            }
            $0.place = { target, _ in target.tenantPage }
            $0.example = Form([Form.Field("policy-json", examplePolicy)])
        },
        DirectoryForm(
            "edit-policy", { $0.policy.map { "Edit \($0.displayName)" } }, button: "Save",
            done: "The policy was changed."
        ) { target, body in
            guard let tenant = target.tenant, let policy = target.policy else { return nil }
            return .run(.graph("PATCH", policy.graphPath, in: tenant, .object(body)))
        }.with {
            $0.fields = { target in
                let json = target.policy.map { GraphType.conditionalAccessPolicy.table.json($0) } ?? .null
                let members = (json.object ?? []).filter { member in
                    !readOnly.containsExactly(member.name) && member.value != .null
                }
                return [DirectoryField("Policy", "policy-json", .json, initial: .object(members))]
            }
            $0.place = { target, _ in target.tenantPage }
        },
        DirectoryForm(
            "policy-state", { $0.policy.map { "State of \($0.displayName)" } }, button: "Change",
            done: "The state of the policy was changed."
        ) { target, _ in
            guard let tenant = target.tenant, let policy = target.policy else { return nil }
            return .run(
                .graph(
                    "PATCH", policy.graphPath, in: tenant, .object([.init("state", .string(target["kind"]))])))
        }.with { $0.place = { target, _ in target.tenantPage } },
        DirectoryForm(
            "delete-policy", { $0.policy.map { "Delete the policy \($0.displayName)?" } }, button: "Delete policy",
            done: "The policy was deleted."
        ) { target, _ in
            guard let tenant = target.tenant, let policy = target.policy else { return nil }
            return .run(.graph("DELETE", policy.graphPath, in: tenant))
        }.with {
            $0.isDeletion = true
            $0.place = { target, _ in target.tenantPage }
        },
        flow("new-flow", "New user flow", "Create user flow", "The user flow was created."),
        flow("edit-flow", "Edit a user flow", "Save", "The user flow was changed."),
        DirectoryForm(
            "delete-flow", { target in target.tenant.map { _ in "Delete the user flow \(target["flow"])?" } },
            button: "Delete user flow", done: "The user flow was deleted."
        ) { target, _ in
            UserFlows(target).map { .run($0.replacing(target["flow"], with: nil)) }
        }.with {
            $0.isBulky = true
            $0.isDeletion = true
            $0.place = { target, _ in target.tenantPage }
        },
    ]

    private static let conditionalAccess = "/identity/conditionalAccess/policies"
    private static let readOnly = ["id", "createdDateTime", "modifiedDateTime"]
    private static let examplePolicy = """
        {"displayName": "Require a second factor", "state": "disabled", "conditions": \
        {"clientAppTypes": ["all"], "applications": {"includeApplications": ["All"]}, \
        "users": {"includeUsers": ["All"]}}, \
        "grantControls": {"operator": "OR", "builtInControls": ["mfa"]}}
        """
    private static let exampleFlow = JSONValue.object([
        .init("id", .string("B2C_1_signup_signin")), .init("kind", .string("signUpOrSignIn")),
    ])

    private static func flow(_ name: String, _ title: String, _ button: String, _ done: String) -> DirectoryForm {
        DirectoryForm(name, { $0.tenant.map { "\(title) in \($0.displayName)" } }, button: button, done: done) {
            target, body in
            UserFlows(target).map { .run($0.replacing(target["flow"], with: .object(body))) }
        }.with {
            $0.isBulky = true
            $0.fields = { target in
                let known = UserFlows(target)?.all.first { $0["id"] == .string(target["flow"]) }
                return [
                    DirectoryField(
                        "User flow in the form of the configuration", "flow-json", .json,
                        initial: known ?? exampleFlow)
                ]
            }
            $0.text = { _ in "Microsoft Graph v1.0 has no user flows, so the form replaces the directory by PUT." }
            $0.place = { target, _ in target.tenantPage }
        }
    }
}

extension ConditionalAccessPolicy {
    /// The path of the policy in Microsoft Graph.
    fileprivate var graphPath: String { "/identity/conditionalAccess/policies/\(DirectoryOperation.key(self.id))" }
}

/// The user flows of a tenant in the export of the directory, which a change replaces as a whole.
private struct UserFlows {
    private let export: JSONValue
    private let tenant: String

    init?(_ target: DirectoryTarget) {
        guard let tenant = target.tenant else { return nil }
        export = DirectoryExport.json(target.directory)
        self.tenant = tenant.kind == .consumers ? "consumers" : tenant.id.description
    }

    private func isOwn(_ exported: JSONValue) -> Bool { exported["id"]?.string.map { $0.isExactly(tenant) } ?? false }

    var all: [JSONValue] {
        export["tenants"]?.array?.first(where: isOwn)?["policies"]?.array ?? []
    }

    /// Returns the operation that replaces the flow with the name, adds a flow, or removes the flow.
    func replacing(_ name: String, with flow: JSONValue?) -> DirectoryOperation {
        var flows = all
        let position = flows.firstIndex { $0["id"] == .string(name) }
        switch (position, flow) {
        case (let position?, let flow?): flows[position] = flow
        case (let position?, nil): flows.remove(at: position)
        case (nil, let flow?): flows.append(flow)
        case (nil, nil): break
        }
        let tenants = (export["tenants"]?.array ?? []).map { exported in
            guard isOwn(exported) else { return exported }
            let others = (exported.object ?? []).filter { !$0.name.isExactly("policies") }
            return .object(others + (flows.isEmpty ? [] : [.init("policies", .array(flows))]))
        }
        let others = (export.object ?? []).filter { !$0.name.isExactly("tenants") }
        return .control("PUT", "/directory", .object(others + [.init("tenants", .array(tenants))]))
    }
}
