import Formats
import Testing

/// Checks ISO 8601 durations.
@Suite struct DurationTests {
    @Test(
        "Durations are read and written",
        arguments: [
            ("PT0S", .zero, "PT0S"), ("PT2H", .seconds(7_200), "PT2H"), ("-PT5M", .seconds(-300), "-PT5M"),
            ("+PT5M", .seconds(300), "PT5M"), ("P1D", .seconds(86_400), "P1D"), ("P2W", .seconds(1_209_600), "P14D"),
            ("P1DT12H30M15S", .seconds(131_415), "P1DT12H30M15S"), ("PT0.5S", .milliseconds(500), "PT0.5S"),
            ("PT1,25S", .milliseconds(1_250), "PT1.25S"), ("PT90M", .seconds(5_400), "PT1H30M"),
            ("-PT0.5S", .milliseconds(-500), "-PT0.5S"), ("PT3600S", .seconds(3_600), "PT1H"),
            ("PT0.0000000019S", .nanoseconds(1), "PT0.000000001S"),
        ] as [(String, Duration, String)])
    func readsAndWritesDurations(text: String, duration: Duration, written: String) {
        #expect(Duration(iso8601: text) == duration)
        #expect(duration.iso8601 == written)
        #expect(Duration(iso8601: written) == duration)
    }

    @Test(
        "Text that is no duration of fixed length is rejected",
        arguments: [
            "", "P", "PT", "1H", "T1H", "P1H", "PT1D", "P1Y", "P1M", "PT1H1H", "PT1M1H", "PT1", "PT.5S", "PT1.S",
            "PT0.5M", "PT1.0M", "P1,0D",
            "PT1HT1M", "P1DT", "--PT1S", "PT-1S", "PT1S ", " PT1S", "pt1s", "PT9999999999999999999S",
            "P999999999999999999D", "PT315576000001S", "P40000000W", "PT1Ä",
        ])
    func rejectsTextThatIsNoFixedDuration(text: String) {
        #expect(Duration(iso8601: text) == nil)
    }
}
