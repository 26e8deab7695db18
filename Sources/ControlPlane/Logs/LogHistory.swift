import DequeModule
package import Formats
import Synchronization

/// The newest lines of the server's log, for the console. Safe to use from any thread.
package final class LogHistory: Sendable {
    /// The levels of a log, the least important first.
    package enum Level: String, Sendable, CaseIterable, Comparable {
        case trace
        case debug
        case info
        case notice
        case warning
        case error
        case critical

        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int { Level.allCases.firstIndex(of: self) ?? 0 }
    }

    package struct Line: Sendable {
        package let time: Timestamp
        package let level: Level
        package let message: String
        package let fields: [(name: String, value: String)]

        package init(time: Timestamp, level: Level, message: String, fields: [(name: String, value: String)]) {
            self.time = time
            self.level = level
            self.message = message
            self.fields = fields
        }

        /// The line as text, as the server writes it to standard error without the time and the level.
        var text: String { ([message] + fields.map { "\($0.name)=\($0.value)" }).joined(separator: " ") }
    }

    /// The largest number of lines. Beyond it, the oldest line is removed.
    package static let capacity = 500
    /// The largest size of a line's message and of each of its values, in bytes. Longer text is cut.
    package static let maximumText = 2_048

    private let lines = Mutex<Deque<Line>>([])

    package init() {}

    /// Adds a line.
    package func append(_ line: Line) {
        let line = Line(
            time: line.time, level: line.level, message: LogHistory.cut(line.message),
            fields: line.fields.map { ($0.name, LogHistory.cut($0.value)) })
        lines.withLock { lines in
            if lines.count >= LogHistory.capacity { _ = lines.popFirst() }
            lines.append(line)
        }
    }

    /// Returns the lines of a level or above that contain a text (ASCII letters in any case), the newest first.
    package func lines(from level: Level = .trace, containing text: String = "") -> [Line] {
        let needle = text.asciiLowercased
        return lines.withLock { Array($0) }.reversed().filter { line in
            line.level >= level && (needle.isEmpty || line.text.asciiLowercased.containsExactly(needle))
        }
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > maximumText else { return text }
        // Allowed (lossy-text): the text is for display only; a partial character at the end is replaced.
        return String(decoding: text.utf8.prefix(maximumText), as: UTF8.self) + "…"
    }
}
