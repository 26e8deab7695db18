import Wire

extension Understudy {
    /// A moment on the server's clock, in whole seconds, as tokens and the control plane tell times.
    ///
    /// Foundation's `Date` of it is `Date(timeIntervalSince1970: TimeInterval(instant.secondsSince1970))`.
    public struct Instant: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// Seconds since 1970-01-01T00:00:00Z.
        public let secondsSince1970: Int64

        /// So many seconds after 1970-01-01T00:00:00Z.
        public init(secondsSince1970 seconds: Int64) {
            secondsSince1970 = seconds
        }

        /// From text such as `2030-01-01T00:00:00Z`, without its fraction of a second; nil for what is no time by ISO 8601.
        public init?(iso8601 text: String) {
            guard let timestamp = Timestamp(iso8601: text) else { return nil }
            secondsSince1970 = timestamp.seconds
        }

        /// The text of ISO 8601, in UTC.
        public var description: String { Timestamp(seconds: secondsSince1970).iso8601 }

        /// Whether the one comes before the other.
        public static func < (left: Instant, right: Instant) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

        /// The moment that much later, without its fraction of a second.
        public static func + (instant: Instant, duration: Duration) -> Instant {
            Instant(secondsSince1970: Timestamp(seconds: instant.secondsSince1970).adding(duration).seconds)
        }
    }
}

extension Understudy.JSON {
    /// A time by ISO 8601; nil for anything else.
    var instant: Understudy.Instant? { string.flatMap(Understudy.Instant.init(iso8601:)) }

    /// A duration by ISO 8601; nil for anything else.
    var duration: Duration? { string.flatMap(Duration.init(iso8601:)) }

    init(_ instant: Understudy.Instant) { self = .string(instant.description) }

    init(_ duration: Duration) { self = .string(duration.iso8601) }
}
