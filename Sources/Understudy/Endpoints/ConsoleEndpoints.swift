import Control
import Crypto
import Directory
import Entra
import Flows
import HTTP
import Pages
import State
import Wire

extension Endpoint {
    /// A page of the web console.
    static func console(_ section: ConsoleSection) -> Endpoint {
        Endpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let query = try context.query.get()
            return switch section {
            case .outbox: .console(OutboxView(context.services.sentMessages()))
            case .directory: directoryPage(query, context.services.directory)
            case .msal:
                .console(
                    MSALView(
                        context.services.directory, application: query["app"], platform: query["platform"],
                        origin: context.origin, secure: server.secureOrigin(near: context.origin)))
            case .redirectURIs: .console(RedirectURIView(asking: query))
            case .migration: .console(migration(query, context.services))
            case .flows: .console(FlowListView(server.journal, server.journalReader))
            case .scripts:
                .console(
                    ScriptsView(
                        server.scripts, in: context.services.directory,
                        mask: server.mask(context.services.directory), origin: context.origin,
                        needsToken: server.controlGuard.needsToken))
            case .clock: .console(clockPage(server))
            }
        }
    }

    /// One flow, by `?id=` of one of its exchanges.
    static var consoleFlow: Endpoint {
        Endpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let id = (try context.query.get()["id"]).flatMap { ASCII.decimal($0.utf8) }
            guard let id, let view = FlowView(having: Int64(id), in: server.journal, server.journalReader) else {
                return .console(AbsentFlowView(), status: 404)
            }
            return .console(view)
        }
    }

    /// One request as a command with its secrets, by the `id` of a form. An operator asks for the command on purpose: no link
    /// leads to it, and no page of another site gets it.
    static var consoleCurl: Endpoint {
        Endpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let id = (try context.form.get()?["id"]).flatMap { ASCII.decimal($0.utf8) }
            guard let id, let view = CurlView(Int64(id), in: server.journal, server.journalReader) else {
                return .console(AbsentFlowView(), status: 404)
            }
            return .console(view)
        }
    }

    /// Removes the script that the form names, else all, and shows what is left.
    static var consoleScripts: Endpoint {
        Endpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let id = try context.form.get()?["id"]
            do throws(ProblemDocument) {
                try server.scripts.remove(ScriptFilter(id: id), in: context.services.directory)
            } catch {
                return error.response
            }
            return .seeOther(ConsoleSection.scripts.path)
        }
    }

    /// Moves the clock that the form names, and shows where it is; a change that is none is told of on the page.
    static var consoleClock: Endpoint {
        Endpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let form = try context.form.get() ?? Form()
            do throws(ProblemDocument) {
                let name = form["tenant"].flatMap { $0.isEmpty ? nil : $0 }
                let tenant = try server.controls.tenant(named: name)?.id
                if form["change"].map({ $0.isExactly("reset") }) == true {
                    try server.controls.resetClock(of: tenant)
                } else {
                    let request = ClockView.request(form) ?? .null
                    try ClockRequest(parsing: JSONWriter.value(request)).apply(to: server.clock, of: tenant)
                }
            } catch {
                var response = HTTPResponse.console(
                    clockPage(server, problem: error.detail), status: error.status)
                if let seconds = error.retryAfter { response.headers.append("Retry-After", String(seconds)) }
                return response
            }
            return .seeOther(ConsoleSection.clock.path)
        }
    }

    private static func clockPage(_ server: Server, problem: String? = nil) -> ClockView {
        let clock = JSONValue(parsing: server.clock.json(of: nil)) ?? .object([])
        return ClockView(clock, in: server.directory, problem: problem)
    }

    /// `/_understudy` without the slash.
    static var consoleAddress: Endpoint {
        Endpoint("console", errors: .problem, isConsole: true) { (_, _) throws(EntraError) in
            HTTPResponse(status: 308, headers: HeaderList([.init("Location", Console.root)]))
        }
    }

    static var consoleStylesheet: Endpoint { consoleFile("text/css; charset=utf-8", Console.stylesheet) }
    static var consoleScript: Endpoint { consoleFile("text/javascript; charset=utf-8", Console.script) }

    static var consoleIcon: Endpoint { consoleFile("image/svg+xml", Console.icon) }

    private static func consoleFile(_ type: String, _ content: [UInt8]) -> Endpoint {
        Endpoint("console", errors: .problem, isPublic: true) { (_, _) throws(EntraError) in
            HTTPResponse(status: 200, contentType: type, body: content, isCompressible: true)
        }
    }

    /// A tenant or an application with its secrets, by a form: they are asked for on purpose.
    static var consoleDirectory: Endpoint {
        Endpoint("console", errors: .problem, isConsole: true) { (context, _) throws(EntraError) in
            directoryPage(try context.form.get() ?? Form(), context.services.directory, showsSecrets: true)
        }
    }

    /// Returns the page of the tenant or the application that `tenant` and `app` name. Without a tenant, the page is the list of
    /// tenants. For an unknown tenant the status is 404 with that list, and for an unknown application 404 with the tenant.
    private static func directoryPage(
        _ query: Form, _ directory: Directory, showsSecrets: Bool = false
    ) -> HTTPResponse {
        guard let name = query["tenant"], let tenant = directory.tenant(named: name) else {
            return .console(TenantListView(directory), status: query["tenant"] == nil ? 200 : 404)
        }
        guard let id = query["app"] else {
            return .console(DirectoryObjectView(tenant, of: directory, showsSecrets: showsSecrets))
        }
        guard let application = tenant.application(ClientID(id)) else {
            return .console(DirectoryObjectView(tenant, of: directory), status: 404)
        }
        return .console(
            DirectoryObjectView(application, in: tenant, of: directory, showsSecrets: showsSecrets))
    }

    private static func migration(_ query: Form, _ services: Services) -> MigrationView {
        MigrationView(
            asking: query, home: { account(named: $0, services.directory) },
            compare: { name in
                do throws(TokenComparison.Failure) {
                    let tokens = try TokenComparison.all(ofConsoleName: name, services: services)
                    guard !tokens.isEmpty else {
                        return .failed("The application gets no tokens, because it lists no API and signs in no user.")
                    }
                    return .compared(
                        tokens.map { token in
                            let title = [token.token, token.resource.map { "for \($0)" }, "of \(token.subject)"]
                            return (
                                remark: token.remark,
                                claims: MigrationView.table(
                                    title.compactMap(\.self).joined(separator: " "), token.v1, token.v2)
                            )
                        })
                } catch {
                    return .failed(error.message)
                }
            })
    }

    /// Returns the home object ID and the home tenant ID of the user with this name.
    private static func account(named name: String, _ directory: Directory) -> (uid: String, utid: String)? {
        let user = directory.tenants.lazy.compactMap { $0.user(named: name) }.first
        return user.map { ($0.home.objectID.description, $0.home.tenantID.description) }
    }
}

extension HTTPResponse {
    /// Redirects after a form was processed, so that a reload does not post the form again (RFC 9110 §15.4.4).
    static func seeOther(_ path: String) -> HTTPResponse {
        HTTPResponse(status: 303, headers: HeaderList([.init("Location", path)]))
    }

    /// Creates the response of a console page.
    static func console(_ view: some ConsoleView, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: HeaderList(pairs: Console.headers), body: Console.render(view))
    }
}

extension Server {
    /// What explains the journal's entries, secrets masked.
    var journalReader: JournalReader {
        JournalReader(sealing: keys.sealing, masks: masks, store: store)
    }

    /// The mask of what is said now.
    func mask(_ directory: Directory) -> SecretMask { masks.mask(directory, keys.sealing) }

    /// The HTTPS origin that stands beside the one a reader came by: the same where it is HTTPS itself, else the same host at
    /// the first HTTPS port. Without one it is the reader's.
    func secureOrigin(near origin: Origin) -> Origin {
        guard !origin.isSecure, let secure = origins.first(where: \.isSecure) else { return origin }
        return Origin(scheme: secure.scheme, host: origin.host, port: secure.port ?? 443)
    }
}
