import ControlPlane
import Formats
import Logging

/// A log handler that also keeps the lines in memory, for the console.
struct RecordingLogHandler: LogHandler {
    private var base: any LogHandler
    private let history: LogHistory

    init(_ base: any LogHandler, _ history: LogHistory) {
        self.base = base
        self.history = history
    }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        base.log(event: event)
        let fields = LineLogHandler.fields(metadata, event)
        history.append(
            LogHistory.Line(
                time: SystemClock().now(), level: LogHistory.Level(rawValue: event.level.rawValue) ?? .info,
                message: "\(event.message)", fields: fields))
    }
}
