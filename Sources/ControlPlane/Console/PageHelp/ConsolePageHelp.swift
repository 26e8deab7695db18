import Crypto
package import Directory
import Entra
import Formats
import HTTP
package import Protocol
import Store

/// The console as the sign-in pages and error pages see it: its addresses, its rules for access, and its explanations of failures.
package struct ConsolePageHelp: PageConsole {
    private let controlGuard: ControlGuard
    private let masks: SecretMasks
    /// Whether the journal records requests, so that the console can show the request.
    private let hasJournal: Bool

    package init(controlGuard: ControlGuard, masks: SecretMasks, hasJournal: Bool) {
        self.controlGuard = controlGuard
        self.masks = masks
        self.hasJournal = hasJournal
    }

    /// The rules are those of the control plane. No browser sends the control token with a sign-in, so pages of a server with a
    /// control token have no help.
    package func isOpen(to request: RequestContext) -> Bool {
        controlGuard.rejection(
            request.request, at: request.origin, by: request.hosts, isPublic: false, isConsole: true) == nil
    }

    package func explanation(of request: RequestContext) -> FailureExplanation? {
        let reader = JournalReader(sealing: request.services.keys.sealing, masks: masks, store: request.services.store)
        let entry = JournalEntry(request, HTTPResponse(status: 200))
        let item = Journal.Item(id: 0, entry: entry, directory: request.services.directory)
        let decision = Decision(item, reader)
        guard let failure = decision.response.failure else { return nil }
        let row = failure.code.flatMap(AADSTS.named)
        // The detail of an error of a B2C policy is the text of the workforce error, which says nothing more.
        let detail = failure.detail.flatMap { $0.hasExactPrefix("AADSTS") ? nil : $0 }
        let hint =
            decision.response.stub.map { "The stub \($0) made this response." } ?? detail
            ?? failure.code.flatMap { ErrorFix.hint($0, decision) }
        guard row != nil || hint != nil else { return nil }
        let mask = reader.mask(item)
        return FailureExplanation(
            cause: row.map { $0.cause ?? $0.meaning }, hint: hint.map(mask.text), fix: row?.fix,
            request: hasJournal ? "\(Console.requestPath)?trace=\(request.traceID)" : nil)
    }

    package func users(of tenant: Tenant?) -> String { tenant?.consolePath ?? ConsoleSection.directory.path }

    package func outbox(of recipient: String?) -> String {
        ConsoleSection.outbox.link(recipient.map { [Form.Field("to", $0)] } ?? [])
    }
}

extension ControlRoutes {
    /// The route to a request in the console by the ID that its response contained.
    static let consoleRequest: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/console/request", .consoleRequest)
    ]
}

extension Console {
    /// The path that leads from a trace ID to the flow of its request.
    static let requestPath = "/_understudy/console/request"
}

extension ControlEndpoint {
    /// Redirects to the flow of the request whose response had the trace ID `?trace=`. The ID is the Request Id of an error page.
    static var consoleRequest: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            guard let trace = (try context.query.get()["trace"]).flatMap({ GUID($0) }),
                let id = server.journal.id(ofTrace: trace)
            else { return .console(AbsentFlowView(), status: 404) }
            return .seeOther("\(Console.flowPath)?id=\(id)")
        }
    }
}
