package import Entra
import Formats
import Synchronization

/// The counters of requests. They are relaxed atomics, so that counting takes some tens of nanoseconds. Every label comes from a
/// fixed set, whatever clients send.
package final class RequestMetrics: Sendable {
    /// The counters by endpoint, in the order of the output.
    private let endpoints: [(name: String, counters: EndpointCounters)]
    private let places: [ByteString: Int]
    private let grants: [ByteString: TokenCounter]
    /// The number of errors by code of the catalog. Errors are rare enough for a lock.
    private let errors = Mutex<[ByteString: Int]>([:])

    /// Creates the counters. `endpoints` and `grants` are all possible names. A request to any other endpoint counts as the last
    /// endpoint.
    package init(endpoints: [String], grants: [String]) {
        self.endpoints = endpoints.map { ($0, EndpointCounters()) }
        places = Dictionary(
            endpoints.enumerated().map { (ByteString($1), $0) }, uniquingKeysWith: { first, _ in first })
        self.grants = Dictionary(
            grants.map { (ByteString($0), TokenCounter()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Counts a response. `duration` is in nanoseconds, `error` is the error of the response, and `grant` is the grant that issued
    /// tokens.
    package func count(endpoint: String, status: Int, duration: UInt64, error: AADSTS?, grant: String?) {
        let place = places[endpoint] ?? endpoints.count - 1
        if endpoints.indices.contains(place) { endpoints[place].counters.count(status: status, duration: duration) }
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
