import Directory
import Entra
import Formats
import Protocol

/// The operations of a submitted form.
struct DirectoryPlan: Sendable {
    /// The operations in sequence. The first one that fails ends the sequence.
    let operations: [DirectoryOperation]
    /// The operations that follow the first one, which its response names.
    var then: @Sendable (JSONValue) -> [DirectoryOperation] = { _ in [] }
    /// The reason why the form cannot become an operation, or nil.
    let problem: DirectoryProblem?

    init(operations: [DirectoryOperation] = [], problem: DirectoryProblem? = nil) {
        self.operations = operations
        self.problem = problem
    }

    static func run(_ operations: DirectoryOperation...) -> DirectoryPlan { DirectoryPlan(operations: operations) }

    static func problem(_ message: String, _ property: String) -> DirectoryPlan {
        DirectoryPlan(problem: DirectoryProblem(message, properties: [property]))
    }
}

/// A form that changes the directory: its fields, and the operation that a submission becomes. A form without fields is a page
/// that asks for confirmation, or a button.
struct DirectoryForm: Sendable {
    typealias Texts = @Sendable (DirectoryTarget) -> String?

    let name: String
    /// The heading of the form's page. Nil if an object that the form is about does not exist.
    let title: Texts
    let button: String
    /// The sentence after a success.
    let done: String
    /// The consequence of the form, in one sentence.
    var text: Texts = { _ in nil }
    var isDeletion = false
    var fields: @Sendable (DirectoryTarget) -> [DirectoryField] = { _ in [] }
    /// Returns the object before a change, or nil if the form creates an object.
    var before: @Sendable (DirectoryTarget) -> JSONValue? = { _ in nil }
    /// Returns the operations for a body, or nil if an object that the form is about does not exist.
    let plan: @Sendable (DirectoryTarget, [JSONValue.Member]) -> DirectoryPlan?
    /// Returns the fields that name the page after a success. The JSON is the first response.
    var place: @Sendable (DirectoryTarget, JSONValue) -> [Form.Field] = { target, _ in target.page }
    /// Whether the operation carries the whole directory with its secrets. No page shows the command of such an operation.
    var isBulky = false
    /// The member of the response with a secret that the server shows only once, or nil.
    var revealed: String?
    /// The fields of an example, from which pages without objects make a command.
    var example = Form()

    init(
        _ name: String, _ title: @escaping Texts, button: String, done: String,
        _ plan: @escaping @Sendable (DirectoryTarget, [JSONValue.Member]) -> DirectoryPlan?
    ) {
        self.name = name
        self.title = title
        self.button = button
        self.done = done
        self.plan = plan
    }

    /// Returns the form with some of its properties set.
    func with(_ change: (inout DirectoryForm) -> Void) -> DirectoryForm {
        var form = self
        change(&form)
        return form
    }

    /// Returns the operations of a submission.
    func plan(_ target: DirectoryTarget) -> DirectoryPlan? {
        let fields = fields(target)
        for field in fields {
            guard case .json = field.kind else { continue }
            guard JSONValue(parsing: Array(target[field.name].utf8))?.object != nil else {
                return .problem("The text is not a JSON object.", field.name)
            }
        }
        return plan(target, DirectoryField.body(fields, target.form, before: before(target)))
    }

    /// Returns the first operation of the example for the same tenant, or nil if the form has no example. Names are names of the
    /// tenant's own domain.
    func exampleOperation(_ target: DirectoryTarget) -> DirectoryOperation? {
        guard !example.fields.isEmpty else { return nil }
        let domain = target.tenant?.domains.first ?? DirectoryForm.exampleDomain
        let fields = example.fields.map { field in
            let name = field.value.dropping(suffix: "@\(DirectoryForm.exampleDomain)")
            return name.map { Form.Field(field.name, "\($0)@\(domain)") } ?? field
        }
        return plan(DirectoryTarget(Form(target.names + fields), target.services))?.operations.first
    }

    private static let exampleDomain = "contoso.com"

    /// All forms.
    static let table: [DirectoryForm] =
        users + memberships + authenticationMethods + groups + applications + redirectURIs + credentials + permissions
        + consents + policies + tenants

    static func named(_ name: String) -> DirectoryForm? { table.first { $0.name.isExactly(name) } }

    /// The path of the page of a form, and of its submission.
    static let path = "\(ConsoleSection.directory.path)/edit"

    /// Returns the address of the page of a form.
    static func link(_ name: String, _ fields: [Form.Field]) -> String {
        "\(path)?\(Form([Form.Field("form", name)] + fields).encoded)"
    }
}

extension DirectoryTarget {
    /// The fields that name the page of the object that the form is about.
    var page: [Form.Field] {
        guard let tenant else { return [] }
        let names = [Form.Field("tenant", tenant.id.description)]
        if let user { return names + [Form.Field("user", user.id.description)] }
        if let group { return names + [Form.Field("group", group.id.description)] }
        if let application { return names + [Form.Field("app", application.appId)] }
        return names
    }

    /// The fields that name the tenant's page.
    var tenantPage: [Form.Field] { tenant.map { [Form.Field("tenant", $0.id.description)] } ?? [] }

    /// Returns the fields that name the page of a new object.
    func page(_ name: String, _ json: JSONValue, _ member: String = "id") -> [Form.Field] {
        tenantPage + (json[member]?.string.map { [Form.Field(name, $0)] } ?? [])
    }
}
