import Crypto
import Entra
package import Formats
package import HTTP
package import Protocol
import Store

extension ControlRoutes {
    /// The request journal.
    static let journal: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/requests", .journalList),
        Route(["DELETE"], "/_understudy/requests", .journalClear),
        Route(["POST"], "/_understudy/requests/count", .journalCount),
        Route(["POST"], "/_understudy/requests/verify", .journalVerify),
        Route(["GET"], "/_understudy/requests/stream", .journalStream),
        Route(["GET"], "/_understudy/requests/{id}", .journalEntry),
    ]
}

/// The request journal (docs/reference/interface.md#control-plane).
extension ControlEndpoint {
    static var journalList: ControlEndpoint {
        journal(JournalRequests.listQuery, isSlow: true) { (requests, context) throws(ProblemDocument) in
            try requests.list(context.controlQuery)
        }
    }

    static var journalClear: ControlEndpoint {
        journal(JournalRequests.deleteQuery, takesBody: false, isSlow: true) {
            (requests, context) throws(ProblemDocument) in
            try requests.delete(context.controlQuery)
        }
    }

    static var journalEntry: ControlEndpoint {
        journal(JournalRequests.entryQuery) { (requests, context) throws(ProblemDocument) in
            try requests.entry(context.captures["id"] ?? "", context.controlQuery)
        }
    }

    static var journalCount: ControlEndpoint {
        journal(JournalCount.self) { (requests, count) throws(ProblemDocument) in requests.count(count) }
    }

    static var journalVerify: ControlEndpoint {
        journal(JournalVerification.self) { (requests, verification) throws(ProblemDocument) in
            .controlJSON(.object(try requests.verify(verification)))
        }
    }

    static var journalStream: ControlEndpoint {
        journal(JournalRequests.streamQuery, isSlow: true) { (requests, context) throws(ProblemDocument) in
            try requests.stream(context.controlQuery, lastEventID: context.request.headers["Last-Event-ID"])
        }
    }

    /// Returns an endpoint of the journal. An endpoint that searches the whole journal is slow: with large entries and a match of
    /// many members, the search takes tenths of a second.
    private static func journal(
        _ query: ControlQuery = .none, takesBody: Bool = true, isSlow: Bool = false,
        _ respond: @escaping @Sendable (JournalRequests, RequestContext) throws(ProblemDocument) -> HTTPResponse
    ) -> ControlEndpoint {
        .control("requests", usesStore: false, query: query, maximumBody: .form, takesBody: takesBody, isSlow: isSlow) {
            (context, server) throws(ProblemDocument) in
            try respond(server.journalRequests(context.services.directory), context).fromReplica(server.name)
        }
    }

    /// Returns an endpoint of the journal whose body selects entries of the whole journal.
    private static func journal<Request: ControlRequest>(
        _ request: Request.Type,
        _ respond: @escaping @Sendable (JournalRequests, Request) throws(ProblemDocument) -> HTTPResponse
    ) -> ControlEndpoint {
        .control("requests", request, usesStore: false, maximumBody: .form, isSlow: true) {
            (request, context, server) throws(ProblemDocument) in
            try respond(server.journalRequests(context.services.directory), request).fromReplica(server.name)
        }
    }
}

extension HTTPResponse {
    /// Returns the response with the name of the replica, because each process has its own journal.
    fileprivate func fromReplica(_ name: String) -> HTTPResponse {
        var response = self
        response.headers.append("X-Understudy-Replica", name)
        return response
    }
}

/// A request to `POST /_understudy/requests/count`.
struct JournalCount: ControlRequest {
    let filter: JournalFilter

    init(reading body: inout ControlBody) {
        filter = body.optional("match", .filter) ?? JournalFilter()
    }
}

