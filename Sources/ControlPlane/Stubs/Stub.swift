package import Formats
import Protocol

/// A stub: responses that an operator has prepared for certain requests, consumed in order
/// (docs/reference/interface.md#control-plane, `responses`).
package struct Stub: Sendable {
    /// The target of a stub.
    package indirect enum Target: Sendable {
        case requests(RequestCriteria)
        /// The TLS handshakes of clients that request this host name, in lower case. For an IP address, the handshakes without a
        /// host name.
        case handshakes(host: String)
    }

    /// The number of times that the stub goes through its list of responses.
    package enum Times: Sendable, Equatable {
        case count(Int)
        case always
    }

    package let id: String
    package let target: Target
    package let times: Times
    /// The match of the stub, as the operator wrote it.
    let match: JSONValue
    let responses: JSONValue
    /// The size of the request that added the stub, in bytes.
    let size: Int
    private let stubbedResponses: [StubbedResponse]
    package internal(set) var consumed = 0
    /// The position among the stubs. Older stubs come first.
    var position: Int64 = 0

    /// Creates a stub. `stubbedResponses` has at least one element.
    init(
        id: String, target: Target, times: Times, match: JSONValue, responses: JSONValue, size: Int,
        stubbedResponses: [StubbedResponse]
    ) {
        self.id = id
        self.target = target
        self.times = times
        self.match = match
        self.responses = responses
        self.size = size
        self.stubbedResponses = stubbedResponses
    }

    /// The number of remaining responses, or nil if the stub is unlimited.
    package var left: Int? {
        switch times {
        case .count(let count): count * stubbedResponses.count - consumed
        case .always: nil
        }
    }

    package var isExhausted: Bool { left == 0 }

    /// Whether the stub still waits for requests: it has remaining responses, or it is unlimited and was never used.
    package var isUnconsumed: Bool { left.map { $0 > 0 } ?? (consumed == 0) }

    /// Returns the next response and consumes it, or returns nil if the stub is spent.
    mutating func next() -> StubbedResponse? {
        guard !isExhausted, !stubbedResponses.isEmpty else { return nil }
        defer { consumed += 1 }
        return stubbedResponses[consumed % stubbedResponses.count]
    }

    /// The stored form of the stub.
    var content: JSONValue { .object((json.object ?? []) + [JSONValue.Member("place", .integer(position))]) }

    /// The stub in the form of `GET responses`.
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
