package import Directory
import Platform
package import Logging

/// Logging of the serving process: to standard error, as text on a terminal and as JSON lines elsewhere.
package enum LogSetup {
    /// The logger of the format and level that the options ask for.
    package static func logger(_ options: ServerOptions) -> Logger {
        let format = options.logFormat ?? .auto
        let isText = format == .text || (format == .auto && isatty(STDERR_FILENO) == 1)
        var logger = Logger(label: "understudy") { _ in LineLogHandler(isText: isText) }
        logger.logLevel = options.logLevel.flatMap(Logger.Level.init(rawValue:)) ?? .info
        return logger
    }
}
