extension Understudy {
    /// Why a server did not start.
    public struct StartError: Error, Sendable, Equatable, CustomStringConvertible {
        /// What is at fault.
        public enum Kind: Sendable, Equatable {
            /// An option that cannot be.
            case option
            /// The configuration: each line names file, line and key.
            case configuration
            /// The machine: a port in use, a folder that cannot be written.
            case system
        }

        /// What is at fault.
        public let kind: Kind
        /// What is wrong, a line for each thing.
        public let lines: [String]

        /// The lines below each other.
        public var description: String { lines.joined(separator: "\n") }

        init(_ failure: StartFailure) {
            kind =
                switch failure {
                case .usage: .option
                case .configuration, .setting: .configuration
                case .system, .givenUp: .system
                }
            lines = failure.lines
        }
    }
}
