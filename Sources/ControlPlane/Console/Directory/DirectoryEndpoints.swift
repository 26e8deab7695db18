import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The endpoints of the console's directory.
extension ControlEndpoint {
    /// The page of the tenants, of a tenant, or of an object.
    static func directoryPage(
        _ query: Form, _ context: RequestContext, _ server: any ControlServer, showsSecrets: Bool = false
    ) -> HTTPResponse {
        let pages = DirectoryPages(
            target: DirectoryTarget(query, context.services), notice: notice(query, context, server),
            command: ControlCommand(context, server), showsSecrets: showsSecrets)
        return pages.response
    }

    /// The page of the tenants, of a tenant, or of an object, without secrets.
    static var consoleDirectoryPage: ControlEndpoint {
        consolePage { query, context, server in directoryPage(query, context, server) }
    }

    /// The page of a tenant or an object with its secrets. Only a form post opens this page, so secrets are shown on purpose.
    static var consoleDirectory: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            directoryPage(try context.form.get() ?? Form(), context, server, showsSecrets: true)
        }
    }

    /// The page of a form that changes the directory.
    static var consoleForm: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let target = DirectoryTarget(try context.query.get(), context.services)
            guard let form = DirectoryForm.named(target["form"]),
                let view = DirectoryFormView(form, target, ControlCommand(context, server))
            else { return .console(TenantListView(context.services.directory), status: 404) }
            return .console(view)
        }
    }

    /// Submits a form that changes the directory. A success redirects to the page of the object.
    static var consoleSubmission: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true, isSlow: true) {
            (context, server) throws(EntraError) in
            let target = DirectoryTarget(try context.form.get() ?? Form(), context.services)
            guard let form = DirectoryForm.named(target["form"]), let plan = form.plan(target) else {
                return .console(TenantListView(context.services.directory), status: 404)
            }
            return DirectorySubmission(form: form, target: target, command: ControlCommand(context, server)).response(
                plan
            ) { context.perform($0, server.journal) }
        }
    }

    /// The export of a tenant or of the whole directory as YAML: a page, or a file with `download`. A form post shows secrets.
    static func consoleExport(showsSecrets: Bool) -> ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true, isSlow: true) {
            (context, server) throws(EntraError) in
            let mask = server.mask(context.services.directory)
            let query = showsSecrets ? try context.form.get() ?? Form() : try context.query.get()
            let view = DirectoryExportView(
                DirectoryTarget(query, context.services), mask: showsSecrets ? mask.showingSecrets : mask,
                showsSecrets: showsSecrets)
            return query["download"] == nil ? .console(view) : view.file
        }
    }

    /// Returns the result of the form that led to the page, which the query names.
    private static func notice(
        _ query: Form, _ context: RequestContext, _ server: any ControlServer
    ) -> DirectoryNotice? {
        guard let form = query["did"].flatMap(DirectoryForm.named) else { return nil }
        let id = query["entry"].flatMap { ASCII.decimal($0.utf8) }.map { Int64($0) }
        guard let id, let item = server.journal[id], item.entry.endpoint.isExactly(EndpointName.graph) else {
            let target = DirectoryTarget(query, context.services)
            let operation = form.fields(target).isEmpty && !form.isBulky ? form.plan(target)?.operations.first : nil
            let command = operation.flatMap { $0.tenant == nil ? $0.curl(ControlCommand(context, server)) : nil }
            return DirectoryNotice(
                text: form.done, isBad: false, command: command.map { CodeBlock("The same with curl", $0) },
                request: nil)
        }
        let mask = server.journalReader.mask(item)
        let isBad = item.entry.response.status >= 400
        return DirectoryNotice(
            text: isBad ? mask.text(DirectoryProblem(item.entry.response).message) : form.done, isBad: isBad,
            command: CodeBlock("The same with curl", CurlCommand.text(item.entry, mask)),
            request: Console.flow(of: "\(id)"))
    }
}

/// A submitted form, whose operations decide the response.
struct DirectorySubmission: Sendable {
    let form: DirectoryForm
    let target: DirectoryTarget
    let command: ControlCommand

    /// Performs the operations in sequence until one fails.
    func response(_ plan: DirectoryPlan, perform: (DirectoryOperation) -> DirectoryOutcome) -> HTTPResponse {
        if let problem = plan.problem { return page(problem, status: 400) }
        var operations = plan.operations
        var first: (operation: DirectoryOperation, outcome: DirectoryOutcome)?
        var next = 0
        while next < operations.count {
            let outcome = perform(operations[next])
            guard outcome.isSuccess else {
                guard let first else { return page(outcome.problem, status: outcome.response.status) }
                return redirect(first.outcome.json, entry: outcome.entry)
            }
            if first == nil {
                first = (operations[next], outcome)
                operations += plan.then(outcome.json)
            }
            next += 1
        }
        guard let first else { return .seeOther(ConsoleSection.directory.link(target.page)) }
        if let name = form.revealed, let secret = first.outcome.json[name]?.string {
            return .console(
                RevealedSecretView(
                    title: form.done, trail: target.trail, secret: CodeBlock(name, secret),
                    command: CodeBlock("The same with curl", first.operation.curl(command)),
                    back: ConsoleSection.directory.link(target.page)))
        }
        return redirect(first.outcome.json, entry: first.outcome.entry)
    }

    private func page(_ problem: DirectoryProblem, status: Int) -> HTTPResponse {
        guard let view = DirectoryFormView(form, target, command, problem: problem) else {
            return .console(TenantListView(target.directory), status: 404)
        }
        return .console(view, status: status)
    }

    private func redirect(_ json: JSONValue, entry: Int64?) -> HTTPResponse {
        let result = [Form.Field("did", form.name)] + (entry.map { [Form.Field("entry", String($0))] } ?? [])
        return .seeOther(ConsoleSection.directory.link(form.place(target, json) + result))
    }
}

/// The pages of the directory by the objects that a query names.
private struct DirectoryPages {
    let target: DirectoryTarget
    let notice: DirectoryNotice?
    let command: ControlCommand
    let showsSecrets: Bool

    /// The page of the object. For an unknown tenant the status is 404 with the list of tenants, and for an unknown object 404 with
    /// the tenant. After a form, the object may be gone.
    var response: HTTPResponse {
        let missing = notice == nil ? 404 : 200
        guard let tenant = target.tenant else {
            return page(TenantListView(target.directory), status: target.form["tenant"] == nil ? 200 : missing)
        }
        if target.form["user"] != nil, let user = target.user {
            return page(DirectoryObjectView(user, target, tenant, showsSecrets: showsSecrets))
        }
        if target.form["group"] != nil, let group = target.group {
            return page(DirectoryObjectView(group, target, tenant))
        }
        if let name = target.form["app"], let application = tenant.application(ClientID(name)) {
            if let text = target.form["permissions"], application.isRegistration {
                return page(PermissionSearchView(text, application, target))
            }
            return page(
                DirectoryObjectView(application, in: tenant, of: target, showsSecrets: showsSecrets))
        }
        let isMissing = ["user", "group", "app"].contains { target.form[$0] != nil }
        return page(
            DirectoryObjectView(tenant, of: target, command, showsSecrets: showsSecrets && !isMissing),
            status: isMissing ? missing : 200)
    }

    private func page(_ view: some ConsoleView, status: Int = 200) -> HTTPResponse {
        .console(NoticedView(notice: status == 404 ? .absent : notice, page: view), status: status)
    }
}
