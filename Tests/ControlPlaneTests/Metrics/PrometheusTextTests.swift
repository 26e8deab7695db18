@testable import ControlPlane
import Entra
import Testing

@Suite struct PrometheusTextTests {
    @Test(arguments: [
        (0, "0"), (1, "0.000000001"), (2_500_000, "0.0025"), (1_000_000_000, "1"), (12_340_000_000, "12.34"),
        (UInt64.max, "18446744073.709551615"),
    ])
    func writesNanosecondsAsSeconds(_ nanoseconds: UInt64, _ text: String) {
        #expect(PrometheusText.seconds(nanoseconds) == text)
    }

    @Test("Label values are escaped, so that none starts a new line or label")
    func escapesLabelValues() {
        var text = PrometheusText()
        text.family("a_total", .counter, "What.")
        text.sample(3, ["x": "a\"b\\c\nd", "y": "é"])
        #expect(
            String(decoding: text.bytes, as: UTF8.self)
                == "# HELP a_total What.\n# TYPE a_total counter\na_total{x=\"a\\\"b\\\\c\\nd\",y=\"é\"} 3\n")
    }

    @Test("Buckets are cumulative and end with the total")
    func writesCumulativeBuckets() {
        let histogram = DurationHistogram()
        for duration: UInt64 in [0, 50_000, 50_001, 9_000_000_000, 10_000_000_000] { histogram.count(duration) }
        var text = PrometheusText()
        text.family("d", .histogram, "What.")
        text.histogram(histogram, ["e": "t"])
        let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n").dropFirst(2)
        #expect(lines.first == "d_bucket{e=\"t\",le=\"0.00005\"} 2")
        #expect(lines.dropFirst().first == "d_bucket{e=\"t\",le=\"0.0001\"} 3")
        #expect(
            lines.suffix(4) == [
                "d_bucket{e=\"t\",le=\"5\"} 3", "d_bucket{e=\"t\",le=\"+Inf\"} 5",
                "d_sum{e=\"t\"} 19.000100001", "d_count{e=\"t\"} 5",
            ])
        #expect(lines.count == DurationHistogram.bounds.count + 3)
    }
}

@Suite struct RequestMetricsTests {
    private static func text(_ metrics: RequestMetrics) -> String {
        var text = PrometheusText()
        metrics.write(to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test("Names outside the fixed sets make no new label")
    func unknownNamesMakeNoNewLabel() {
        let metrics = RequestMetrics(endpoints: ["token", "unknown"], grants: ["password"])
        for index in 0..<1_000 {
            metrics.count(endpoint: "e\(index)", status: index, duration: 1, error: nil, grant: "g\(index)")
        }
        let text = RequestMetricsTests.text(metrics)
        #expect(text.contains("understudy_requests_total{endpoint=\"unknown\",status=\"2xx\"} 100\n"))
        #expect(text.contains("understudy_requests_total{endpoint=\"unknown\",status=\"other\"} 500\n"))
        #expect(text.contains("understudy_tokens_issued_total{grant=\"password\"} 0\n"))
        #expect(!text.contains("e1") && !text.contains("g1"))
    }

    @Test("The metrics lose no request between threads")
    func countsEveryRequestOfManyThreads() async {
        let metrics = RequestMetrics(endpoints: ["token", "unknown"], grants: ["password"])
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        metrics.count(
                            endpoint: "token", status: 400, duration: 2, error: .invalidRequest, grant: "password")
                    }
                }
            }
        }
        let text = RequestMetricsTests.text(metrics)
        #expect(text.contains("understudy_requests_total{endpoint=\"token\",status=\"4xx\"} 8000\n"))
        #expect(text.contains("understudy_request_duration_seconds_count{endpoint=\"token\"} 8000\n"))
        #expect(text.contains("understudy_request_duration_seconds_sum{endpoint=\"token\"} 0.000016\n"))
        #expect(text.contains("understudy_errors_total{code=\"\(AADSTS.invalidRequest.name)\"} 8000\n"))
        #expect(text.contains("understudy_tokens_issued_total{grant=\"password\"} 8000\n"))
    }
}
