package import Directory
package import Logging
import Platform

/// The logging of the server process, to standard error: as text on a terminal, and otherwise as JSON lines.
package enum LogSetup {
    /// Returns the logger with the format and the level of the options.
    package static func logger(_ options: ServerOptions) -> Logger {
        let format = options.logFormat ?? .auto
        let isText = format == .text || (format == .auto && isatty(STDERR_FILENO) == 1)
        var logger = Logger(label: "understudy") { _ in LineLogHandler(isText: isText) }
        logger.logLevel = options.logLevel.flatMap(Logger.Level.init(rawValue:)) ?? .info
        return logger
    }
}
