import ControlPlane
import Directory
import Formats
import HTTP
import Protocol

/// The control plane's paths, and the responses to requests that miss them.
enum ControlPaths {
    private static let root = "/_understudy/"

    /// Returns whether a path belongs to the control plane.
    static func contain(_ path: String) -> Bool {
        let path = path.asciiLowercased
        return path.hasExactPrefix(root) || path.isExactly("/_understudy")
    }

    /// Returns 404 with the most similar known path for an unknown path below `/_understudy/`, or nil for any other path.
    static func absence(of path: String) -> HTTPResponse? {
        guard contain(path) else { return nil }
        let known = Routes.table.map(\.pattern).filter { $0.hasExactPrefix(root) && !$0.containsExactly("{") }
        let near = Suggestion.nearest(to: path, among: Set(exactly: known).sorted().map(\.string))
        let hint = near.map { "did you mean \($0)?" } ?? "GET /_understudy/openapi.yaml lists all paths."
        return ProblemDocument.notFound("The control plane has no such path: \(hint)").response
    }

    /// Returns 405 with the methods that the path accepts.
    static func wrongMethod(_ request: HTTPRequest, _ allowed: [String]) -> HTTPResponse {
        let methods = allowed.filter { $0 != "HEAD" }.joined(separator: ", ")
        var response = ProblemDocument(
            status: 405, title: "Method not allowed",
            detail: "The path accepts \(methods), not \(request.method.firstScalars(20))."
        ).response
        response.headers.append("Allow", (allowed + ["OPTIONS"]).joined(separator: ", "))
        return response
    }
}
