package import Crypto
import Directory
import Entra
import HTTP
package import Wire

/// Which entries are meant: a match, how the exchange ended, and since when.
package struct JournalFilter: Sendable {
    /// From where on; a moment by the clock of the exchanges, or an entry, which itself is not meant.
    package enum Start: Sendable {
        case entry(Int64)
        case time(Timestamp)
    }

    package var match = ExchangeMatch()
    /// `success`, `page`, `error`, an AADSTS code, an OAuth error, a suberror or a status.
    package var outcome: String?
    package var since: Start?
    /// The id of an entry; earlier ones are meant.
    package var before: Int64?

    package init() {}

    static let members = ExchangeMatch.members + ["outcome", "since", "before"]

    /// Of a JSON object with the members of a match, and `outcome`, `since` and `before`.
    init(_ body: inout ControlBody) {
        match = ExchangeMatch(&body)
        outcome = body.optional("outcome", .shortText)
        since = body.optional("since", .start)
        before = body.optional("before", .entryID)
    }

    /// Of a query with parameters of the same names.
    package init(query: Form) throws(ProblemDocument) {
        match = try ExchangeMatch(query: query)
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

    package func matches(_ item: Journal.Item, _ sealing: SealingKeys) -> Bool {
        isInRange(item.id, item.entry.time) && isMeant(item, sealing)
    }

    /// The entries that are meant, oldest first. One is read only where it could be meant, and let go of again.
    package func select(from kept: [Journal.Kept], _ sealing: SealingKeys) -> [Journal.Kept] {
        kept.filter { matches($0, sealing) }
    }

    func matches(_ kept: Journal.Kept, _ sealing: SealingKeys) -> Bool {
        isInRange(kept) && (match.isEmpty && outcome == nil || kept.item.map { isMeant($0, sealing) } ?? false)
    }

    /// Whether it is of the time that is meant, whatever else.
    func isInRange(_ kept: Journal.Kept) -> Bool { isInRange(kept.id, kept.time) }

    private func isInRange(_ id: Int64, _ time: Timestamp) -> Bool {
        if let before, id >= before { return false }
        switch since {
        case nil: return true
        case .entry(let last): return id > last
        case .time(let start): return time >= start
        }
    }

    private func isMeant(_ item: Journal.Item, _ sealing: SealingKeys) -> Bool {
        match.matches(item.entry.facts(in: item.directory, sealing)) && hasOutcome(item)
    }

    private func hasOutcome(_ item: Journal.Item) -> Bool {
        outcome.map { EntryAnswer(item.entry).isOutcome($0) } ?? true
    }

    /// In what an entry differs.
    func misses(_ item: Journal.Item, _ sealing: SealingKeys) -> [ExchangeMatch.Miss] {
        var misses = match.misses(item.entry.facts(in: item.directory, sealing))
        if let outcome, !hasOutcome(item) {
            let answer = EntryAnswer(item.entry)
            misses.append(
                ExchangeMatch.Miss(
                    member: "outcome", wanted: outcome, found: answer.failure?.code ?? answer.outcome.rawValue))
        }
        return misses
    }
}

extension JournalFilter.Start {
    /// What it may be, for messages.
    static let forms = "the id of an entry, or a time such as 2030-01-01T00:00:00Z"

    /// An id, or an ISO 8601 time; nil for anything else.
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
    /// A match of entries.
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
        FieldKind("the id of an entry", placeholder: 0) { $0.integer.flatMap { $0 >= 0 ? $0 : nil } }
    }
}