/// The requests to the journal, `/_understudy/requests…` (docs/reference/interface.md#control-plane). Bodies and responses are
/// JSON. An invalid request throws a problem of status 400.
package struct JournalRequests: Sendable {
    private let journal: Journal
    private let reader: JournalReader
    /// Returns the stubs that apply to a match and have unused responses.
    private let unconsumed: @Sendable (RequestCriteria) -> [Stub]
    /// The mask for stubs.
    private let mask: SecretMask

    package init(
        _ journal: Journal, _ reader: JournalReader, mask: SecretMask = SecretMask(),
        unconsumed: @escaping @Sendable (RequestCriteria) -> [Stub] = { _ in [] }
    ) {
        self.mask = mask
        self.journal = journal
        self.reader = reader
        self.unconsumed = unconsumed
    }

    private static let filters = JournalFilter.members
    private static let showing = [SecretMasks.parameter, "view"]

    /// The query parameters of each request. For `count` and `verify` the match is in the body.
    package static let listQuery = ControlQuery(filters + showing + ["limit"], repeating: RequestCriteria.repeating)
    package static let entryQuery = ControlQuery(showing)
    package static let deleteQuery = ControlQuery(filters, repeating: RequestCriteria.repeating)
    package static let streamQuery = ControlQuery(filters + showing, repeating: RequestCriteria.repeating)

    /// The default number of entries in a list.
    package static let defaultLimit = 100
    private static let maximumLimit = 500

    /// `GET requests`: returns `{"requests": […], "total": n}` with matching entries, oldest first. With `since`, the list starts
    /// after that point; otherwise, the list has the last entries. If there are more entries, `next` is the value for `since`, or
    /// `previous` the value for `before`.
    package func list(_ query: Form) throws(ProblemDocument) -> HTTPResponse {
        let filter = try JournalFilter(query: query)
        let limit = try JournalRequests.limit(query)
        let show = try JournalShow(query, reader)
        let found = filter.select(from: journal.storedEntries, reader.sealing)
        let shown = JournalRequests.shown(found, filter, limit)
        var members: [JSONValue.Member] = [
            .init("requests", .array(shown.compactMap(\.item).map(show.value))),
            .init("total", .integer(Int64(found.count))),
        ]
        if shown.count < found.count {
            let edge = filter.since == nil ? ("previous", shown.first) : ("next", shown.last)
            if let item = edge.1 { members.append(.init(edge.0, .integer(item.id))) }
        }
        return .controlJSON(.object(members))
    }

    private static func shown(_ found: [Journal.StoredEntry], _ filter: JournalFilter, _ limit: Int) -> ArraySlice<
        Journal.StoredEntry
    > {
        filter.since == nil ? found.suffix(limit) : found.prefix(limit)
    }

    /// An entry as it is shown.
    package struct Entry: Sendable {
        package let item: Journal.Item
        /// The entry in the form of the control plane, with masked secrets unless secrets are shown.
        package let json: JSONValue
    }

    /// Returns matching entries, oldest first. With `since`, these are the first entries after that point; otherwise, the last
    /// entries. Throws a problem of status 400 for an invalid value.
    package func entries(
        _ filter: JournalFilter, limit: Int = defaultLimit, showsSecrets: Bool = false
    ) throws(ProblemDocument) -> [Entry] {
        try filter.check()
        guard (0...JournalRequests.maximumLimit).contains(limit) else { throw JournalRequests.invalidLimit }
        let found = filter.select(from: journal.storedEntries, reader.sealing)
        return JournalRequests.shown(found, filter, limit).compactMap(\.item).map { shown($0, showsSecrets) }
    }

    /// Returns one entry. Throws a problem of status 404 if the journal has no such entry.
    package func entry(_ id: Int64, showsSecrets: Bool = false) throws(ProblemDocument) -> Entry {
        guard let item = journal[id] else { throw JournalRequests.missing(String(id)) }
        return shown(item, showsSecrets)
    }

    /// Returns the number of matching entries. Throws a problem of status 400 for an invalid value.
    package func count(_ filter: JournalFilter) throws(ProblemDocument) -> Int {
        try ControlArguments.check { filter.check(&$0, at: "match/") }
        return filter.select(from: journal.storedEntries, reader.sealing).count
    }

    /// Removes the matching entries, and returns their number. Throws a problem of status 400 for an invalid value.
    package func delete(_ filter: JournalFilter) throws(ProblemDocument) -> Int {
        try filter.check()
        return journal.remove(Set(filter.select(from: journal.storedEntries, reader.sealing).map(\.id)))
    }

    /// Returns the events of new matching entries. Throws a problem of status 503 if there are too many listeners, and 400 for an
    /// invalid value.
    package func stream(_ filter: JournalFilter) throws(ProblemDocument) -> HTTPResponse {
        try filter.check()
        return try stream(filter, JournalShow(reader, .full))
    }

    private func shown(_ item: Journal.Item, _ showsSecrets: Bool) -> Entry {
        Entry(item: item, json: JournalShow(showsSecrets ? reader.showingSecrets : reader, .full).value(item))
    }

    private static var invalidLimit: ProblemDocument {
        .invalid("limit must be a number from 0 to \(maximumLimit).")
    }

    private static func missing(_ id: String) -> ProblemDocument {
        ProblemDocument(
            status: 404, title: "Journal entry not found",
            detail: "The request journal has no entry with the id \(id.firstScalars(100)). "
                + "The server removes entries to make room for new ones.")
    }

    /// `GET requests/{id}`: returns one entry. Throws a problem of status 404 if the journal has no such entry.
    package func entry(_ id: String, _ query: Form) throws(ProblemDocument) -> HTTPResponse {
        guard let number = ASCII.decimal(id.utf8), let item = journal[Int64(number)] else {
            throw JournalRequests.missing(id)
        }
        return .controlJSON(try JournalShow(query, reader).value(item))
    }

    /// `DELETE requests`: removes all entries or the matching ones, and returns `{"deleted": n}`.
    package func delete(_ query: Form) throws(ProblemDocument) -> HTTPResponse {
        let filter = try JournalFilter(query: query)
        let ids = filter.select(from: journal.storedEntries, reader.sealing).map(\.id)
        return .controlJSON(.object([.init("deleted", .integer(Int64(journal.remove(Set(ids)))))]))
    }

    /// `POST requests/count` with `{"match": {…}}`: returns `{"count": n}`.
    func count(_ request: JournalCount) -> HTTPResponse {
        let found = request.filter.select(from: journal.storedEntries, reader.sealing)
        return .controlJSON(.object([.init("count", .integer(Int64(found.count)))]))
    }

    /// Verifies the journal, and returns the members of the response, such as `"verified": true`. Throws a problem of status 422
    /// with the near misses. In both cases, `unconsumed` lists the stubs for such requests that have unused responses.
    @discardableResult
    package func verify(_ verification: JournalVerification) throws(ProblemDocument) -> [JSONValue.Member] {
        let result = verification.check(journal.storedEntries, reader)
        let unconsumed = unconsumedStubs(verification.matches)
        let found = JSONValue.array(result.found.suffix(JournalRequests.maximumLimit).map(JSONValue.integer))
        let count = JSONValue.integer(Int64(result.found.count))
        guard !result.isVerified else {
            return [.init("verified", .bool(true)), .init("count", count), .init("found", found)] + unconsumed
        }
        let show = JournalShow(reader, .summary)
        let nearMisses = result.nearMisses.map { item, misses in
            let mask = reader.mask(item)
            return JSONValue.object([
                .init("request", show.value(item)), .init("differs", .array(misses.map { $0.json(mask) })),
            ])
        }
        throw ProblemDocument(
            status: 422, title: "Not verified", detail: result.reason,
            extensions: [
                .init("verified", .bool(false)), .init("count", count), .init("found", found),
                .init("closest", .array(nearMisses)),
            ] + unconsumed)
    }

    /// Returns the member `unconsumed`, unless there are no such stubs.
    private func unconsumedStubs(_ matches: [RequestCriteria]) -> [JSONValue.Member] {
        var stubs: [Stub] = []
        for stub in matches.flatMap(unconsumed) where !stubs.contains(where: { $0.id.isExactly(stub.id) }) {
            stubs.append(stub)
        }
        return stubs.isEmpty ? [] : [.init("unconsumed", .array(stubs.map { mask.json($0.json) }))]
    }

    /// `GET requests/stream`: returns server-sent events (HTML Living Standard §9.2), one for each new matching entry, with its ID.
    /// With `since` or `Last-Event-ID`, which browsers send when they reconnect, the stream begins with earlier entries. Throws a
    /// problem of status 503 if there are too many listeners.
    package func stream(_ query: Form, lastEventID: String?) throws(ProblemDocument) -> HTTPResponse {
        var filter = try JournalFilter(query: query)
        if let id = lastEventID.flatMap({ ASCII.decimal($0.utf8) }) { filter.since = .entry(Int64(id)) }
        return try stream(filter, try JournalShow(query, reader))
    }

    private func stream(_ filter: JournalFilter, _ show: JournalShow) throws(ProblemDocument) -> HTTPResponse {
        guard let stream = JournalStream(journal, filter, show, reader.sealing) else {
            throw ProblemDocument(
                status: 503, title: "Too many streams",
                detail: "\(Journal.maximumListeners) clients already follow the request journal, which is the maximum.")
        }
        return stream.response
    }

    private static func limit(_ query: Form) throws(ProblemDocument) -> Int {
        guard let text = query["limit"] else { return defaultLimit }
        guard let limit = ASCII.decimal(text.utf8), (0...maximumLimit).contains(limit) else {
            throw invalidLimit
        }
        return limit
    }
}

