import Control
import Directory
import Platform
import Logging
import Synchronization
import Wire

/// Writes one line a message. Control characters in what clients sent are escaped, so that no one forges a line.
struct LineLogHandler: LogHandler {
    let isText: Bool
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    init(isText: Bool) {
        self.isText = isText
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { _, new in new }.sorted { $0.key < $1.key }
        let time = SystemClock().now().iso8601
        let line = JSONWriter.object { json in
            json.field("time", time)
            json.field("level", event.level.rawValue)
            json.field("message", "\(event.message)")
            for (name, value) in fields { json.field(name, "\(value)") }
        }
        guard isText else {
            StandardError.write(line + [ASCII.lineFeed])
            return
        }
        let rest = fields.map { " \($0.key)=\(escaped("\($0.value)"))" }.joined()
        StandardError.write(Array("\(time) \(event.level.rawValue) \(escaped("\(event.message)"))\(rest)\n".utf8))
    }

    private func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return text }
        // Allowed (lossy-text): JSON of a string is UTF-8.
        return String(decoding: JSONWriter.value(.string(text)), as: UTF8.self)
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
