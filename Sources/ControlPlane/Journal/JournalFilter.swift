package import Crypto
import Directory
import Entra
package import Formats
import HTTP
package import Protocol

/// A filter of journal entries: a match, an outcome, and a range.
package struct JournalFilter: Sendable {
    /// The start of the range: a time by the clock of the requests, or an entry. The range begins after that entry.
    package enum Start: Sendable {
        case entry(Int64)
        case time(Timestamp)
    }

    package var match = RequestCriteria()
    /// The outcome: `success`, `page`, `error`, an AADSTS code, an OAuth error, a suberror or a status.
    package var outcome: String?
    package var since: Start?
    /// The ID of an entry. Only earlier entries match.
    package var before: Int64?

    package init() {}

    static let members = RequestCriteria.members + ["outcome", "since", "before"]

    /// Reads the filter from a JSON object with the members of a match, `outcome`, `since` and `before`.
    init(_ body: inout ControlBody) {
        match = RequestCriteria(&body)
        outcome = body.optional("outcome", .shortText)
        since = body.optional("since", .start)
        before = body.optional("before", .entryID)
    }

    /// Reads the filter from a query with parameters of the same names. Throws a problem of status 400 for an invalid value.
    package init(query: Form) throws(ProblemDocument) {
        match = try RequestCriteria(query: query)
        outcome = query["outcome"]
        since = try query["since"].map { text throws(ProblemDocument) in
            guard let start = Start(text) else { throw .invalid("since must be \(Start.forms).") }
            return start
        }
        before = try query["before"].map { text throws(ProblemDocument) in
            guard let number = ASCII.decimal(text.utf8) else {
                throw .invalid("before must be the id of an entry.")
            }
            return Int64(number)
        }
    }

    /// Checks the values of a program. `prefix` is the path of the filter in the body of a request, such as `match/`.
    func check(_ arguments: inout ControlArguments, at prefix: String = "") {
        match.check(&arguments, at: prefix)
        arguments.check(prefix + "outcome", outcome, .shortText)
        arguments.check(prefix + "before", before, .entryID)
    }

    /// Checks the values of a program. Throws a problem of status 400 for an invalid value.
    package func check() throws(ProblemDocument) {
        try ControlArguments.check { check(&$0) }
    }

    package func matches(_ item: Journal.Item, _ sealing: SealingKeys) -> Bool {
        isInRange(item.id, item.entry.time) && meetsConditions(item, sealing)
    }

    /// Returns the entries that match, oldest first. An entry is decoded only if it may match, and is then released.
    package func select(from kept: [Journal.StoredEntry], _ sealing: SealingKeys) -> [Journal.StoredEntry] {
        kept.filter { matches($0, sealing) }
    }

    func matches(_ kept: Journal.StoredEntry, _ sealing: SealingKeys) -> Bool {
        isInRange(kept) && (match.isEmpty && outcome == nil || kept.item.map { meetsConditions($0, sealing) } ?? false)
    }

    /// Whether the entry is in the range. Other conditions are ignored.
    func isInRange(_ kept: Journal.StoredEntry) -> Bool { isInRange(kept.id, kept.time) }

    private func isInRange(_ id: Int64, _ time: Timestamp) -> Bool {
        if let before, id >= before { return false }
        switch since {
        case nil: return true
        case .entry(let last): return id > last
        case .time(let start): return time >= start
        }
    }

    private func meetsConditions(_ item: Journal.Item, _ sealing: SealingKeys) -> Bool {
        match.matches(item.entry.facts(in: item.directory, sealing)) && hasOutcome(item)
    }

    private func hasOutcome(_ item: Journal.Item) -> Bool {
        outcome.map { RecordedResponse(item.entry).isOutcome($0) } ?? true
    }

    /// Returns the conditions that the entry does not meet.
    func misses(_ item: Journal.Item, _ sealing: SealingKeys) -> [RequestCriteria.Miss] {
        var misses = match.misses(item.entry.facts(in: item.directory, sealing))
        if let outcome, !hasOutcome(item) {
            let response = RecordedResponse(item.entry)
            misses.append(
                RequestCriteria.Miss(
                    member: "outcome", expected: outcome, found: response.failure?.code ?? response.outcome.rawValue))
        }
        return misses
    }
}

extension JournalFilter.Start {
    /// The valid forms, for error messages.
    static let forms = "the id of an entry, or a time such as 2030-01-01T00:00:00Z"

    /// Reads an entry ID or an ISO 8601 time. Returns nil for any other text.
    init?(_ text: String) {
        if let id = ASCII.decimal(text.utf8) {
            self = .entry(Int64(id))
        } else if let time = Timestamp(iso8601: text) {
            self = .time(time)
        } else {
            return nil
        }
    }
}

extension FieldKind where Value == JournalFilter {
    /// A filter of journal entries.
    static var filter: FieldKind { .object { JournalFilter(&$0) } }
}

extension FieldKind where Value == JournalFilter.Start {
    fileprivate static var start: FieldKind {
        FieldKind(JournalFilter.Start.forms, placeholder: .entry(0)) { value in
            value.integer.map(JournalFilter.Start.entry) ?? value.string.flatMap(JournalFilter.Start.init)
        }
    }
}

extension FieldKind where Value == Int64 {
    fileprivate static var entryID: FieldKind {
        FieldKind("the id of an entry", placeholder: 0, where: { $0 >= 0 }, \.integer)
    }
}
