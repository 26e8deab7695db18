#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    import Foundation
#endif
import Formats

extension Date {
    /// The seconds from 1970-01-01 to the reference date of Foundation, 2001-01-01.
    private static let reference: Int64 = 978_307_200

    init(_ time: Timestamp) {
        self.init(
            timeIntervalSinceReferenceDate: Double(time.seconds - Date.reference) + Double(time.nanoseconds) / 1e9)
    }
}

extension Timestamp {
    /// Creates the time of a date. A date before year 1 or after year 9999 becomes the first or the last time.
    init(_ date: Date) {
        let interval = date.timeIntervalSinceReferenceDate
        let whole = interval.rounded(.down)
        guard let seconds = Int64(exactly: whole), seconds.magnitude < 1 << 40 else {
            self = interval > 0 ? .distantFuture : .distantPast
            return
        }
        let nanoseconds = Int32(exactly: ((interval - whole) * 1e9).rounded()) ?? 0
        self.init(seconds: seconds + 978_307_200, nanoseconds: nanoseconds)
    }
}
