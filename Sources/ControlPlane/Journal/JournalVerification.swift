import Crypto
import Entra
import Formats
import HTTP
package import Protocol

/// A verification of the journal: an expected number of matching requests, or several matches in order.
package struct JournalVerification: ControlRequest {
    private enum Claim {
        case count(JournalFilter, ClosedRange<Int>)
        case order([JournalFilter])
    }

    private let claim: Claim

    /// Reads `{"match": {…}, "count": 2 | {"atLeast": 1, "atMost": 3}}`, in which an absent `count` means at least one, or
    /// `{"order": [{…}, {…}]}` with a list of matches.
    package init(reading body: inout ControlBody) {
        let match = body.optional("match", .filter)
        let count = body.optional("count", .counts)
        let order = body.optional("order", .list(.filter, atLeast: 1, atMost: JournalVerification.maximumOrder))
        guard body.has("order") else {
            claim = .count(match ?? JournalFilter(), count ?? 1...Int.max)
            return
        }
        if body.has("match") || body.has("count") {
            body.reject("order", "Cannot be combined with match or count.")
        }
        claim = .order(order ?? [])
    }

    /// Creates a verification that the number of matching requests is in a range. Throws a problem of status 400 for an invalid
    /// value.
    package init(_ filter: JournalFilter, _ counts: ClosedRange<Int>) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            filter.check(&arguments, at: "match/")
            arguments.check("count", counts, .counts)
        }
        claim = .count(filter, counts)
    }

    /// Creates a verification of requests in order. Throws a problem of status 400 for an invalid value.
    package init(order filters: [JournalFilter]) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            arguments.check("order", filters, .list(.filter, atLeast: 1, atMost: JournalVerification.maximumOrder))
            for (index, filter) in filters.enumerated() { filter.check(&arguments, at: "order/\(index)/") }
        }
        claim = .order(filters)
    }

    /// The largest number of matches in an order.
    private static let maximumOrder = 64

    /// The matches in this verification.
    var matches: [RequestCriteria] {
        switch claim {
        case .count(let filter, _): [filter.match]
        case .order(let filters): filters.map(\.match)
        }
    }

    /// The result of a verification.
    package struct Result: Sendable {
        package let isVerified: Bool
        /// The IDs of matching entries. For an order, these are the entries assigned to its matches.
        package let found: [Int64]
        /// The reason why the verification failed, or an empty string.
        package let reason: String
        /// The near misses, the best one first, each with the conditions that it does not meet.
        package let nearMisses: [(item: Journal.Item, misses: [RequestCriteria.Miss])]
    }

    package func check(_ kept: [Journal.StoredEntry], _ reader: JournalReader) -> Result {
        switch claim {
        case .count(let filter, let range): JournalVerification.count(filter, range, kept, reader)
        case .order(let filters): JournalVerification.order(filters, kept, reader)
        }
    }

    private static func count(
        _ filter: JournalFilter, _ range: ClosedRange<Int>, _ kept: [Journal.StoredEntry], _ reader: JournalReader
    ) -> Result {
        let found = filter.select(from: kept, reader.sealing)
        let ids = found.map(\.id)
        guard !range.contains(found.count) else {
            return Result(isVerified: true, found: ids, reason: "", nearMisses: [])
        }
        let nearMisses = found.count < range.lowerBound ? nearMisses(filter, kept, reader.sealing) : []
        let expected =
            range.lowerBound == range.upperBound
            ? "exactly \(range.lowerBound)"
            : range.upperBound == .max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        let isOne = range.lowerBound == 1 && (range.upperBound == 1 || range.upperBound == .max)
        return Result(
            isVerified: false, found: ids,
            reason: "Expected \(expected) matching \(isOne ? "request" : "requests"), found "
                + "\(found.isEmpty ? "none" : "\(found.count)").\(words(nearMisses, of: kept, reader))",
            nearMisses: nearMisses)
    }

    private static func order(
        _ filters: [JournalFilter], _ kept: [Journal.StoredEntry], _ reader: JournalReader
    ) -> Result {
        var remaining = kept[...]
        var found: [Int64] = []
        for (index, filter) in filters.enumerated() {
            guard let position = remaining.firstIndex(where: { filter.matches($0, reader.sealing) }) else {
                let earlier = kept.first { filter.matches($0, reader.sealing) }
                let nearMisses = earlier == nil ? nearMisses(filter, Array(remaining), reader.sealing) : []
                let predecessor = index == 0 ? "" : " after #\(found.last ?? 0)"
                let reason =
                    "No request\(predecessor) matches order[\(index)]."
                    + (earlier.map { " The earlier request #\($0.id) does." } ?? words(nearMisses, of: kept, reader))
                return Result(isVerified: false, found: found, reason: reason, nearMisses: nearMisses)
            }
            found.append(remaining[position].id)
            remaining = remaining[(position + 1)...]
        }
        return Result(isVerified: true, found: found, reason: "", nearMisses: [])
    }

    private static let maximumClosest = 3

    /// Returns the entries that miss the fewest conditions. Among equals, entries of the expected endpoint come first, and then
    /// later entries. A match without conditions has no near misses.
    private static func nearMisses(
        _ filter: JournalFilter, _ kept: [Journal.StoredEntry], _ sealing: SealingKeys
    ) -> [(item: Journal.Item, misses: [RequestCriteria.Miss])] {
        let differing = kept.reversed().filter(filter.isInRange)
            .map { kept in (kept: kept, misses: kept.item.map { filter.misses($0, sealing) } ?? []) }
            .filter { !$0.misses.isEmpty }
        return differing.enumerated()
            .map { (rank: (rank($0.element.misses), $0.offset), element: $0.element) }
            .sorted { $0.rank < $1.rank }
            .prefix(maximumClosest)
            .compactMap { _, nearMisses in nearMisses.kept.item.map { ($0, nearMisses.misses) } }
    }

    /// Returns the rank of a near miss. With the same number of misses, a different endpoint ranks lower than any other difference.
    private static func rank(_ misses: [RequestCriteria.Miss]) -> Int {
        2 * misses.count + (misses.contains { $0.member.isExactly("endpoint") } ? 1 : 0)
    }

    /// ` The nearest miss, #12 (POST token), differs in scope ("openid" instead of "email").`
    private static func words(
        _ nearMisses: [(item: Journal.Item, misses: [RequestCriteria.Miss])], of kept: [Journal.StoredEntry],
        _ reader: JournalReader
    ) -> String {
        guard let best = nearMisses.first else { return kept.isEmpty ? " The request journal is empty." : "" }
        let mask = reader.mask(best.item)
        let differences = best.misses.map { miss in
            let found = miss.maskedActual(mask).map { "\"\($0)\"" } ?? "none"
            return "\(mask.text(miss.member)) (\(found) instead of \"\(mask.text(miss.expected))\")"
        }
        let entry = best.item.entry
        return " The nearest miss, #\(best.item.id) (\(mask.text(entry.request.method)) \(entry.endpoint)), differs in "
            + differences.joined(separator: " and ") + "."
    }
}

