import Formats
import Testing

@Suite struct TimestampTests {
    /// The expected values come from `date -u -d`.
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "1969-12-31T23:59:59Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
            (951_782_400, "2000-02-29T00:00:00Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
            (951_868_799, "2000-02-29T23:59:59Z", "Tue, 29 Feb 2000 23:59:59 GMT"),
            (951_868_800, "2000-03-01T00:00:00Z", "Wed, 01 Mar 2000 00:00:00 GMT"),
            (1_709_164_800, "2024-02-29T00:00:00Z", "Thu, 29 Feb 2024 00:00:00 GMT"),
            (1_769_862_896, "2026-01-31T12:34:56Z", "Sat, 31 Jan 2026 12:34:56 GMT"),
            (2_147_483_648, "2038-01-19T03:14:08Z", "Tue, 19 Jan 2038 03:14:08 GMT"),
            (4_107_542_400, "2100-03-01T00:00:00Z", "Mon, 01 Mar 2100 00:00:00 GMT"),
            (-2_203_891_200, "1900-03-01T00:00:00Z", "Thu, 01 Mar 1900 00:00:00 GMT"),
            (-11_644_473_600, "1601-01-01T00:00:00Z", "Mon, 01 Jan 1601 00:00:00 GMT"),
            (-62_135_596_800, "0001-01-01T00:00:00Z", "Mon, 01 Jan 0001 00:00:00 GMT"),
            (253_402_300_799, "9999-12-31T23:59:59Z", "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String, String)])
    func writesAndReadsCivilTimes(seconds: Int64, iso8601: String, httpDate: String) {
        let time = Timestamp(seconds: seconds)
        #expect(time.iso8601 == iso8601)
        #expect(time.httpDate == httpDate)
        #expect(time.entraText == iso8601.replacing("T", with: " "))
        #expect(time.timeOfDay == String(iso8601.dropFirst(11).prefix(8)))
        #expect(Timestamp(iso8601: iso8601) == time)
    }

    /// Each day of 800 years must follow the previous one.
    @Test func daysFollowWithoutGapOrRepetition() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var expected = (year: 1600, month: 1, day: 1)
        var mismatches = 0
        for day in Int64(-135_140)..<(-135_140 + 292_194) {
            let civil = Timestamp(seconds: day * 86_400 + 1).civil
            if (civil.year, civil.month, civil.day) != (expected.year, expected.month, expected.day) { mismatches += 1 }
            let isLeap = expected.year % 4 == 0 && (expected.year % 100 != 0 || expected.year % 400 == 0)
            expected.day += 1
            guard expected.day > lengths[expected.month - 1] + (expected.month == 2 && isLeap ? 1 : 0) else { continue }
            expected.day = 1
            expected.month += 1
            if expected.month > 12 { (expected.year, expected.month) = (expected.year + 1, 1) }
        }
        #expect(mismatches == 0)
        #expect(expected == (2400, 1, 1))
    }

    @Test(arguments: [Int64.min, .max, -62_135_596_801, 253_402_300_800])
    func clampsTimesToRange(seconds: Int64) {
        let bound = seconds < 0 ? Timestamp.distantPast : .distantFuture
        #expect(Timestamp(seconds: seconds) == bound)
        #expect(bound.adding(seconds: seconds) == bound)
        #expect(Timestamp(seconds: 0).adding(seconds: seconds) == bound)
    }

    @Test func clampsNanosecondsToSecond() {
        #expect(Timestamp(seconds: 0, nanoseconds: -1).nanoseconds == 0)
        #expect(Timestamp(seconds: 0, nanoseconds: .max).nanoseconds == 999_999_999)
        #expect(Timestamp(seconds: 1, nanoseconds: 5).adding(seconds: -2) == Timestamp(seconds: -1, nanoseconds: 5))
    }

    @Test func comparesBySecondsThenNanoseconds() {
        #expect(Timestamp(seconds: 1, nanoseconds: 9) < Timestamp(seconds: 2))
        #expect(Timestamp(seconds: 1) < Timestamp(seconds: 1, nanoseconds: 1))
        #expect(Timestamp.distantPast < Timestamp(seconds: 0) && Timestamp(seconds: 0) < .distantFuture)
        #expect(Timestamp(seconds: 5).seconds(since: Timestamp(seconds: 7)) == -2)
        #expect(Timestamp.distantFuture.seconds(since: .distantPast) == 315_537_897_599)
    }

    @Test(
        arguments: [
            ("2030-01-01", 1_893_456_000), ("2030-01-01T00:00:00Z", 1_893_456_000),
            ("2030-01-01t00:00:00z", 1_893_456_000),
            ("2030-01-01T00:00:00.123456789Z", 1_893_456_000), ("2030-01-01T02:00:00+02:00", 1_893_456_000),
            ("2029-12-31T18:30:00-05:30", 1_893_456_000), ("2030-01-01T00:00:00.5-00:00", 1_893_456_000),
            ("2024-02-29", 1_709_164_800), ("2000-02-29", 951_782_400), ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("9999-12-31T23:59:59-23:59", 253_402_300_799), ("0001-01-01T00:00:00+23:59", -62_135_596_800),
        ] as [(String, Int64)])
    func readsISO8601Times(text: String, seconds: Int64) {
        #expect(Timestamp(iso8601: text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "2030", "2030-01", "2030-1-1", "20300101", "2030-01-01T", "2030-01-01T00", "2030-01-01T00:00Z",
        "2030-01-01T00:00:00",
        "2030-01-01 00:00:00Z", "2030-01-01T00:00:00.Z", "2030-01-01T00:00:00,5Z", "2030-01-01T00:00:00ZZ",
        "2030-01-01T00:00:00+0200",
        "2030-01-01T00:00:00+02", "2030-01-01T00:00:00+24:00", "2030-01-01T00:00:00+02:60", "2030-01-01T24:00:00Z",
        "2030-01-01T00:60:00Z", "2030-01-01T00:00:61Z", "2030-00-01", "2030-13-01", "2030-01-00", "2030-01-32",
        "2030-04-31",
        "2030-02-29", "2100-02-29", "2024-02-30", "0000-01-01", "+203-01-01", "-030-01-01", "12030-01-01",
        " 2030-01-01",
        "2030-01-01 ", "2030-01-01T-1:00:00Z", "2030-01-01T+1:00:00Z", "２０３０-01-01", "2030-01-01T00:00:00\u{0}",
    ])
    func rejectsTextThatIsNoTime(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test("No time is later than the distant future, not even by a fraction of a second")
    func nothingIsLaterThanDistantFuture() {
        let end = Timestamp.distantFuture
        #expect(end.adding(.milliseconds(500)) == end)
        #expect(Timestamp(seconds: .max, nanoseconds: 5) == end)
        #expect(Timestamp(seconds: 5, nanoseconds: 7).adding(seconds: .max) == end)
        #expect(Timestamp(seconds: end.seconds - 1, nanoseconds: 999_999_999) < end)
    }
}
