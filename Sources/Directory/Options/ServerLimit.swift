import Formats

/// A limit on the cost of clients, which is an option of the server. The raw value is the key under `server:`. The option, the
/// variable, the help and the schema follow from the raw value and the row.
package enum ServerLimit: String, Sendable, CaseIterable {
    case maxRequestLine
    case maxHeaderBytes
    case maxHeaders
    case maxBody
    case maxForm
    case headerTimeout
    case bodyTimeout
    case minBodyRate
    case keepAliveTimeout
    case maxKeepAliveRequests
    case handshakeTimeout
    case writeTimeout
    case maxConnections
    case maxUnreadBytes
    case lingerBytes
    case lingerTimeout
    case acceptPause
    case maxDiscard
    case drainTimeout

    /// The unit in which a value is written. In the program, times are milliseconds.
    package enum Unit: Sendable {
        case bytes
        case count
        case seconds
    }

    /// A row of the table.
    package struct Row: Sendable {
        package let unit: Unit
        /// The default value.
        package let defaultValue: Int
        package let range: ClosedRange<Int>
        package let help: String
    }

    package var row: Row {
        switch self {
        case .maxRequestLine:
            .bytes(16 * 1024, from: 64, "The maximum length of a request line; a longer line gets 414.")
        case .maxHeaderBytes:
            .bytes(
                32 * 1024, from: 64, "The maximum total size of a request's header fields; a larger request gets 431.")
        case .maxHeaders: .count(100, "The maximum number of header fields of a request; a request with more gets 431.")
        case .maxBody: .bytes(1024 * 1024, from: 1, "The maximum size of a request body; a larger body gets 413.")
        case .maxForm:
            .bytes(64 * 1024, from: 1, "The maximum size of a form, such as a token request; a larger form gets 413.")
        case .headerTimeout: .seconds(10, "The maximum time to receive a request head; a slower request gets 408.")
        case .bodyTimeout:
            .seconds(
                15, "The time to receive a request body before --min-body-rate applies; a slower request gets 408.")
        case .minBodyRate:
            .bytes(240, from: 1, "The minimum rate of a request body after --body-timeout, in bytes per second.")
        case .keepAliveTimeout: .seconds(75, "The maximum pause between two requests on one connection.")
        case .maxKeepAliveRequests: .count(10_000, "The maximum number of requests on one connection.")
        case .handshakeTimeout: .seconds(10, "The maximum time for a TLS handshake.")
        case .writeTimeout: .seconds(15, "The maximum time to wait for a client that does not read its response.")
        case .maxConnections:
            .count(
                10_000,
                "The maximum number of connections, capped by the open file limit; the longest idle connection is closed first."
            )
        case .maxUnreadBytes:
            .bytes(
                32 * 1024 * 1024, from: 64 * 1024,
                "The maximum memory for responses that clients do not read; beyond the maximum, the slowest connections are closed."
            )
        case .lingerBytes:
            .bytes(
                256 * 1024, from: 0,
                "The maximum number of bytes that are read after a rejected request before the connection closes.")
        case .lingerTimeout:
            .seconds(2, "The maximum time to read after a rejected request before the connection closes.")
        case .acceptPause:
            .seconds(
                0.1, "The pause before the next connection is accepted when the process has no free file descriptor.")
        case .maxDiscard:
            .bytes(
                256 * 1024, from: 0,
                "The maximum number of discarded bytes of a body that is too large for its endpoint; then the connection closes."
            )
        case .drainTimeout: .seconds(5, "The maximum time to finish requests in flight when the server stops.")
        }
    }
}

extension ServerLimit.Row {
    private static let maximumBytes = 1 << 30
    private static let maximumMilliseconds = 86_400_000

    static func bytes(_ defaultValue: Int, from minimum: Int, _ help: String) -> Self {
        Self(unit: .bytes, defaultValue: defaultValue, range: minimum...maximumBytes, help: help)
    }

    static func count(_ defaultValue: Int, _ help: String) -> Self {
        Self(unit: .count, defaultValue: defaultValue, range: 1...1_000_000, help: help)
    }

    /// Returns a row for a time of at least a millisecond and at most a day.
    static func seconds(_ defaultValue: Double, _ help: String) -> Self {
        Self(unit: .seconds, defaultValue: Int(defaultValue * 1000), range: 1...maximumMilliseconds, help: help)
    }

    /// The default as a value of the option.
    var defaultText: String {
        guard unit == .seconds, !defaultValue.isMultiple(of: 1000) else {
            return "\(unit == .seconds ? defaultValue / 1000 : defaultValue)"
        }
        return "\(Double(defaultValue) / 1000)"
    }

    var valueName: String {
        switch unit {
        case .bytes: "BYTES"
        case .count: "N"
        case .seconds: "SECONDS"
        }
    }

    var shape: Shape {
        switch unit {
        case .bytes, .count: .integer(range)
        case .seconds: .number(Double(range.lowerBound) / 1000...Double(range.upperBound) / 1000)
        }
    }

    var read: OptionText.Read<Int> {
        unit == .seconds ? OptionText.seconds(range) : OptionText.count(range)
    }
}
