import ControlPlane
import Directory
import Entra
import Formats
import HTTP
import Logging
import Protocol
import Store

/// Logs one line for each request: the request, its result, and the IDs by which to find the request again. Queries, forms, headers
/// and bodies are never logged, because they hold secrets, codes and tokens. The journal shows these parts.
///
/// A success is logged at debug level, a rejected request at info level, and a failure of the server at error level.
struct RequestLog: Sendable {
    /// The maximum length of a text that a client sent, in bytes.
    private static let maximumText = 200

    private let logger: Logger
    /// The logger's level. Cached, because reading the logger's level is expensive.
    private let leastLevel: Logger.Level

    init(_ logger: Logger) {
        self.logger = logger
        leastLevel = logger.logLevel
    }

    /// Logs a one-time code, for developers who have no other way to read the code. The level is always debug.
    func sent(_ message: Outbox.Message) {
        logger.debug(
            "one-time code sent",
            metadata: ["to": "\(message.to)", "channel": "\(message.channel.rawValue)", "code": "\(message.code)"])
    }

    /// Logs that the token-signing keys cannot be created or saved. Each request that needs the keys tries again.
    func cannotSign(_ reason: String) {
        logger.error("signing keys unavailable", metadata: ["reason": "\(reason)"])
    }

    /// Logs that state could not be read or written. A request that needs the state is rejected.
    func storeFailed(_ reason: String) {
        logger.error("store unavailable", metadata: ["reason": "\(reason)"])
    }

    /// Logs that the state file is new although the keys are older.
    func stateLost(_ path: String) {
        logger.warning(
            "previous state invalid",
            metadata: [
                "reason":
                    "\(path) is new, but the keys are older: codes, tokens and sessions issued before are invalid"
            ])
    }

    /// Logs that the state file is new and the keys come from a seed. An earlier server may have issued tokens with these keys, and
    /// the server does not know which of them were used.
    func stateBegan(_ path: String) {
        let end = "codes, refresh tokens and sessions that servers with the same seed issued before are invalid"
        logger.info("previous state invalid", metadata: ["reason": "\(path) is new: \(end)"])
    }

    /// Logs that a stored value has an invalid format and is skipped.
    func stateUnreadable(_ reason: String) {
        logger.warning("state partly unreadable", metadata: ["reason": "\(reason)"])
    }

    /// Logs that the store that replicas share stopped responding, or responds again.
    func storeChanged(_ status: String) {
        logger.warning("shared store status", metadata: ["news": "\(status)"])
    }

    /// Logs that the server closed connections of clients that did not read their responses.
    func closedSlowReaders(_ count: Int, bytes: Int) {
        logger.warning(
            "slow clients disconnected",
            metadata: [
                "reason": "\(count) clients did not read their responses: \(bytes) bytes were unsent",
                "count": "\(count)",
            ])
    }

    /// Logs that a change made at run time no longer matches the configuration.
    func editDropped(_ reason: String) {
        logger.warning("directory changes", metadata: ["reason": "\(reason)"])
    }

    /// Logs a response. `duration` is in nanoseconds. Text from the client is masked, because a path may contain a token. The mask
    /// is created only if a line is logged.
    func responded(
        _ context: RequestContext, _ status: Int, _ notes: ResponseNotes.Content, duration: UInt64,
        mask: @autoclosure () -> SecretMask
    ) {
        let level = level(status, notes)
        guard level >= leastLevel else { return }
        let mask = mask()
        let shown = { shortened(mask.text($0)) }
        var fields: Logger.Metadata = [
            "method": "\(shown(context.request.method))", "path": "\(shown(context.request.path))",
            "endpoint": "\(context.endpointName)", "status": "\(status)",
            "milliseconds": "\(duration / 1_000_000).\((duration / 100_000) % 10)",
            "trace_id": "\(context.traceID)", "correlation_id": "\(context.correlationID)",
        ]
        if let client = client(context) { fields["client_id"] = "\(client)" }
        if let stub = notes.stubID { fields["script"] = "\(stub)" }
        if let error = notes.error {
            fields["code"] = "\(error.code.name)"
            fields["error"] = "\(error.error.rawValue)"
        }
        if let detail = notes.detail, !detail.isEmpty { fields["detail"] = "\(shown(detail))" }
        if let error = notes.error { fields["fix"] = "\(error.code.fix)" }
        logger.log(level: level, "request", metadata: fields)
    }

    private func level(_ status: Int, _ notes: ResponseNotes.Content) -> Logger.Level {
        if status >= 500, notes.stubID == nil { return .error }
        return status >= 400 || notes.detail != nil ? .info : .debug
    }

    /// Returns the client ID that the request names, or nil if the value is neither registered nor a GUID. Any other value may be
    /// arbitrary text.
    private func client(_ context: RequestContext) -> String? {
        let name = Parameter.clientID
        let id = (try? context.form.get())?[name] ?? (try? context.query.get())?[name]
        guard let id, context.services.directory.registration(of: ClientID(id)) != nil || GUID(id) != nil else {
            return nil
        }
        return id
    }

    private func shortened(_ text: String) -> String {
        guard text.utf8.count > RequestLog.maximumText else { return text }
        // Allowed (lossy-text): the text is for display only; a partial character at the end is replaced.
        return String(decoding: text.utf8.prefix(RequestLog.maximumText), as: UTF8.self) + "…"
    }
}
