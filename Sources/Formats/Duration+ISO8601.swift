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
