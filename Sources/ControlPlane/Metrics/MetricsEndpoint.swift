import HTTP
import Protocol

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
