import ControlPlane
import HTTP
import Protocol
import Transport

extension Endpoint {
    /// The metrics of the server for Prometheus (text format 0.0.4).
    static var metrics: Endpoint {
        .control("metrics", usesStore: false) { (_, server) throws(ProblemDocument) in
            var text = PrometheusText()
            text.family("understudy_build_info", .gauge, "The version of the program.")
            text.sample(1, ["version": Version.text])
            server.metrics.write(to: &text)
            if let statistics = server.statistics { statistics.write(to: &text) }
            text.single("understudy_scripts", .gauge, "Stubs that have responses left.", server.scripts.count)
            let (entries, bytes) = server.journal.size
            text.single("understudy_journal_entries", .gauge, "Entries in the request journal.", entries)
            text.single("understudy_journal_bytes", .gauge, "Memory that the request journal uses, in bytes.", bytes)
            ProcessFigures.write(to: &text, startedAt: server.startedAt)
            return HTTPResponse(
                status: 200, contentType: PrometheusText.contentType, body: text.bytes, isCompressible: true)
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
    fileprivate func write(to text: inout PrometheusText) {
        text.single("understudy_connections_open", .gauge, "Open connections.", open)
        text.single("understudy_connections_accepted_total", .counter, "Accepted connections.", accepted)
        text.single(
            "understudy_connections_refused_total", .counter,
            "Connections rejected because of --max-connections or the limit of open files.", refused)
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
