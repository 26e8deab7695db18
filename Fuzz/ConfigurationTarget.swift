import Directory

extension FuzzTarget {
    /// A configuration without other files.
    static let config = FuzzTarget(name: "config") { input in
        do throws(Configuration.Problems) {
            let configuration = try Configuration.load(.inline(text(input)), files: none)
            demand(configuration.warnings.allSatisfy { !$0.description.isEmpty }, "a warning says something")
        } catch {
            demand(!error.problems.isEmpty, "a refusal names its problems")
            demand(error.problems.allSatisfy { !$0.description.isEmpty }, "a problem says something")
        }
    }

    private static let none = ConfigurationFiles(
        read: { _, _ in .failure(FileFailure(reason: "there are no files")) }, list: { _ in nil })
}
