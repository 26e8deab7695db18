import Entra
import Logging
import Wire

/// Logs what went wrong with a request: code, endpoint, ids. Never a secret, a code or a token.
struct RequestLog: Sendable {
    private let logger: Logger

    init(_ logger: Logger) {
        self.logger = logger
    }

    func failure(_ error: EntraError, _ endpoint: Endpoint, _ context: RequestContext) {
        let level: Logger.Level = error.status >= 500 ? .error : .debug
        logger.log(
            level: level, "\(endpoint.name) failed",
            metadata: [
                "code": "AADSTS\(error.code.number)", "error": "\(error.error.rawValue)",
                "detail": "\(error.detail)", "trace_id": "\(context.traceID)",
                "correlation_id": "\(context.correlationID)",
            ])
    }
}
