package import Directory

/// The reason why the server did not start, with its exit code (docs/reference/interface.md#command-line).
package enum StartFailure: Error, Sendable {
    /// An invalid option or variable, in one line. Exit code 64.
    case usage(String)
    /// An invalid configuration. Exit code 78.
    case configuration([ConfigurationProblem])
    /// A file in the configuration that cannot be read. Exit code 78.
    case setting(String)
    /// A problem of the machine, such as a port in use, a damaged key file, or lack of memory. Exit code 1.
    case system(String)
    /// A canceled start, which is not a failure. Exit code 0.
    case canceled

    package var exitCode: Int32 {
        switch self {
        case .usage: 64
        case .configuration, .setting: 78
        case .system: 1
        case .canceled: 0
        }
    }

    package var lines: [String] {
        switch self {
        case .usage(let line), .setting(let line), .system(let line): [line]
        case .configuration(let problems): problems.map(\.description)
        case .canceled: []
        }
    }
}
