import Control
import Directory
import Platform
import Logging
import Synchronization
import Wire

/// Writes one line per message. Hidden characters in what clients sent are escaped, so that no one forges a line or moves the
/// cursor of a terminal.
struct LineLogHandler: LogHandler {
    let isText: Bool
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    init(isText: Bool) {
        self.isText = isText
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        // Allowed (character): swift-log decides the type of the keys, and our own code names them.
        get { metadata[key] }
        // Allowed (character): as above, keys are our own.
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { _, new in new }.map { ($0.key, "\($0.value)") }
        StandardError.write(
            LineLogHandler.line(
                "\(event.message)", level: event.level, fields.sorted { $0.0.precedes($1.0) }, at: SystemClock().now(),
                isText: isText))
    }

    /// One line with its end, as text or as JSON. Nothing in it acts on a terminal.
    static func line(
        _ message: String, level: Logger.Level, _ fields: [(name: String, value: String)], at now: Timestamp,
        isText: Bool
    ) -> [UInt8] {
        guard isText else {
            let json = JSONWriter.object { json in
                json.field("time", now.iso8601)
                json.field("level", level.rawValue)
                json.field("message", message)
                for field in fields { json.field(field.name, field.value) }
            }
            return Array(visible(json).utf8) + [ASCII.lineFeed]
        }
        let rest = fields.map { " \($0.name)=\(quoted($0.value))" }.joined()
        return Array("\(now.iso8601) \(level.rawValue) \(quoted(message))\(rest)\n".utf8)
    }

    /// The text itself, or a JSON string where something in it is invisible.
    private static func quoted(_ text: String) -> String {
        Escaping.line.escaped(text).isExactly(text) ? text : StringLiteral.json.quoted(text)
    }

    private static func visible(_ json: [UInt8]) -> String {
        // Allowed (lossy-text): JSON of strings is UTF-8.
        Escaping.line.escaped(String(decoding: json, as: UTF8.self))
    }
}

private enum StandardError {
    private static let turn = Mutex(())

    /// One call a line, so that lines of several threads do not mix. A line that would have to wait, since nobody reads what the
    /// server writes into a pipe, is lost: the requests go on.
    static func write(_ bytes: [UInt8]) {
        turn.withLock { _ in
            var place = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&place, 1, 0) == 1 else { return }
            _ = bytes.withUnsafeBytes { Platform.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }
}
