import Entra
import Formats
import HTTP
import Protocol

extension ControlRoutes {
    /// The pages of the request journal in the console.
    static let flows: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/", .consoleFlows),
        Route(["GET"], "/_understudy/console/flow", .consoleFlow),
        Route(["POST"], "/_understudy/console/curl", .consoleCurl),
        Route(["POST"], "/_understudy/console/clear", .consoleClear),
        Route(["GET"], "/_understudy/console/compare", .consoleCompare),
        Route(["GET"], "/_understudy/console/har", .consoleHAR(showsSecrets: false)),
        Route(["POST"], "/_understudy/console/har", .consoleHAR(showsSecrets: true)),
        Route(["GET"], "/_understudy/console/test", .consoleTest(showsSecrets: false)),
        Route(["POST"], "/_understudy/console/test", .consoleTest(showsSecrets: true)),
        Route(["GET"], "/_understudy/console/stub", .consoleStubFromResponse),
        Route(["POST"], "/_understudy/console/stub", .consoleAddStub),
    ]
}

extension ControlEndpoint {
    /// Returns a page that reads the whole journal, which takes too long for an event loop.
    private static func flowPage(
        _ respond: @escaping @Sendable (RequestContext, any ControlServer) throws(EntraError) -> HTTPResponse
    ) -> ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true, isSlow: true, respond)
    }

    static var consoleFlows: ControlEndpoint {
        flowPage { (context, server) throws(EntraError) in
            .console(flowList(try context.query.get(), context, server))
        }
    }

    /// Returns the list of flows that the query selects.
    static func flowList(_ query: Form, _ context: RequestContext, _ server: any ControlServer) -> FlowListView {
        FlowListView(
            server.journal, server.journalReader, FlowFilter(query, now: context.services.now),
            examples: FirstRequests(context.services.directory, origin: context.origin), now: context.services.now)
    }

    /// The page of one flow, which `?id=` selects by one of its journal entries.
    static var consoleFlow: ControlEndpoint {
        flowPage { (context, server) throws(EntraError) in
            guard let id = entryID(try context.query.get()),
                let view = FlowView(having: id, in: server.journal, server.journalReader)
            else { return .console(AbsentFlowView(), status: 404) }
            return .console(view)
        }
    }

    /// The page of one request as a command with its secrets, which the form field `id` selects. An operator requests the command
    /// on purpose: no link leads to this page, and no page of another site can read it.
    static var consoleCurl: ControlEndpoint {
        flowPage { (context, server) throws(EntraError) in
            let form = try context.form.get()
            let request = entryID(form).flatMap { CurlView($0, in: server.journal, server.journalReader) }
            let flow = {
                entryID(form, "flow").flatMap { CurlView(flowOf: $0, in: server.journal, server.journalReader) }
            }
            guard let view = request ?? flow() else { return .console(AbsentFlowView(), status: 404) }
            return .console(view)
        }
    }

    /// Removes all entries of the journal as `DELETE /_understudy/requests` does, and redirects to the list of flows.
    static var consoleClear: ControlEndpoint {
        flowPage { (context, server) throws(EntraError) in
            do throws(ProblemDocument) {
                _ = try server.journalRequests(context.services.directory).delete(JournalFilter())
            } catch {
                return error.response
            }
            return .seeOther(Console.root)
        }
    }

    /// The page that compares two requests, which the query names.
    static var consoleCompare: ControlEndpoint {
        flowPage { (context, server) throws(EntraError) in
            let query = try context.query.get()
            let view = CompareView(query, in: server.journal, server.journalReader, now: context.services.now)
            guard let view else { return .console(AbsentFlowView(), status: 404) }
            return .console(view)
        }
    }

    /// The flow of a request as an HTTP archive.
    static func consoleHAR(showsSecrets: Bool) -> ControlEndpoint {
        flowPage { (context, server) throws(EntraError) in
            let reader = showsSecrets ? server.journalReader.showingSecrets : server.journalReader
            guard let id = entryID(try fields(context, showsSecrets)), let flow = Flow.having(id, in: server.journal)
            else { return .console(AbsentFlowView(), status: 404) }
            var response = HTTPResponse(
                status: 200, contentType: HARArchive.mediaType,
                body: JSONWriter.value(HARArchive.json(flow, reader, version: server.version)))
            response.headers.append("Content-Disposition", "attachment; filename=\"flow-\(flow.firstID).har\"")
            response.headers.append("Cache-Control", "no-store")
            response.headers.append("X-Content-Type-Options", "nosniff")
            return response
        }
    }

    /// The page with tests that repeat the flow of a request.
    static func consoleTest(showsSecrets: Bool) -> ControlEndpoint {
        flowPage { (context, server) throws(EntraError) in
            let view = entryID(try fields(context, showsSecrets)).flatMap {
                FlowTestView($0, in: server.journal, server.journalReader, showsSecrets: showsSecrets)
            }
            guard let view else { return .console(AbsentFlowView(), status: 404) }
            return .console(view)
        }
    }

    /// The page with the stub that repeats the response to a request.
    static var consoleStubFromResponse: ControlEndpoint {
        flowPage { (context, server) throws(EntraError) in
            let view = entryID(try context.query.get()).flatMap {
                StubFromResponseView($0, in: server.journal, server.journalReader, ControlCommand(context, server))
            }
            guard let view else { return .console(AbsentFlowView(), status: 404) }
            return .console(view)
        }
    }

    /// Adds the stub that repeats the response to a request, as `POST /_understudy/responses` does, and redirects to the stubs.
    static var consoleAddStub: ControlEndpoint {
        flowPage { (context, server) throws(EntraError) in
            let item = entryID(try context.form.get()).flatMap { server.journal[$0] }
            guard let item, let json = StubFromResponse.json(item, server.journalReader.showingSecrets) else {
                return .console(AbsentFlowView(), status: 404)
            }
            let id = server.random.guid().description
            do throws(ProblemDocument) {
                try server.stubs.add(StubRequest.stub(json, id: id))
            } catch {
                return error.response
            }
            return .seeOther("\(ConsoleSection.stubs.path)#script-\(id)")
        }
    }

    /// Returns the fields of the request: of its form if the response has secrets, and of its query otherwise.
    private static func fields(_ context: RequestContext, _ showsSecrets: Bool) throws(EntraError) -> Form? {
        showsSecrets ? try context.form.get() : try context.query.get()
    }

    /// Returns the ID of the journal entry that a field names, or nil for any other text.
    private static func entryID(_ form: Form?, _ name: String = "id") -> Int64? {
        form?[name].flatMap { ASCII.decimal($0.utf8) }.map(Int64.init)
    }
}
