/// A point in wall-clock time: seconds since 1970-01-01T00:00:00Z, and nanoseconds 0…999,999,999.
///
/// The range is years 1 to 9999; of the last second, only the start is representable. Arithmetic saturates at both ends, so that no
/// number from a client can trap.
package struct Timestamp: Hashable, Comparable, Sendable {
    package let seconds: Int64
    package let nanoseconds: Int32

    private static let lowest: Int64 = -62_135_596_800
    private static let highest: Int64 = 253_402_300_799

    package init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = Swift.min(Swift.max(seconds, Timestamp.lowest), Timestamp.highest)
        self.nanoseconds = seconds < Timestamp.highest ? Swift.min(Swift.max(nanoseconds, 0), 999_999_999) : 0
    }

    package static let distantPast = Timestamp(seconds: lowest)
    package static let distantFuture = Timestamp(seconds: highest)

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// Returns the time `delta` seconds later (earlier if negative), saturating.
    package func adding(seconds delta: Int64) -> Timestamp {
        let (sum, overflow) = seconds.addingReportingOverflow(delta)
        return Timestamp(seconds: overflow ? (delta > 0 ? .max : .min) : sum, nanoseconds: nanoseconds)
    }

    /// Returns the time later by `duration` (earlier if negative), saturating.
    package func adding(_ duration: Duration) -> Timestamp {
        guard duration != .zero else { return self }
        let (delta, attoseconds) = duration.components
        var nanos = Int64(nanoseconds) + attoseconds / 1_000_000_000
        var carry: Int64 = 0
        if nanos < 0 {
            nanos += 1_000_000_000
            carry = -1
        } else if nanos >= 1_000_000_000 {
            nanos -= 1_000_000_000
            carry = 1
        }
        let moved = adding(seconds: delta).adding(seconds: carry)
        return Timestamp(seconds: moved.seconds, nanoseconds: Int32(clamping: nanos))
    }

    /// Returns the whole seconds from `earlier` to this time, negative if `earlier` is later.
    package func seconds(since earlier: Timestamp) -> Int64 {
        seconds - earlier.seconds
    }

    /// Returns the duration from `earlier` to this time, negative if `earlier` is later.
    package func duration(since earlier: Timestamp) -> Duration {
        .seconds(seconds(since: earlier)) + .nanoseconds(nanoseconds - earlier.nanoseconds)
    }

    /// The year, month 1…12, day 1…31, hour, minute and second in UTC, and the weekday (0 = Sunday).
    package var civil: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, weekday: Int) {
        var days = seconds / 86_400
        var rest = seconds % 86_400
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        // Days are counted from 0000-03-01 in eras of 400 years, so that the leap day is the last day of a year.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let weekday = (days % 7 + 11) % 7
        return (Int(year), Int(month), Int(day), Int(rest / 3_600), Int(rest / 60 % 60), Int(rest % 60), Int(weekday))
    }

    /// The time as `2026-01-31 12:34:56Z`, the form of Entra's error bodies (docs/reference/protocol.md#error-body).
    package var entraText: String {
        let c = civil
        return
            "\(pad(c.year, 4))-\(pad(c.month, 2))-\(pad(c.day, 2)) \(pad(c.hour, 2)):\(pad(c.minute, 2)):\(pad(c.second, 2))Z"
    }

    /// The time as `2026-01-31T12:34:56Z` (RFC 3339).
    package var iso8601: String {
        let c = civil
        return
            "\(pad(c.year, 4))-\(pad(c.month, 2))-\(pad(c.day, 2))T\(pad(c.hour, 2)):\(pad(c.minute, 2)):\(pad(c.second, 2))Z"
    }

    /// The time of day as `12:34:56`.
    package var timeOfDay: String {
        let c = civil
        return "\(pad(c.hour, 2)):\(pad(c.minute, 2)):\(pad(c.second, 2))"
    }

    /// The time as `Sat, 31 Jan 2026 12:34:56 GMT` (RFC 9110 §5.6.7).
    package var httpDate: String {
        let c = civil
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(days[c.weekday]), \(pad(c.day, 2)) \(months[c.month - 1]) \(pad(c.year, 4)) "
            + "\(pad(c.hour, 2)):\(pad(c.minute, 2)):\(pad(c.second, 2)) GMT"
    }

    /// Parses `2030-01-01T00:00:00Z`, with optional fraction and offset, or `2030-01-01` (RFC 3339). The fraction is ignored.
    /// Returns nil if the text is malformed.
    package init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            range.upperBound <= bytes.count ? ASCII.decimal(bytes[range]) : nil
        }
        func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
        guard let year = number(0..<4), byte(4) == UInt8(ascii: "-"), let month = number(5..<7),
            byte(7) == UInt8(ascii: "-"),
            let day = number(8..<10), (1...12).contains(month), (1...31).contains(day), year >= 1
        else { return nil }
        var total = Timestamp.days(year, month, day) * 86_400
        // A day that the month does not have would become a day of the next month.
        guard Timestamp(seconds: total).civil.day == day else { return nil }
        if bytes.count > 10 {
            guard byte(10).map({ $0 | 0x20 }) == UInt8(ascii: "t"), let hour = number(11..<13),
                byte(13) == UInt8(ascii: ":"),
                let minute = number(14..<16), byte(16) == UInt8(ascii: ":"), let second = number(17..<19),
                hour < 24, minute < 60, second < 61
            else { return nil }
            total += Int64(hour * 3_600 + minute * 60 + second)
            var next = 19
            if byte(next) == UInt8(ascii: ".") {
                next += 1
                let start = next
                while let digit = byte(next), ASCII.isDigit(digit) { next += 1 }
                guard next > start else { return nil }
            }
            switch byte(next) {
            case UInt8(ascii: "Z"), UInt8(ascii: "z"): guard bytes.count == next + 1 else { return nil }
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                guard bytes.count == next + 6, let hours = number(next + 1..<next + 3),
                    byte(next + 3) == UInt8(ascii: ":"),
                    let minutes = number(next + 4..<next + 6), hours < 24, minutes < 60
                else { return nil }
                let offset = Int64(hours * 3_600 + minutes * 60)
                total += byte(next) == UInt8(ascii: "+") ? -offset : offset
            default: return nil
            }
        }
        self.init(seconds: total)
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

