/// The reason why a state file cannot be used, in one line that names the file.
package struct StateFileProblem: Error, Sendable, Equatable {
    package let reason: String

    init(_ path: String, _ reason: String) {
        self.reason = "\(path): \(reason)"
    }
}
