import Formats

/// A writer of the Prometheus text format, version 0.0.4: families of samples, with one sample on each line.
package struct PrometheusText: Sendable {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    package enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    package private(set) var bytes: [UInt8] = []
    private var name = ""

    package init() {}

    /// Begins a family of samples with this name. `help` is one line.
    package mutating func family(_ name: String, _ kind: Kind, _ help: StaticString) {
        self.name = name
        line("# HELP \(name) \(help)")
        line("# TYPE \(name) \(kind.rawValue)")
    }

    package mutating func sample(_ value: Int, _ labels: KeyValuePairs<String, String> = [:]) {
        line("\(name)\(PrometheusText.text(labels)) \(value)")
    }

    /// Writes a sample in seconds. The value is in nanoseconds.
    package mutating func sample(nanoseconds: UInt64, _ labels: KeyValuePairs<String, String> = [:]) {
        line("\(name)\(PrometheusText.text(labels)) \(PrometheusText.seconds(nanoseconds))")
    }

    /// Writes a family with one sample.
    package mutating func single(_ name: String, _ kind: Kind, _ help: StaticString, _ value: Int) {
        family(name, kind, help)
        sample(value)
    }

    mutating func histogram(_ histogram: DurationHistogram, _ labels: KeyValuePairs<String, String>) {
        var total = 0
        let bounds = DurationHistogram.bounds.map(PrometheusText.seconds) + ["+Inf"]
        for (bound, count) in zip(bounds, histogram.counts) {
            total &+= count
            line("\(name)_bucket\(PrometheusText.text(labels, and: ("le", bound))) \(total)")
        }
        line("\(name)_sum\(PrometheusText.text(labels)) \(PrometheusText.seconds(histogram.sum))")
        line("\(name)_count\(PrometheusText.text(labels)) \(total)")
    }

    /// Returns a duration in seconds without trailing zeros, such as `0.0025` or `1`.
    static func seconds(_ nanoseconds: UInt64) -> String {
        let (whole, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        guard remainder > 0 else { return String(whole) }
        var digits = Array(String(remainder + 1_000_000_000).utf8.dropFirst())
        while digits.last == UInt8(ascii: "0") { _ = digits.popLast() }
        return "\(whole).\(String(decoding: digits, as: UTF8.self))"
    }

    private static func text(
        _ labels: KeyValuePairs<String, String>, and last: (String, String)? = nil
    ) -> String {
        let all = labels.map { ($0.key, $0.value) } + (last.map { [$0] } ?? [])
        guard !all.isEmpty else { return "" }
        return "{\(all.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ","))}"
    }

    private static func escaped(_ value: String) -> String {
        var bytes: [UInt8] = []
        for byte in value.utf8 {
            switch byte {
            case ASCII.lineFeed: bytes += Array(#"\n"#.utf8)
            case UInt8(ascii: "\\"), UInt8(ascii: "\""): bytes += [UInt8(ascii: "\\"), byte]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func line(_ text: String) {
        bytes += text.utf8
        bytes.append(ASCII.lineFeed)
    }
}
