import Entra
import Logging
import State
import Wire

/// Logs what went wrong with a request: code, endpoint, ids. Never a secret, an authorization code or a token.
struct RequestLog: Sendable {
    private let logger: Logger

    init(_ logger: Logger) {
        self.logger = logger
    }

    /// A one-time code, for who has no other way to read it: at debug level only.
    func sent(_ message: Outbox.Message) {
        logger.debug(
            "one-time code sent",
            metadata: ["to": "\(message.to)", "channel": "\(message.channel.rawValue)", "code": "\(message.code)"])
    }

    func failure(_ error: EntraError, _ endpoint: Endpoint, _ context: RequestContext) {
        let level: Logger.Level = error.status >= 500 ? .error : .debug
        logger.log(
            level: level, "\(endpoint.name) failed",
            metadata: [
                "code": "\(error.code.name)", "error": "\(error.error.rawValue)",
                "detail": "\(error.detail)", "trace_id": "\(context.traceID)",
                "correlation_id": "\(context.correlationID)",
            ])
    }
}
