package import Directory

/// Why the server did not start, with the exit code that says so (docs/reference/interface.md#command-line).
package enum StartFailure: Error, Sendable {
    /// A bad option or variable: one line each. Exit code 64.
    case usage(String)
    /// The configuration cannot be used. Exit code 78.
    case configuration([ConfigurationProblem])
    /// A file that the configuration names cannot be read. Exit code 78.
    case setting(String)
    /// A port in use, a key file that is damaged, no memory. Exit code 1.
    case system(String)
    /// No failure: who started it wants it no more. Exit code 0.
    case givenUp

    package var exitCode: Int32 {
        switch self {
        case .usage: 64
        case .configuration, .setting: 78
        case .system: 1
        case .givenUp: 0
        }
    }

    package var lines: [String] {
        switch self {
        case .usage(let line), .setting(let line), .system(let line): [line]
        case .configuration(let problems): problems.map(\.description)
        case .givenUp: []
        }
    }
}
