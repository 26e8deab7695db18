import ControlPlane
import Crypto
import Directory
import Entra
import Platform
import Protocol
import Store
import Synchronization
import Transport

/// The server as its control plane sees it.
extension Server: ControlServer {
    var version: String { Version.text }

    var hasOwnCertificate: Bool { settings.hasOwnCertificate }

    var acceptsOtherMachines: Bool { !ControlExposure.isLoopback(settings.host) }

    var publicOrigin: Origin? { settings.publicOrigin }

    var maximumURL: Int { settings.maximumURL }

    var sealing: SealingKeys { keys.sealing }

    var condition: Health.Condition {
        let sharing = replication?.sharing
        let store = sharing?.failure.map { [Health.WriteFailure(.store, $0)] } ?? []
        return Health.Condition(
            reachesStore: sharing.map { $0.failure == nil }, storeError: sharing?.failureCode,
            unwritable: store + writeCheck.obstacles(keys, retryingOn: background.run))
    }

    func writeMetrics(to text: inout PrometheusText) {
        metrics.write(to: &text)
        statistics?.write(to: &text)
    }
}

/// Checks whether persistent state and keys can be written: at most once a second, regardless of how often `health` is requested.
final class WriteCheck: Sendable {
    private struct Last {
        /// The time of the check on the monotonic clock, in milliseconds.
        var time: Int
        var obstacles: [Health.WriteFailure]
    }

    private let stateFile: StateFile?
    /// The minimum interval between checks, in milliseconds.
    private let interval: Int
    private let last = Mutex<Last?>(nil)

    init(_ stateFile: StateFile?, interval: Int = 1_000) {
        self.stateFile = stateFile
        self.interval = interval
    }

    /// Returns the reasons why state or keys cannot be written. `run` retries on another thread to save keys that could not be
    /// saved before, and a later check reports the result.
    func obstacles(
        _ keys: KeyMaterial, retryingOn run: (@escaping @Sendable () -> Void) -> Bool
    ) -> [Health.WriteFailure] {
        last.withLock { last in
            let now = MonotonicClock.milliseconds()
            if let last, now - last.time < interval { return last.obstacles }
            let state = stateFile?.obstacle.map { [Health.WriteFailure(.state, $0)] } ?? []
            let failed = keys.lazyRings.filter { $0.failure != nil }
            let obstacles = state + failed.compactMap(\.failure).map { Health.WriteFailure(.keys, $0.reason) }
            for ring in failed { ring.prepare(on: run) {} }
            last = Last(time: now, obstacles: obstacles)
            return obstacles
        }
    }
}

extension SlowReaderReason {
    fileprivate var label: String {
        switch self {
        case .unreadBytes: "unread_bytes"
        case .listener: "listener"
        case .timeout: "timeout"
        }
    }
}

extension ServerStatistics {
    /// Writes the metrics of the connections.
    func write(to text: inout PrometheusText) {
        text.single("understudy_connections_open", .gauge, "Open connections.", open)
        text.single("understudy_connections_accepted_total", .counter, "Accepted connections.", accepted)
        text.single(
            "understudy_connections_refused_total", .counter,
            "Connections rejected because of --max-connections or the limit of open files.", refusedConnections)
        text.family(
            "understudy_slow_readers_closed_total", .counter,
            "Connections closed because the client did not read, by reason.")
        for (reason, count) in slowReaders { text.sample(count, ["reason": reason.label]) }
        text.family("understudy_tls_handshakes_total", .counter, "TLS handshakes, by result.")
        text.sample(handshakes, ["result": "completed"])
        text.sample(failedHandshakes, ["result": "failed"])
        text.family(
            "understudy_http_rejections_total", .counter,
            "Requests rejected by the HTTP parser, by status.")
        for (status, count) in rejections {
            text.sample(count, ["status": status == 0 ? "other" : String(status)])
        }
    }
}
