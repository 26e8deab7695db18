import Directory
import Entra
import Formats
package import Protocol
import Store

/// The requests `GET` and `PUT /_understudy/directory`, which read and replace the whole directory in the configuration's form.
package enum DirectoryRequest {
    /// Returns the current directory with secrets and passwords, so that a `PUT` of the result changes nothing. The result does not
    /// contain the consents that users gave on pages.
    package static func export(_ controls: Controls) -> [UInt8] {
        JSONWriter.value(DirectoryExport.json(controls.directory.snapshot))
    }

    /// Replaces the whole directory until a reset; on an error nothing changes. The body must name no files and no `server`
    /// settings. If `isOpen`, because no control token is required, the body may only name folders to write to and addresses to
    /// fetch from that the current or the configured directory names. Throws a problem of status 400 that lists every error, as
    /// `understudy check` does, and of status 503 if the store is unavailable.
    package static func put(_ body: [UInt8], isOpen: Bool, _ controls: Controls) throws(ProblemDocument) {
        guard let value = JSONValue(parsing: body) else {
            throw ProblemDocument(status: 400, title: "Malformed body", detail: "The body is not JSON (RFC 8259).")
        }
        guard value["server"] == nil else {
            throw ProblemDocument(
                status: 400, title: "Invalid directory",
                detail: "The server reads its settings only at startup: remove the member server.",
                causes: [
                    .init(
                        pointer: "#/server",
                        detail: "The server reads its settings only at startup: remove this member.")
                ])
        }
        let configuration: Configuration
        do throws(Configuration.Problems) {
            let places = ExternalReferences(of: controls.directory.snapshot, controls.directory.configured)
            configuration = try Configuration.load(.body(body), files: .none, places: isOpen ? places : nil)
        } catch {
            let causes = error.problems.map { problem in
                ProblemDocument.Cause(
                    pointer: "#\(problem.pointer)",
                    detail: problem.message + (problem.hint.map { " (\($0))" } ?? ""))
            }
            let count = causes.count == 1 ? "a problem:" : "\(causes.count) problems. The first:"
            let first = causes.first.map { "\($0.pointer.behind("#") ?? $0.pointer): \($0.detail)" } ?? ""
            throw ProblemDocument(
                status: 400, title: "Invalid directory",
                detail: "The current directory is unchanged. The new directory has \(count) \(first)", causes: causes)
        }
        try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            try controls.directory.put(configuration.directory)
        }
    }
}
