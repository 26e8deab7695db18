import Wire

/// What one client may cost, each an option of the server. The raw value is the key under `server:`; option, variable, help
/// and schema are made of it and of its row.
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

    /// How a value is written; in the program bytes and counts are themselves, times milliseconds.
    package enum Unit: Sendable {
        case bytes
        case count
        case seconds
    }

    /// One row of the table.
    package struct Row: Sendable {
        package let unit: Unit
        /// What holds when it is set nowhere.
        package let usual: Int
        package let range: ClosedRange<Int>
        package let help: String
    }

    package var row: Row {
        switch self {
        case .maxRequestLine: .bytes(16 * 1024, from: 64, "The longest request line; beyond it 414.")
        case .maxHeaderBytes: .bytes(32 * 1024, from: 64, "All header fields of a request; beyond it 431.")
        case .maxHeaders: .count(100, "Header fields of a request; beyond it 431.")
        case .maxBody: .bytes(1024 * 1024, from: 1, "The largest request body; beyond it 413.")
        case .maxForm: .bytes(64 * 1024, from: 1, "The largest form, as for the token endpoint; beyond it 413.")
        case .headerTimeout: .seconds(10, "For a whole request head; beyond it 408.")
        case .bodyTimeout: .seconds(15, "For a request body, before it has to keep up min-body-rate; beyond it 408.")
        case .minBodyRate: .bytes(240, from: 1, "Of a body in a second, after body-timeout.")
        case .keepAliveTimeout: .seconds(75, "Between two requests of a connection.")
        case .maxKeepAliveRequests: .count(10_000, "Requests of one connection.")
        case .handshakeTimeout: .seconds(10, "For a TLS handshake.")
        case .writeTimeout: .seconds(15, "For a client that takes nothing of its answer.")
        case .maxConnections:
            .count(
                10_000,
                "Connections, never more than open files less 64, or half of them; the longest idle one gives way.")
        case .maxUnreadBytes:
            .bytes(
                32 * 1024 * 1024, from: 64 * 1024,
                "Waiting in memory for clients that do not read; beyond it the slowest are closed.")
        case .lingerBytes: .bytes(256 * 1024, from: 0, "Still read after a refusal, before the connection closes.")
        case .lingerTimeout: .seconds(2, "For the same.")
        case .acceptPause: .seconds(0.1, "Without accepting, when no more files can be opened.")
        case .maxDiscard:
            .bytes(256 * 1024, from: 0, "Of a body too large for its endpoint; beyond it the connection closes.")
        case .drainTimeout: .seconds(5, "For requests in flight when the server is told to stop.")
        }
    }
}

extension ServerLimit.Row {
    private static let mostBytes = 1 << 30
    private static let mostMilliseconds = 86_400_000

    static func bytes(_ usual: Int, from least: Int, _ help: String) -> Self {
        Self(unit: .bytes, usual: usual, range: least...mostBytes, help: help)
    }

    static func count(_ usual: Int, _ help: String) -> Self {
        Self(unit: .count, usual: usual, range: 1...1_000_000, help: help)
    }

    /// At least a millisecond, at most a day.
    static func seconds(_ usual: Double, _ help: String) -> Self {
        Self(unit: .seconds, usual: Int(usual * 1000), range: 1...mostMilliseconds, help: help)
    }

    /// How the default is written as a value of the option.
    var usualText: String {
        guard unit == .seconds, !usual.isMultiple(of: 1000) else { return "\(unit == .seconds ? usual / 1000 : usual)" }
        return "\(Double(usual) / 1000)"
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
