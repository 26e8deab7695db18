package import HTTP
package import Wire

/// The requests to the journal, `/_understudy/requests…` (docs/reference/interface.md#control-plane): JSON in and out, a problem of
/// status 400 for what is none of them.
package struct JournalRequests: Sendable {
    private let journal: Journal
    private let reader: JournalReader
    /// Scripts within a match whose answers nobody has come for.
    private let unconsumed: @Sendable (ExchangeMatch) -> [Script]
    /// Masks the scripts.
    private let mask: SecretMask

    package init(
        _ journal: Journal, _ reader: JournalReader, mask: SecretMask = SecretMask(),
        unconsumed: @escaping @Sendable (ExchangeMatch) -> [Script] = { _ in [] }
    ) {
        self.mask = mask
        self.journal = journal
        self.reader = reader
        self.unconsumed = unconsumed
    }

    private static let filters = JournalFilter.members
    private static let showing = [SecretMasks.parameter, "view"]

    /// What the requests to the journal take; `count` and `verify` have their match in the body.
    package static let listQuery = ControlQuery(filters + showing + ["limit"], repeating: ExchangeMatch.repeating)
    package static let entryQuery = ControlQuery(showing)
    package static let deleteQuery = ControlQuery(filters, repeating: ExchangeMatch.repeating)
    package static let streamQuery = ControlQuery(filters + showing, repeating: ExchangeMatch.repeating)

    private static let defaultLimit = 100
    private static let maximumLimit = 500

    /// `GET requests`: the entries that are meant, oldest first: with `since` those right behind it, else the last ones.
    /// `{"requests": […], "total": n}`, and where there are more of them `next` (for `since`) or `previous` (for `before`).
    package func list(_ query: Form) throws(ProblemDocument) -> HTTPResponse {
        let filter = try JournalFilter(query: query)
        let limit = try JournalRequests.limit(query)
        let show = try JournalShow(query, reader)
        let found = filter.select(from: journal.kept, reader.sealing)
        let shown = filter.since == nil ? found.suffix(limit) : found.prefix(limit)
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

    /// `GET requests/{id}`.
    package func entry(_ id: String, _ query: Form) throws(ProblemDocument) -> HTTPResponse {
        guard let number = ASCII.decimal(id.utf8), let item = journal[Int64(number)] else {
            throw ProblemDocument(
                status: 404, title: "Journal entry not found",
                detail: "The request journal has no entry with the id \(id.firstScalars(100)). "
                    + "The server removes entries to make room for new ones.")
        }
        return .controlJSON(try JournalShow(query, reader).value(item))
    }

    /// `DELETE requests`, all of them or those that are meant: `{"deleted": n}`.
    package func delete(_ query: Form) throws(ProblemDocument) -> HTTPResponse {
        let filter = try JournalFilter(query: query)
        let ids = filter.select(from: journal.kept, reader.sealing).map(\.id)
        return .controlJSON(.object([.init("deleted", .integer(Int64(journal.remove(Set(ids)))))]))
    }

    /// `POST requests/count` of `{"match": {…}}`: `{"count": n}`.
    package func count(_ body: [UInt8]) throws(ProblemDocument) -> HTTPResponse {
        let filter = try ControlBody.read(body) { $0.optional("match", .filter) } ?? JournalFilter()
        let found = filter.select(from: journal.kept, reader.sealing)
        return .controlJSON(.object([.init("count", .integer(Int64(found.count)))]))
    }

    /// `POST requests/verify`: 200 with `{"verified": true}`, or a problem of status 422 that tells what comes closest. Both tell
    /// in `unconsumed` which scripted answers for such requests nobody has come for.
    package func verify(_ body: [UInt8]) throws(ProblemDocument) -> HTTPResponse {
        let verification = try JournalVerification(body)
        let result = verification.check(journal.kept, reader)
        let unconsumed = unconsumedScripts(verification.matches)
        let found = JSONValue.array(result.found.suffix(JournalRequests.maximumLimit).map(JSONValue.integer))
        let count = JSONValue.integer(Int64(result.found.count))
        guard !result.isVerified else {
            return .controlJSON(
                .object([.init("verified", .bool(true)), .init("count", count), .init("found", found)] + unconsumed))
        }
        let show = JournalShow(reader, .summary)
        let closest = result.closest.map { item, misses in
            let mask = reader.mask(item)
            return JSONValue.object([
                .init("request", show.value(item)), .init("differs", .array(misses.map { $0.json(mask) })),
            ])
        }
        throw ProblemDocument(
            status: 422, title: "Not verified", detail: result.reason,
            extensions: [
                .init("verified", .bool(false)), .init("count", count), .init("found", found),
                .init("closest", .array(closest)),
            ] + unconsumed)
    }

    /// The member that tells of them, where there are any.
    private func unconsumedScripts(_ matches: [ExchangeMatch]) -> [JSONValue.Member] {
        var scripts: [Script] = []
        for script in matches.flatMap(unconsumed) where !scripts.contains(where: { $0.id.isExactly(script.id) }) {
            scripts.append(script)
        }
        return scripts.isEmpty ? [] : [.init("unconsumed", .array(scripts.map { mask.json($0.json) }))]
    }

    /// `GET requests/stream`: server-sent events (HTML Living Standard §9.2), one for each new entry that is meant, with its id.
    /// `Last-Event-ID`, as browsers send it when they come back, or `since` has earlier ones told first.
    package func stream(_ query: Form, lastEventID: String?) throws(ProblemDocument) -> HTTPResponse {
        var filter = try JournalFilter(query: query)
        if let id = lastEventID.flatMap({ ASCII.decimal($0.utf8) }) { filter.since = .entry(Int64(id)) }
        guard let stream = JournalStream(journal, filter, try JournalShow(query, reader), reader.sealing) else {
            throw ProblemDocument(
                status: 503, title: "Too many streams",
                detail: "\(Journal.maximumListeners) clients already follow the request journal, which is the maximum.")
        }
        return stream.response
    }

    private static func limit(_ query: Form) throws(ProblemDocument) -> Int {
        guard let text = query["limit"] else { return defaultLimit }
        guard let limit = ASCII.decimal(text.utf8), (0...maximumLimit).contains(limit) else {
            throw .invalid("limit must be a number from 0 to \(maximumLimit).")
        }
        return limit
    }
}

/// How entries are shown: `secrets=true` unmasked, `view=summary` in brief.
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

extension ExchangeMatch.Miss {
    /// `{"member", "wanted", "found"}`, null for what is not there.
    fileprivate func json(_ mask: SecretMask) -> JSONValue {
        .object([
            .init("member", .string(mask.text(member))), .init("wanted", .string(mask.text(wanted))),
            .init("found", shownFound(mask).map(JSONValue.string) ?? .null),
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
