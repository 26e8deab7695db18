import ControlPlane
import Transport

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
