import Control
import Directory
import Entra
import Flows
import HTTP
import Logging
import State
import Wire

/// One line for each request: what was asked, what came of it, and the ids by which to find it again. Never a query, a form, a
/// header or a body: those hold secrets, codes and tokens; the journal shows them.
///
/// What succeeds is told at debug level, what is refused at info, what fails by the server's fault at error.
struct RequestLog: Sendable {
    /// Bytes of a text that a client sent.
    private static let maximumText = 200

    private let logger: Logger
    /// Asked with each answer, and dear to ask the logger.
    private let leastLevel: Logger.Level

    init(_ logger: Logger) {
        self.logger = logger
        leastLevel = logger.logLevel
    }

    /// A one-time code, for who has no other way to read it: at debug level only.
    func sent(_ message: Outbox.Message) {
        logger.debug(
            "one-time code sent",
            metadata: ["to": "\(message.to)", "channel": "\(message.channel.rawValue)", "code": "\(message.code)"])
    }

    /// The keys that sign tokens cannot be made, or kept; each request that needs them tries again.
    func cannotSign(_ reason: String) {
        logger.error("signing keys unavailable", metadata: ["reason": "\(reason)"])
    }

    /// State could not be read or kept; the request that needed it is refused.
    func storeFailed(_ reason: String) {
        logger.error("store unavailable", metadata: ["reason": "\(reason)"])
    }

    /// A state file is new beside keys that are not.
    func stateLost(_ path: String) {
        logger.warning(
            "previous state invalid",
            metadata: [
                "reason":
                    "\(path) is new, but the keys are older: codes, tokens and sessions issued before are invalid"
            ])
    }

    /// A state file is new, and the keys are those of a seed, by which something may have been issued before; nobody knows what of
    /// it was used.
    func stateBegan(_ path: String) {
        let end = "codes, refresh tokens and sessions that servers with the same seed issued before are invalid"
        logger.info("previous state invalid", metadata: ["reason": "\(path) is new: \(end)"])
    }

    /// Something that is kept is not of the form in which it is written, and is passed over.
    func stateUnreadable(_ reason: String) {
        logger.warning("state partly unreadable", metadata: ["reason": "\(reason)"])
    }

    /// The store that replicas share stopped answering, or answers again.
    func storeChanged(_ news: String) {
        logger.warning("shared store status", metadata: ["news": "\(news)"])
    }

    /// The server closed connections of clients that did not read what waited for them.
    func closedSlowReaders(_ count: Int, bytes: Int) {
        logger.warning(
            "slow clients disconnected",
            metadata: [
                "reason": "\(count) clients did not read their responses: \(bytes) bytes were unsent",
                "count": "\(count)",
            ])
    }

    /// What was changed at run time does not go with the configuration any more.
    func editDropped(_ reason: String) {
        logger.warning("directory changes", metadata: ["reason": "\(reason)"])
    }

    /// Logs an answer; `duration` is in nanoseconds. What a client sent is masked: a path may hold a token. The mask is made for a
    /// line only, not for each answer.
    func answered(
        _ exchange: Exchange, _ status: Int, _ notes: ExchangeNotes.Content, duration: UInt64,
        mask: @autoclosure () -> SecretMask
    ) {
        let level = level(status, notes)
        guard level >= leastLevel else { return }
        let context = exchange.context
        let mask = mask()
        let shown = { shortened(mask.text($0)) }
        var fields: Logger.Metadata = [
            "method": "\(shown(context.request.method))", "path": "\(shown(context.request.path))",
            "endpoint": "\(exchange.endpointName)", "status": "\(status)",
            "milliseconds": "\(duration / 1_000_000).\((duration / 100_000) % 10)",
            "trace_id": "\(context.traceID)", "correlation_id": "\(context.correlationID)",
        ]
        if let client = client(context) { fields["client_id"] = "\(client)" }
        if let script = notes.script { fields["script"] = "\(script)" }
        if let error = notes.error {
            fields["code"] = "\(error.code.name)"
            fields["error"] = "\(error.error.rawValue)"
            fields["detail"] = "\(shown(error.detail))"
        }
        logger.log(level: level, "request", metadata: fields)
    }

    private func level(_ status: Int, _ notes: ExchangeNotes.Content) -> Logger.Level {
        if status >= 500, notes.script == nil { return .error }
        return status >= 400 || notes.error != nil ? .info : .debug
    }

    /// The application, where the request names it by an id: what is no id may be anything.
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
        // Allowed (lossy-text): for the eye only; half a character at the end is shown as none.
        return String(decoding: text.utf8.prefix(RequestLog.maximumText), as: UTF8.self) + "…"
    }
}
