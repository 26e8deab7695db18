import Directory
import Formats

extension FuzzTarget {
    /// A configuration without other files. A configuration that loads round-trips through an export.
    static let config = FuzzTarget(name: "config") { input in
        check(.inline(text(input)), files: .none)
    }

    /// The manifest of an application, or a list of them, in a tenant that has no other.
    static let manifest = FuzzTarget(name: "manifest") { input in
        let files = ConfigurationFiles(
            read: { path, _ in
                path == "app.json" ? .success(input) : .failure(FileFailure(reason: "there is no such file"))
            },
            list: { _ in ["app.json"] })
        check(.inline(owner), files: files)
    }

    private static let owner = """
        applicationsFrom: [app.json]
        tenants:
        - id: 11111111-1111-4111-8111-111111111111
          domains: [contoso.onmicrosoft.com]
        """

    private static func check(_ source: Configuration.Source, files: ConfigurationFiles) {
        do throws(Configuration.Problems) {
            let configuration = try Configuration.load(source, files: files)
            require(configuration.warnings.allSatisfy { !$0.description.isEmpty }, "a warning has a text")
            check(exportOf: configuration.directory)
        } catch {
            require(!error.problems.isEmpty, "an invalid configuration has problems")
            require(error.problems.allSatisfy { !$0.description.isEmpty }, "a problem has a text")
        }
    }

    /// Checks that the export is a configuration of the same directory.
    private static func check(exportOf directory: Directory) {
        let exported = DirectoryExport.json(directory)
        do throws(Configuration.Problems) {
            let again = try Configuration.load(.body(JSONWriter.value(exported)), files: .none)
            let second = DirectoryExport.json(again.directory)
            require(second == exported, "an export round-trips: \(text(JSONWriter.value(exported)))")
        } catch {
            require(false, "an export is a configuration: \(error.problems.map(\.description))")
        }
    }
}