/// Returns the decimal digits, padded with zeros to `width`.
private func pad(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
}

/// Durations in the notation of ISO 8601: `PT2H`, `P1DT12H`, `PT0.5S`, `P2W`, and `-PT5M` for a negative duration. A day has 24
/// hours. Years and months have no fixed length and are rejected.
extension Duration {
    /// Creates a duration from its ISO 8601 text, or returns nil if the text is malformed or exceeds 10,000 years.
    package init?(iso8601 text: String) {
        var rest = Array(text.utf8)[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var total = Duration.zero
        // The index of the first unit that may still follow, and whether the `T` before the time units has been read.
        var next = 0
        var isTime = false
        while !rest.isEmpty {
            if rest.first == UInt8(ascii: "T") {
                rest = rest.dropFirst()
                guard !isTime, !rest.isEmpty else { return nil }
                isTime = true
            }
            guard let part = Duration.part(&rest),
                let position = Duration.units[next...].firstIndex(where: {
                    $0.letter == part.unit && $0.isTime == isTime
                }),
                part.nanoseconds == nil || part.unit == UInt8(ascii: "S"), part.number <= Duration.maximumNumber
            else { return nil }
            next = position + 1
            total +=
                .seconds(Int64(part.number) * Duration.units[position].seconds) + .nanoseconds(part.nanoseconds ?? 0)
        }
        guard total <= Duration.maximum else { return nil }
        self = isNegative ? .zero - total : total
    }

    /// Whether the duration is at most 10,000 years in either direction, as every duration that is read from text.
    package var isInRange: Bool { (.zero - Duration.maximum...Duration.maximum).contains(self) }

    /// The shortest ISO 8601 text in days, hours, minutes and seconds, such as `P1DT2H`, or `PT0S` for zero.
    package var iso8601: String {
        let (seconds, attoseconds) = components
        var rest = seconds.magnitude
        let nanoseconds = attoseconds.magnitude / 1_000_000_000
        var date = ""
        var time = ""
        for unit in Duration.units.dropFirst() where unit.letter != UInt8(ascii: "S") {
            let length = UInt64(unit.seconds)
            guard rest >= length else { continue }
            let piece = "\(rest / length)\(Unicode.Scalar(unit.letter))"
            rest %= length
            if unit.isTime { time += piece } else { date += piece }
        }
        if nanoseconds > 0 {
            let digits = String(1_000_000_000 + nanoseconds).utf8.dropFirst()
            let end = digits.lastIndex { $0 != UInt8(ascii: "0") } ?? digits.startIndex
            time += "\(rest).\(Substring(digits[...end]))S"
        } else if rest > 0 || (date.isEmpty && time.isEmpty) {
            time += "\(rest)S"
        }
        return (self < .zero ? "-P" : "P") + date + (time.isEmpty ? "" : "T" + time)
    }

    private static let units: [(letter: UInt8, isTime: Bool, seconds: Int64)] = [
        (UInt8(ascii: "W"), false, 604_800), (UInt8(ascii: "D"), false, 86_400), (UInt8(ascii: "H"), true, 3_600),
        (UInt8(ascii: "M"), true, 60), (UInt8(ascii: "S"), true, 1),
    ]

    /// The largest accepted number and duration, in seconds, far below the value at which a sum could overflow.
    private static let maximumNumber = 315_576_000_000
    private static let maximum = Duration.seconds(315_576_000_000)

    /// Reads a number with its unit. A fraction is returned in nanoseconds, and its digits after the ninth are dropped.
    private static func part(_ rest: inout ArraySlice<UInt8>) -> (number: Int, nanoseconds: Int64?, unit: UInt8)? {
        let whole = rest.prefix(while: ASCII.isDigit)
        guard let number = ASCII.decimal(whole) else { return nil }
        rest = rest.dropFirst(whole.count)
        var nanoseconds: Int64?
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
            let fraction = rest.dropFirst().prefix(while: ASCII.isDigit)
            rest = rest.dropFirst(fraction.count + 1)
            let digits = fraction.prefix(9) + Array(repeating: UInt8(ascii: "0"), count: max(0, 9 - fraction.count))
            guard !fraction.isEmpty, let value = ASCII.decimal(digits) else { return nil }
            nanoseconds = Int64(value)
        }
        guard let unit = rest.popFirst() else { return nil }
        return (number, nanoseconds, unit)
    }
}
