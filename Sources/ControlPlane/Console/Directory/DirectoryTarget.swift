import Directory
import Entra
import Formats
import Protocol

/// The objects that a form is about. The fields `tenant`, `user`, `group` and `app` name them, and other fields name their parts.
struct DirectoryTarget: Sendable {
    let directory: Directory
    let services: Services
    /// The fields of the form, or the query of its page.
    let form: Form
    let tenant: Tenant?

    init(_ form: Form, _ services: Services) {
        self.form = form
        self.services = services
        directory = services.directory
        tenant = form["tenant"].flatMap { [directory = services.directory] in directory.tenant(named: $0) }
    }

    subscript(_ name: String) -> String { form[name] ?? "" }

    var user: User? { tenant?.user(ObjectID(self["user"])) }
    var group: Group? { tenant?.group(ObjectID(self["group"])) }
    var application: Application? {
        tenant?.application(ClientID(self["app"])).flatMap { $0.isRegistration ? $0 : nil }
    }

    /// The policy that `policy` names.
    var policy: ConditionalAccessPolicy? {
        tenant?.conditionalAccessPolicies.first { $0.id == ObjectID(self["policy"]) }
    }

    /// The fields that name objects, which every link and form of the page repeats.
    var names: [Form.Field] {
        DirectoryTarget.nameFields.compactMap { name in form[name].map { Form.Field(name, $0) } }
    }

    private static let nameFields = [
        "tenant", "user", "group", "app", "policy", "item", "flow", "method", "kind", "uri", "platform", "api",
        "permission", "grant", "side",
    ]

    /// Returns the object ID of a principal that a person names: a user by name, a group by name, or an application by client ID.
    func principal(named name: String) -> (kind: String, id: ObjectID)? {
        guard let tenant else { return nil }
        if let user = tenant.user(named: name) ?? tenant.user(ObjectID(name)) { return ("users", user.id) }
        let group = tenant.groups.first { $0.displayName.isExactlyIgnoringASCIICase(name) }
        if let group = group ?? tenant.group(ObjectID(name)) { return ("groups", group.id) }
        let principals = ServicePrincipals(tenant, services)
        return (principals.find(ClientID(name)) ?? principals.find(ObjectID(name))).map { ("servicePrincipals", $0.id) }
    }

    /// The service principals of the tenant in the order of their names.
    var servicePrincipals: [ServicePrincipal] {
        guard let tenant else { return [] }
        return ServicePrincipals(tenant, services).all.sorted {
            $0.application.displayName.precedes($1.application.displayName)
        }
    }

    func newID() -> JSONValue { .string(services.random.guid().description) }
}
