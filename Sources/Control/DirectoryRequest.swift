import Directory
import Entra
import State
import Wire

/// `GET` and `PUT /_understudy/directory`: the whole directory in the configuration's shape.
package enum DirectoryRequest {
    /// The directory as it is now, with secrets and passwords, so that a `PUT` of it changes nothing. Consents given on pages
    /// are not in it.
    package static func export(_ controls: Controls) -> [UInt8] {
        JSONWriter.value(DirectoryExport.json(controls.directory.snapshot))
    }

    /// Replaces the directory, whole or not at all, until a reset. Names no files, and nothing under `server:`; where `isOpen`,
    /// because no control token is wanted, no folder to write to and no address to fetch from either, but those that are in force
    /// or configured. Throws a problem of status 400 that lists every mistake, as `understudy check` does, and 503 where it
    /// cannot be kept.
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
            let places = OutsidePlaces(of: controls.directory.snapshot, controls.directory.configured)
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
        try ProblemDocument.keeping { () throws(EntraError) in try controls.directory.put(configuration.directory) }
    }
}