/// The form in which entries are shown: `secrets=true` shows secrets, and `view=summary` shows the summary.
struct JournalShow: Sendable {
    let reader: JournalReader
    let extent: EntryJSON.Extent

    init(_ reader: JournalReader, _ extent: EntryJSON.Extent) {
        self.reader = reader
        self.extent = extent
    }

    init(_ query: Form, _ reader: JournalReader) throws(ProblemDocument) {
        guard let extent = EntryJSON.Extent(rawValue: query["view"] ?? "full") else {
            throw .invalid("view must be full or summary.")
        }
        self.extent = extent
        self.reader = try SecretMasks.areSecretsShown(by: query) ? reader.showingSecrets : reader
    }

    func value(_ item: Journal.Item) -> JSONValue { EntryJSON(item, reader).value(extent) }
}

extension RequestCriteria.Miss {
    /// Returns `{"member", "wanted", "found"}`, with null for an absent value.
    fileprivate func json(_ mask: SecretMask) -> JSONValue {
        .object([
            .init("member", .string(mask.text(member))), .init("wanted", .string(mask.text(expected))),
            .init("found", maskedActual(mask).map(JSONValue.string) ?? .null),
        ])
    }
}

extension HTTPResponse {
    static func controlJSON(_ value: JSONValue) -> HTTPResponse {
        HTTPResponse(
            status: 200, contentType: "application/json; charset=utf-8", body: JSONWriter.value(value),
            isCompressible: true)
    }
}
