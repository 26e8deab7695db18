package import Crypto
import Entra
import HTTP
import Wire

/// What a tester says must have happened: so many exchanges of a kind, or several in an order.
package struct JournalVerification: Sendable {
    private enum Claim {
        case count(JournalFilter, ClosedRange<Int>)
        case order([JournalFilter])
    }

    private let claim: Claim

    /// Reads `{"match": {…}, "count": 2 | {"atLeast": 1, "atMost": 3}}`, with `count` at least one where it is left out, or
    /// `{"order": [{…}, {…}]}`, a list of matches. Throws a problem of status 400 for anything else.
    package init(_ body: [UInt8]) throws(ProblemDocument) {
        let object = try ControlObject(body: body, known: ["match", "count", "order"])
        if let order = try object.array("order") {
            guard object["match"] == nil, object["count"] == nil, !order.isEmpty else {
                throw ControlObject.problem("order is a list of matches, and stands alone.")
            }
            var filters: [JournalFilter] = []
            for (index, value) in order.enumerated() { filters.append(try JournalFilter(value, at: "order[\(index)]")) }
            claim = .order(filters)
        } else {
            claim = .count(try JournalFilter(object["match"]), try JournalVerification.range(object))
        }
    }

    /// The matches that it names.
    var matches: [ExchangeMatch] {
        switch claim {
        case .count(let filter, _): [filter.match]
        case .order(let filters): filters.map(\.match)
        }
    }

    private static let counts: ClosedRange<Int64> = 0...1_000_000

    private static func range(_ object: ControlObject) throws(ProblemDocument) -> ClosedRange<Int> {
        guard let value = object["count"] else { return 1...Int.max }
        guard value.object != nil else {
            let exact = Int(try object.integer("count", in: counts) ?? 0)
            return exact...exact
        }
        let bounds = try ControlObject(value, at: "count", known: ["atLeast", "atMost", "exactly"])
        if let exact = try bounds.integer("exactly", in: counts).map(Int.init) { return exact...exact }
        let least = Int(try bounds.integer("atLeast", in: counts) ?? 0)
        let most = try bounds.integer("atMost", in: counts).map(Int.init) ?? Int.max
        guard least <= most else { throw ControlObject.problem("count.atLeast is above count.atMost.") }
        return least...most
    }

    /// What there is to say about the journal.
    package struct Result: Sendable {
        package let isVerified: Bool
        /// Entries that matched; of an order, the ones that were taken for its matches.
        package let found: [Int64]
        /// Why not, in words; empty where it is verified.
        package let reason: String
        /// The entries that come closest, the best one first, with what they differ in.
        package let closest: [(item: Journal.Item, misses: [ExchangeMatch.Miss])]
    }

    package func check(_ items: [Journal.Item], _ sealing: SealingKeys) -> Result {
        switch claim {
        case .count(let filter, let range): JournalVerification.count(filter, range, items, sealing)
        case .order(let filters): JournalVerification.order(filters, items, sealing)
        }
    }

    private static func count(
        _ filter: JournalFilter, _ range: ClosedRange<Int>, _ items: [Journal.Item], _ sealing: SealingKeys
    ) -> Result {
        let found = filter.select(from: items, sealing)
        let ids = found.map(\.id)
        guard !range.contains(found.count) else {
            return Result(isVerified: true, found: ids, reason: "", closest: [])
        }
        let closest = found.count < range.lowerBound ? closest(filter, items, sealing) : []
        let wanted =
            range.lowerBound == range.upperBound
            ? "exactly \(range.lowerBound)"
            : range.upperBound == .max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        let tally =
            switch found.count {
            case 0: "No request matched"
            case 1: "1 request matched"
            default: "\(found.count) requests matched"
            }
        return Result(
            isVerified: false, found: ids,
            reason: "\(tally), \(wanted) \(wanted.hasSuffix(" 1") ? "was" : "were") expected"
                + words(closest, of: items), closest: closest)
    }

    private static func order(
        _ filters: [JournalFilter], _ items: [Journal.Item], _ sealing: SealingKeys
    ) -> Result {
        var rest = items[...]
        var found: [Int64] = []
        for (index, filter) in filters.enumerated() {
            guard let position = rest.firstIndex(where: { filter.matches($0, sealing) }) else {
                let earlier = items.first { filter.matches($0, sealing) }
                let closest = earlier == nil ? closest(filter, Array(rest), sealing) : []
                let place = index == 0 ? "" : " behind #\(found.last ?? 0)"
                let reason =
                    earlier.map { "order[\(index)] matched no request\(place), but the earlier #\($0.id)." }
                    ?? "order[\(index)] matched no request\(place)\(words(closest, of: Array(rest)))"
                return Result(isVerified: false, found: found, reason: reason, closest: closest)
            }
            found.append(rest[position].id)
            rest = rest[(position + 1)...]
        }
        return Result(isVerified: true, found: found, reason: "", closest: [])
    }

    private static let maximumClosest = 3

    /// The entries that differ in the fewest members, later ones first; none where a match names nothing.
    private static func closest(
        _ filter: JournalFilter, _ items: [Journal.Item], _ sealing: SealingKeys
    ) -> [(item: Journal.Item, misses: [ExchangeMatch.Miss])] {
        let differing = items.reversed().filter(filter.isInRange).map { ($0, filter.misses($0, sealing)) }
            .filter { !$0.1.isEmpty }
        return differing.enumerated().sorted { ($0.element.1.count, $0.offset) < ($1.element.1.count, $1.offset) }
            .prefix(maximumClosest).map { ($0.element.0, $0.element.1) }
    }

    /// `; the closest, #12 (POST token), differs in scope: openid instead of email.`
    private static func words(
        _ closest: [(item: Journal.Item, misses: [ExchangeMatch.Miss])], of items: [Journal.Item]
    ) -> String {
        guard let best = closest.first else { return items.isEmpty ? "; the journal is empty." : "." }
        let differences = best.misses.map { miss in
            "\(miss.member) (\(miss.shownFound.map { "\"\($0)\"" } ?? "none") instead of \"\(miss.wanted)\")"
        }
        let entry = best.item.entry
        return "; the closest, #\(best.item.id) (\(entry.request.method) \(entry.endpoint)), differs in "
            + differences.joined(separator: " and ") + "."
    }
}
