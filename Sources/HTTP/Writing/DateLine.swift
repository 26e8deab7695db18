import Formats

/// The `Date` field, formatted once a second.
struct DateLine {
    private var second = Int64.min
    private var line: [UInt8] = []

    /// Returns `Date: Sat, 31 Jan 2026 12:34:56 GMT` with CRLF, for a time in seconds since 1970 UTC.
    mutating func bytes(at seconds: Int64) -> [UInt8] {
        if seconds != second {
            second = seconds
            line = Array("Date: \(Timestamp(seconds: seconds).httpDate)\r\n".utf8)
        }
        return line
    }
}
