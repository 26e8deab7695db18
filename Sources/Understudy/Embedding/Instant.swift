import Formats

extension Understudy {
    /// A time of the server's clock in whole seconds, as in tokens and the control plane.
    ///
    /// Foundation's `Date` for an instant is `Date(timeIntervalSince1970: TimeInterval(instant.secondsSince1970))`.
    public struct Instant: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// The number of seconds since 1970-01-01T00:00:00Z.
        public let secondsSince1970: Int64

        /// Creates an instant from the number of seconds since 1970-01-01T00:00:00Z.
        public init(secondsSince1970 seconds: Int64) {
            secondsSince1970 = seconds
        }

        /// Creates an instant from text such as `2030-01-01T00:00:00Z`, and drops a fraction of a second. Returns nil for a text
        /// that is not an ISO 8601 time.
        public init?(iso8601 text: String) {
            guard let timestamp = Timestamp(iso8601: text) else { return nil }
            secondsSince1970 = timestamp.seconds
        }

        /// The time as ISO 8601 text, in UTC.
        public var description: String { Timestamp(seconds: secondsSince1970).iso8601 }

        /// Whether the left instant is before the right one.
        public static func < (left: Instant, right: Instant) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

        /// Returns the instant after a duration, without a fraction of a second.
        public static func + (instant: Instant, duration: Duration) -> Instant {
            Instant(secondsSince1970: Timestamp(seconds: instant.secondsSince1970).adding(duration).seconds)
        }
    }
}

extension Understudy.JSON {
    /// The time in an ISO 8601 string, or nil for any other value.
    var instant: Understudy.Instant? { string.flatMap(Understudy.Instant.init(iso8601:)) }

    /// The duration in an ISO 8601 string, or nil for any other value.
    var duration: Duration? { string.flatMap(Duration.init(iso8601:)) }

    init(_ instant: Understudy.Instant) { self = .string(instant.description) }

    init(_ duration: Duration) { self = .string(duration.iso8601) }
}
