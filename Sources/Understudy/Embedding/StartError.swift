/// The reason why a server did not start.
public struct StartError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of problem.
    public enum Kind: Sendable, Equatable {
        /// An invalid option.
        case option
        /// An invalid configuration. Each line names the file, the line and the key.
        case configuration
        /// A problem of the machine, such as a port in use or a folder that is not writable.
        case system
    }

    /// The kind of problem.
    public let kind: Kind
    /// The problems, one in each line.
    public let lines: [String]

    /// The lines, separated by line breaks.
    public var description: String { lines.joined(separator: "\n") }

    init(_ failure: StartFailure) {
        kind =
            switch failure {
            case .usage: .option
            case .configuration, .setting: .configuration
            case .system, .canceled: .system
            }
        lines = failure.lines
    }
}
