import Directory
import Formats

extension FuzzTarget {
    /// A configuration without other files. Whatever loads survives being exported.
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
            demand(configuration.warnings.allSatisfy { !$0.description.isEmpty }, "a warning says something")
            check(exportOf: configuration.directory)
        } catch {
            demand(!error.problems.isEmpty, "a refusal names its problems")
            demand(error.problems.allSatisfy { !$0.description.isEmpty }, "a problem says something")
        }
    }

    /// What is exported is a configuration of the same directory.
    private static func check(exportOf directory: Directory) {
        let exported = DirectoryExport.json(directory)
        do throws(Configuration.Problems) {
            let again = try Configuration.load(.body(JSONWriter.value(exported)), files: .none)
            let second = DirectoryExport.json(again.directory)
            demand(second == exported, "an export survives: \(text(JSONWriter.value(exported)))")
        } catch {
            demand(false, "an export is a configuration: \(error.problems.map(\.description))")
        }
    }
}
