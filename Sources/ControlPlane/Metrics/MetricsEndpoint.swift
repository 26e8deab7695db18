package import Entra
package import Formats
import HTTP
import Platform
import Protocol
import Synchronization

extension ControlRoutes {
    /// The route of the metrics.
    static let metrics: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/metrics", .metrics)
    ]
}

extension ControlEndpoint {
    /// Returns the metrics of the server in the text format 0.0.4 of Prometheus.
    static var metrics: ControlEndpoint {
        .control("metrics", usesStore: false) { (_, server) throws(ProblemDocument) in
            var text = PrometheusText()
            text.family("understudy_build_info", .gauge, "The version of the program.")
            text.sample(1, ["version": server.version])
            server.writeMetrics(to: &text)
            text.single("understudy_scripts", .gauge, "Stubs that have responses left.", server.stubs.count)
            let (entries, bytes) = server.journal.size
            text.single("understudy_journal_entries", .gauge, "Entries in the request journal.", entries)
            text.single("understudy_journal_bytes", .gauge, "Memory that the request journal uses, in bytes.", bytes)
            ProcessFigures.write(to: &text, startedAt: server.startedAt)
            return HTTPResponse(
                status: 200, contentType: PrometheusText.contentType, body: text.bytes, isCompressible: true)
        }
    }
}

/// The counters of requests. They are relaxed atomics, so that counting takes some tens of nanoseconds. Every label comes from a
/// fixed set, whatever clients send.
package final class RequestMetrics: Sendable {
    /// The counters by endpoint, in the order of the output.
    private let endpoints: [(name: String, counters: EndpointCounters)]
    private let indices: [ByteString: Int]
    private let grants: [ByteString: TokenCounter]
    /// The number of errors by code of the catalog. Errors are rare enough for a lock.
    private let errors = Mutex<[ByteString: Int]>([:])

    /// Creates the counters. `endpoints` and `grants` are all possible names. A request to any other endpoint counts as the last
    /// endpoint.
    package init(endpoints: [String], grants: [String]) {
        self.endpoints = endpoints.map { ($0, EndpointCounters()) }
        indices = Dictionary(
            endpoints.enumerated().map { (ByteString($1), $0) }, uniquingKeysWith: { first, _ in first })
        self.grants = Dictionary(
            grants.map { (ByteString($0), TokenCounter()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Counts a response. `duration` is in nanoseconds, `error` is the error of the response, and `grant` is the grant that issued
    /// tokens.
    package func count(endpoint: String, status: Int, duration: UInt64, error: AADSTS?, grant: String?) {
        let index = indices[endpoint] ?? endpoints.count - 1
        if endpoints.indices.contains(index) { endpoints[index].counters.count(status: status, duration: duration) }
        if let grant { grants[grant]?.issued.wrappingAdd(1, ordering: .relaxed) }
        if let error { errors.withLock { $0[error.name, default: 0] += 1 } }
    }

    /// Writes the metrics. Endpoints without requests are left out.
    package func write(to text: inout PrometheusText) {
        text.family("understudy_requests_total", .counter, "Responses, by endpoint and class of status.")
        for (name, counters) in endpoints {
            for (status, count) in counters.statuses where count > 0 {
                text.sample(count, ["endpoint": name, "status": status])
            }
        }
        text.family(
            "understudy_request_duration_seconds", .histogram,
            "Time from the complete request to the complete response, by endpoint, in seconds.")
        for (name, counters) in endpoints where counters.duration.count > 0 {
            text.histogram(counters.duration, ["endpoint": name])
        }
        text.family("understudy_errors_total", .counter, "Error responses, by error code.")
        for (code, count) in errors.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            text.sample(count, ["code": code.string])
        }
        text.family("understudy_tokens_issued_total", .counter, "Responses that contain tokens, by grant.")
        for (grant, counter) in grants.sorted(by: { $0.key < $1.key }) {
            text.sample(counter.issued.load(ordering: .relaxed), ["grant": grant.string])
        }
    }

    private final class TokenCounter: Sendable {
        let issued = Atomic<Int>(0)
    }
}

/// The counters of one endpoint.
final class EndpointCounters: Sendable {
    let duration = DurationHistogram()
    private let byClass = InlineArray<6, Atomic<Int>> { _ in Atomic(0) }

    /// Counts a response. `duration` is in nanoseconds.
    func count(status: Int, duration: UInt64) {
        let index = (1...5).contains(status / 100) ? status / 100 : 0
        byClass[index].wrappingAdd(1, ordering: .relaxed)
        self.duration.count(duration)
    }

    /// The number of responses by class of status. `other` counts a status without a class.
    var statuses: [(status: String, count: Int)] {
        byClass.indices.map { ($0 == 0 ? "other" : "\($0)xx", byClass[$0].load(ordering: .relaxed)) }
    }
}

/// A histogram of durations, with buckets as in Prometheus.
final class DurationHistogram: Sendable {
    /// The upper bounds of the buckets, in nanoseconds.
    static let bounds: [UInt64] = [
        50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
        100_000_000,
        250_000_000, 1_000_000_000, 5_000_000_000,
    ]

    private let buckets = InlineArray<15, Atomic<Int>> { _ in Atomic(0) }
    private let nanoseconds = Atomic<UInt64>(0)

    func count(_ duration: UInt64) {
        let index = DurationHistogram.bounds.firstIndex { duration <= $0 } ?? DurationHistogram.bounds.count
        buckets[index].wrappingAdd(1, ordering: .relaxed)
        nanoseconds.wrappingAdd(duration, ordering: .relaxed)
    }

    /// The number of durations in each bucket. The last bucket is for durations above every bound.
    var counts: [Int] { buckets.indices.map { buckets[$0].load(ordering: .relaxed) } }

    var count: Int { counts.reduce(0, &+) }

    /// The sum of all durations, in nanoseconds.
    var sum: UInt64 { nanoseconds.load(ordering: .relaxed) }
}

/// The metrics of the process, under the names that Prometheus client libraries use.
package enum ProcessFigures {
    package static func write(to text: inout PrometheusText, startedAt start: Timestamp) {
        text.single(
            "process_start_time_seconds", .gauge, "Start time of the server, in seconds since 1970.",
            Int(start.seconds))
        text.family("process_cpu_seconds_total", .counter, "Processor time in user and system mode, in seconds.")
        text.sample(nanoseconds: processorTime)
        if let (virtual, resident) = ProcessMemory.bytes {
            text.single("process_virtual_memory_bytes", .gauge, "Size of the address space, in bytes.", virtual)
            text.single("process_resident_memory_bytes", .gauge, "Resident memory, in bytes.", resident)
        }
        if let open = OpenFiles.count {
            text.single("process_open_fds", .gauge, "Number of open file descriptors.", open)
        }
        if let maximum = OpenFiles.limit {
            text.single("process_max_fds", .gauge, "Maximum number of open file descriptors.", maximum)
        }
    }

    /// The processor time of the process, in nanoseconds.
    private static var processorTime: UInt64 {
        let time = SystemTime(CLOCK_PROCESS_CPUTIME_ID)
        return UInt64(max(time.seconds, 0)) &* 1_000_000_000 &+ UInt64(max(time.nanoseconds, 0))
    }
}
