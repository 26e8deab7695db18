import ControlPlane
import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The responses to requests that no endpoint handles: a wrong method, a malformed path, or an unknown path.
enum UnroutedRequest {
    static func response(_ request: RequestContext, _ router: RequestRouter) -> HTTPResponse {
        switch request.routedRequest.match {
        case .found: HTTPResponse(status: 500)
        case .methodNotAllowed(let allowed): wrongMethod(allowed, request, router)
        case .malformedPath: malformedPath
        case .notFound: missingControlPath(request.request.path, router) ?? HTTPResponse(status: 404)
        case nil: HTTPResponse(status: 204, headers: HeaderList([.init("Allow", "GET, HEAD, POST, OPTIONS")]))
        }
    }

    /// The connection closes after the response: a proxy that forwards such a path may see another one in it.
    private static var malformedPath: HTTPResponse {
        var response = HTTPResponse.text(400, "The path is malformed.")
        response.headers.append("Connection", "close")
        return response
    }

    /// Returns the response to a method that the path does not accept. OPTIONS returns the methods of the path, also as a CORS
    /// preflight; other methods are rejected as in Entra ID (AADSTS900561).
    private static func wrongMethod(
        _ allowed: [String], _ context: RequestContext, _ router: RequestRouter
    ) -> HTTPResponse {
        let endpoints = router.endpoints(allowed, context.request.path)
        let isCrossOrigin = endpoints.contains { $0.allowsCrossOrigin(context) }
        if context.request.method == "OPTIONS" {
            return CrossOrigin.options(allowed, isCrossOrigin: isCrossOrigin, request: context.request)
        }
        guard let endpoint = endpoints.first else { return .text(405, "Method not allowed.") }
        guard endpoint.errors != .problem else { return wrongControlMethod(context.request, allowed) }
        let error = EntraError(
            .wrongMethod,
            [
                .allowedMethods: (allowed.filter { $0 != "HEAD" } + ["OPTIONS"]).joined(separator: ", "),
                .method: context.request.method,
            ], status: endpoint.errors == .json ? nil : 405)
        var response = ErrorRendering.response(error, endpoint, context)
        response.headers.append("Allow", (allowed + ["OPTIONS"]).joined(separator: ", "))
        if isCrossOrigin { CrossOrigin.allow(&response) }
        return response
    }

    /// Returns 404 with the most similar path for an unknown path below `/_understudy/`, or nil for any other path.
    private static func missingControlPath(_ path: String, _ router: RequestRouter) -> HTTPResponse? {
        guard RoutedRequest.isOfControlPlane(path) else { return nil }
        let known = router.routes.map(\.pattern).filter {
            $0.hasExactPrefix("/_understudy/") && !$0.containsExactly("{")
        }
        let near = Suggestion.nearest(to: path, among: Set(exactly: known).sorted().map(\.string))
        let hint = near.map { "did you mean \($0)?" } ?? "GET /_understudy/openapi.yaml lists all paths."
        return ProblemDocument.notFound("The control plane has no such path: \(hint)").response
    }

    /// Returns 405 with the methods that the path accepts.
    private static func wrongControlMethod(_ request: HTTPRequest, _ allowed: [String]) -> HTTPResponse {
        let methods = allowed.filter { $0 != "HEAD" }.joined(separator: ", ")
        var response = ProblemDocument(
            status: 405, title: "Method not allowed",
            detail: "The path accepts \(methods), not \(request.method.firstScalars(20))."
        ).response
        response.headers.append("Allow", (allowed + ["OPTIONS"]).joined(separator: ", "))
        return response
    }
}
