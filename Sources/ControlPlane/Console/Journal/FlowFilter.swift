import Crypto
import Entra
package import Formats
import HTTP
import Protocol

/// The conditions of the list of flows, as the query of the page's URL has them. A flow matches if each condition holds for one of
/// its entries.
package struct FlowFilter: Sendable, Equatable {
    /// The names of the query parameters.
    enum Name {
        static let text = "q"
        static let application = "application"
        static let user = "user"
        static let tenant = "tenant"
        static let endpoint = "endpoint"
        static let code = "code"
        static let outcome = "outcome"
        static let since = "since"
        static let until = "until"
        static let correlationID = "correlation"
        static let noise = "noise"
        static let page = "page"
    }

    /// The value of the parameter `noise` that shows discovery and browser files.
    static let shown = "show"
    /// The number of flows on one page.
    package static let pageSize = 50
    /// The largest number of a page. No journal has so many flows.
    private static let maximumPage = 1_000_000

    /// The values of the fields, in the order of the form. A field without a condition is left out.
    private(set) var fields: [Form.Field] = []
    package private(set) var page = 1
    package private(set) var showsNoise = false
    package private(set) var since: Timestamp?
    package private(set) var until: Timestamp?
    package private(set) var outcome: FlowOutcome.Kind?
    /// The reasons why conditions are ignored.
    package private(set) var problems: [String] = []

    private static let conditions = [
        Name.text, Name.application, Name.user, Name.tenant, Name.endpoint, Name.code, Name.outcome, Name.since,
        Name.until, Name.correlationID,
    ]

    /// Reads the conditions from the query of the page. `now` is the time to which a time of day without a date belongs.
    package init(_ query: Form, now: Timestamp) {
        for name in FlowFilter.conditions {
            let value = (query[name].map { String(Substring($0.utf8.trimmed)) } ?? "").firstScalars(200)
            if !value.isEmpty { fields.append(Form.Field(name, value)) }
        }
        showsNoise = query[Name.noise]?.isExactly(FlowFilter.shown) == true
        page = query[Name.page].flatMap { ASCII.decimal($0.utf8) }.map { min(max($0, 1), Self.maximumPage) } ?? 1
        since = time(Name.since, now)
        until = time(Name.until, now)
        outcome = self[Name.outcome].flatMap { name in
            let kind = FlowOutcome.Kind(rawValue: name)
            if kind == nil {
                let kinds = FlowOutcome.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                problems.append("The outcome \(name) is ignored: it is none of \(kinds).")
            }
            return kind
        }
    }

    private mutating func time(_ name: String, _ now: Timestamp) -> Timestamp? {
        guard let text = self[name] else { return nil }
        let time = FlowFilter.time(text, now: now)
        if time == nil {
            problems.append("The time \(text) is ignored: give a time such as 2030-01-31T12:00:00, in UTC.")
        }
        return time
    }

    /// Reads a date, a time of day, or both, in UTC unless the text has an offset. Returns nil for any other text.
    static func time(_ text: String, now: Timestamp) -> Timestamp? {
        let spelled = text.replacingExactly(" ", with: "T", atMost: 1)
        let day = now.iso8601.firstScalars(11)
        let candidates = [spelled, day + spelled].flatMap { [$0, "\($0)Z", "\($0):00Z"] }
        return candidates.lazy.compactMap(Timestamp.init(iso8601:)).first
    }

    subscript(_ name: String) -> String? { fields.first { $0.name.isExactly(name) }?.value }

    /// Whether a condition other than the search text is set.
    var hasDetails: Bool { fields.contains { ![Name.text, Name.outcome].containsExactly($0.name) } }

    var isEmpty: Bool { fields.isEmpty }

    /// Returns the address of the list with these conditions.
    func link(page: Int = 1, showsNoise: Bool? = nil) -> String {
        var query = fields
        if showsNoise ?? self.showsNoise { query.append(Form.Field(Name.noise, FlowFilter.shown)) }
        if page > 1 { query.append(Form.Field(Name.page, String(page))) }
        return ConsoleSection.flows.link(query)
    }
}

extension FlowFilter {
    /// Whether the flow matches. Conditions that cost little come first. Noise is not a condition.
    func matches(_ flow: FlowSummary) -> Bool {
        let items = flow.items
        if let outcome, flow.outcome.kind != outcome { return false }
        if since != nil || until != nil, !items.contains(where: { isInRange($0.entry.time) }) { return false }
        let conditions: [(String?, (Journal.Item, String) -> Bool)] = [
            (self[Name.endpoint], { $0.entry.endpoint.isExactlyIgnoringASCIICase($1) }),
            (self[Name.correlationID], { FlowFilter.contains($0.entry.correlationID, $1) }),
            (self[Name.code], { RecordedResponse($0.entry).isOutcome($1) }),
            (self[Name.application], { flow.application($0, isNamed: $1) }),
            (self[Name.tenant], { flow.tenant($0, isNamed: $1) }), (self[Name.user], { flow.user($0, isNamed: $1) }),
            (self[Name.text], { flow.text($0).contains($1) }),
        ]
        return conditions.allSatisfy { expected, holds in
            expected.map { expected in items.contains { holds($0, expected) } } ?? true
        }
    }

    private func isInRange(_ time: Timestamp) -> Bool {
        (since.map { $0 <= time } ?? true) && (until.map { time.seconds <= $0.seconds } ?? true)
    }

    /// Whether a text contains another, without regard to the case of ASCII letters.
    static func contains(_ text: String, _ part: String) -> Bool {
        text.asciiLowercased.containsExactly(part.asciiLowercased)
    }
}

/// The texts of an entry in which the list of flows searches.
struct SearchedTexts {
    /// The texts in lower case.
    let texts: [String]

    /// Whether one of the texts contains another text, without regard to the case of ASCII letters.
    func contains(_ part: String) -> Bool {
        let part = part.asciiLowercased
        return texts.contains { $0.containsExactly(part) }
    }
}
