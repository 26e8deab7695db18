package import ControlPlane
package import Directory
import Formats
package import Logging
import Platform
import Synchronization

/// A log handler that writes one line for each message. Invisible characters from clients are escaped, so that a client cannot
/// forge a line or move the cursor of a terminal.
struct LineLogHandler: LogHandler {
    let isText: Bool
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    init(isText: Bool) {
        self.isText = isText
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        // Allowed (character): swift-log defines the type of the keys, and only our own code chooses keys.
        get { metadata[key] }
        // Allowed (character): as above, only our own code chooses keys.
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        StandardError.write(
            LineLogHandler.line(
                "\(event.message)", level: event.level, LineLogHandler.fields(metadata, event), at: SystemClock().now(),
                isText: isText))
    }

    /// Returns the fields of a line, sorted by name.
    static func fields(_ metadata: Logger.Metadata, _ event: LogEvent) -> [(name: String, value: String)] {
        metadata.merging(event.metadata ?? [:]) { _, new in new }.map { (name: $0.key, value: "\($0.value)") }
            .sorted { $0.name.precedes($1.name) }
    }

    /// Returns one line with its line feed, as text or as JSON. The line contains no terminal control characters.
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
        let fieldText = fields.map { " \($0.name)=\(quoted($0.value))" }.joined()
        return Array("\(now.iso8601) \(level.rawValue) \(quoted(message))\(fieldText)\n".utf8)
    }

    /// Returns the text unchanged, or as a JSON string if the text has invisible characters.
    private static func quoted(_ text: String) -> String {
        Escaping.line.escaped(text).isExactly(text) ? text : StringLiteral.json.quoted(text)
    }

    private static func visible(_ json: [UInt8]) -> String {
        // Allowed (lossy-text): the JSON of strings is UTF-8.
        Escaping.line.escaped(String(decoding: json, as: UTF8.self))
    }
}

private enum StandardError {
    private static let lock = Mutex(())

    /// Writes a line in one call, so that lines of several threads do not mix. If the write would block, because nobody reads the
    /// pipe, the line is dropped so that requests continue.
    static func write(_ bytes: [UInt8]) {
        lock.withLock { _ in
            var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&output, 1, 0) == 1 else { return }
            _ = bytes.withUnsafeBytes { Platform.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }
}

/// The logging of the server process, to standard error: as text on a terminal, and otherwise as JSON lines.
package enum LogSetup {
    /// Returns the logger with the format and the level of the options. The logger also adds each line to the history.
    package static func logger(_ options: ServerOptions, _ history: LogHistory) -> Logger {
        let format = options.logFormat ?? .auto
        let isText = format == .text || (format == .auto && isatty(STDERR_FILENO) == 1)
        var logger = Logger(label: "understudy") { _ in
            RecordingLogHandler(LineLogHandler(isText: isText), history)
        }
        logger.logLevel = options.logLevel.flatMap(Logger.Level.init(rawValue:)) ?? .info
        return logger
    }
}