extension FieldKind where Value == ClosedRange<Int> {
    private static var maximum: Int { 1_000_000 }

    /// The expected count: `2`, `{"exactly": 2}` or `{"atLeast": 1, "atMost": 3}` with at least one of the two.
    fileprivate static var counts: FieldKind {
        FieldKind(
            placeholder: { 0...0 },
            problem: { counts in
                (0...maximum).contains(counts.lowerBound)
                    && (counts.upperBound == .max || (0...maximum).contains(counts.upperBound))
                    ? nil : "Must be a whole number from 0 to \(maximum)."
            }
        ) { value, pointer, causes in
            guard value.object == nil else { return bounds.read(value, pointer, &causes) }
            let number = FieldKind<Int>(
                "a whole number up to \(maximum), or an object with atLeast, atMost or exactly", placeholder: 0
            ) {
                $0.integer.flatMap { (0...Int64(maximum)).contains($0) ? Int($0) : nil }
            }
            return number.read(value, pointer, &causes).map { $0...$0 }
        }
    }

    private static var bounds: FieldKind {
        .object { body in
            let exact = body.optional("exactly", .integer(0...maximum))
            let least = body.optional("atLeast", .integer(0...maximum))
            let most = body.optional("atMost", .integer(0...maximum))
            if !["exactly", "atLeast", "atMost"].contains(where: body.has) {
                body.reject("Must have atLeast, atMost or exactly.")
            }
            if body.has("exactly"), body.has("atLeast") || body.has("atMost") {
                body.reject("exactly", "Cannot be combined with atLeast or atMost.")
            }
            if let least, let most, least > most {
                body.reject("atLeast", "Must not exceed atMost (\(most)), but is \(least).")
            }
            return exact.map { $0...$0 } ?? (least ?? 0)...max(most ?? .max, least ?? 0)
        }
    }
}
