import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol

extension ControlRoutes {
    /// The routes of the clock page.
    static let consoleClock: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/console/clock", .consoleClock),
        Route(["POST"], "/_understudy/console/clock", .consoleClockChange),
    ]
}

extension ControlEndpoint {
    /// The page of the clocks. `?tenant=` chooses a tenant.
    static var consoleClock: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            .console(ClockView.page(server, try context.query.get()))
        }
    }

    /// Changes the clock that the form names, and redirects to the clock page. If the change is invalid, the response is the clock
    /// page with the problem and the typed values.
    static var consoleClockChange: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let form = try context.form.get() ?? Form()
            let name = form["tenant"].flatMap { $0.isEmpty ? nil : $0 }
            do throws(ProblemDocument) {
                let tenant = try server.controls.tenant(named: name)?.id
                try ClockView.apply(form, to: server, tenant)
            } catch {
                var response = HTTPResponse.console(
                    ClockView.page(server, form, problem: error.sentences), status: error.status)
                response.setRetryAfter(error.retryAfter)
                return response
            }
            return .seeOther(ConsoleSection.clock.link(name.map { [Form.Field("tenant", $0)] } ?? []))
        }
    }
}

extension ClockView {
    fileprivate static func page(_ server: any ControlServer, _ form: Form, problem: String? = nil) -> ClockView {
        let tenant = form["tenant"].flatMap(server.directory.tenant(segment:))?.id
        return ClockView(
            JSONValue(parsing: server.clock.json(of: nil)) ?? .object([]), in: server.directory,
            newest: NewestAccessToken(in: server.journal, of: tenant, server.sealing), form: form, problem: problem)
    }

    /// Applies the change of a form to the clock of a tenant, or to the server's clock. Throws a problem of status 400 for an
    /// invalid change, and 503 if the store is unavailable.
    fileprivate static func apply(
        _ form: Form, to server: any ControlServer, _ tenant: TenantID?
    ) throws(ProblemDocument) {
        guard !isReset(form) else { return try server.controls.resetClock(of: tenant) }
        guard form["quick"].map({ $0.isExactly(QuickStep.expiry) }) != true else {
            guard let newest = NewestAccessToken(in: server.journal, of: tenant, server.sealing) else {
                throw .invalid("The request journal has no access token of this tenant: get a token first.")
            }
            let wait = newest.expiry.adding(seconds: 1).duration(since: server.clock.now { tenant })
            return try ClockRequest(checking: nil, advance: wait).apply(to: server.clock, of: tenant)
        }
        guard let request = request(form) else { throw .invalid("Choose one of the changes.") }
        try ClockRequest(parsing: JSONWriter.value(request)).apply(to: server.clock, of: tenant)
    }
}

/// The access token that the journal recorded last.
struct NewestAccessToken: Sendable {
    let expiry: Timestamp
    /// The name of the application, or its client ID if the application is not registered.
    let client: String

    /// The largest number of entries that are searched.
    private static let maximumEntries = 512

    /// Searches the newest entries of the journal, of one tenant or of all tenants. Returns nil if they have no access token.
    init?(in journal: Journal, of tenant: TenantID?, _ sealing: SealingKeys) {
        let entries = journal.storedEntries.suffix(Self.maximumEntries).reversed()
        for item in entries.lazy.compactMap(\.item) {
            guard let token = NewestAccessToken(item, of: tenant, sealing) else { continue }
            self = token
            return
        }
        return nil
    }

    private init?(_ item: Journal.Item, of tenant: TenantID?, _ sealing: SealingKeys) {
        let response = RecordedResponse(item.entry)
        guard let text = response.json?[Parameter.accessToken]?.string ?? response.parameters?[Parameter.accessToken]
        else { return nil }
        let claims = UnverifiedClaims(text, sealing)
        if let tenant, item.entry.tenant(in: item.directory) != tenant, claims?["tid"].map({ TenantID($0) }) != tenant {
            return nil
        }
        let lifetime = response.json?["expires_in"]
        let expiresIn = lifetime?.integer ?? lifetime?.string.flatMap { ASCII.decimal($0.utf8) }.map(Int64.init)
        guard
            let expiry = claims?.claims["exp"]?.integer.map({ Timestamp(seconds: $0) })
                ?? expiresIn.map({ item.entry.time.adding(seconds: $0) })
        else { return nil }
        self.expiry = expiry
        let id = claims?["appid"] ?? claims?["azp"] ?? item.entry.form?[Parameter.clientID] ?? ""
        client = item.directory.registration(of: ClientID(id))?.application.displayName ?? id
    }
}
