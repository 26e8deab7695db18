package import Wire

/// Answers that a tester has laid down for certain requests, consumed in order (docs/reference/interface.md#control-plane,
/// `responses`).
package struct Script: Sendable {
    /// What it is for.
    package indirect enum Target: Sendable {
        case exchanges(ExchangeMatch)
        /// TLS handshakes of clients that ask for that host name, in lower case; for an address, of those that ask for none.
        case handshakes(host: String)
    }

    /// How often the list of answers is gone through.
    package enum Times: Sendable, Equatable {
        case count(Int)
        case always
    }

    package let id: String
    package let target: Target
    package let times: Times
    /// As the tester wrote them.
    let match: JSONValue
    let responses: JSONValue
    /// Bytes of what was sent.
    let size: Int
    private let answers: [ScriptedAnswer]
    package internal(set) var consumed = 0
    /// Among the scripts: the older before the younger.
    var place: Int64 = 0

    /// `answers` are one at least.
    init(
        id: String, target: Target, times: Times, match: JSONValue, responses: JSONValue, size: Int,
        answers: [ScriptedAnswer]
    ) {
        self.id = id
        self.target = target
        self.times = times
        self.match = match
        self.responses = responses
        self.size = size
        self.answers = answers
    }

    /// How many answers are still to be given; nil without end.
    package var left: Int? {
        switch times {
        case .count(let count): count * answers.count - consumed
        case .always: nil
        }
    }

    package var isSpent: Bool { left == 0 }

    /// Whether its tester waits for it in vain so far: not used up, or, without end, never used.
    package var isUnconsumed: Bool { left.map { $0 > 0 } ?? (consumed == 0) }

    /// Takes the next answer; nil when it is spent.
    mutating func next() -> ScriptedAnswer? {
        guard !isSpent, !answers.isEmpty else { return nil }
        defer { consumed += 1 }
        return answers[consumed % answers.count]
    }

    /// As it is kept.
    var content: JSONValue { .object((json.object ?? []) + [JSONValue.Member("place", .integer(place))]) }

    /// As `GET responses` shows it.
    package var json: JSONValue {
        let left = left.map { JSONValue.integer(Int64($0)) } ?? .string("always")
        let repeats: JSONValue =
            switch times {
            case .count(let count): .integer(Int64(count))
            case .always: .string("always")
            }
        return .object([
            JSONValue.Member("id", .string(id)), JSONValue.Member("match", match),
            JSONValue.Member("responses", responses), JSONValue.Member("times", repeats),
            JSONValue.Member("consumed", .integer(Int64(consumed))), JSONValue.Member("left", left),
        ])
    }
}
