import Control
import Directory
import HTTP
import Wire

/// What the control plane says to who misses its paths.
enum ControlPaths {
    private static let root = "/_understudy/"

    /// Whether a path is the control plane's.
    static func contain(_ path: String) -> Bool {
        let path = path.asciiLowercased
        return path.hasExactPrefix(root) || path.isExactly("/_understudy")
    }

    /// 404 for a path below `/_understudy/` that is not there, with the one that was probably meant; nil for any other path.
    static func absence(of path: String) -> HTTPResponse? {
        guard contain(path) else { return nil }
        let known = Routes.table.map(\.pattern).filter { $0.hasExactPrefix(root) && !$0.containsExactly("{") }
        let near = Suggestion.nearest(to: path, among: Set(exactly: known).sorted().map(\.string))
        let hint = near.map { "did you mean \($0)?" } ?? "GET /_understudy/openapi.yaml lists all paths."
        return ProblemDocument.notFound("The control plane has no such path: \(hint)").response
    }

    /// 405, with the methods that the path takes.
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
