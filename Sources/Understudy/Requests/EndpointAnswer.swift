import ControlPlane
import Entra
import HTTP
import Protocol

/// Runs an endpoint after the checks of the control-plane guard and of the body's size. Without an endpoint, the response reports
/// why there is none.
struct EndpointAnswer: Sendable {
    let server: Server
    let intake: Intake

    func response(to context: RequestContext) -> HTTPResponse {
        switch context.arrival.match {
        case .found(let endpoint, _): return answer(endpoint, context)
        case .methodNotAllowed(let allowed): return wrongMethod(allowed, context)
        case .malformedPath: return malformedPath
        case .notFound: return ControlPaths.absence(of: context.request.path) ?? HTTPResponse(status: 404)
        case nil: return HTTPResponse(status: 204, headers: HeaderList([.init("Allow", "GET, HEAD, POST, OPTIONS")]))
        }
    }

    /// The response to a malformed path. The connection closes after this response, because a proxy that forwards such a path may
    /// read another path in it.
    private var malformedPath: HTTPResponse {
        var response = HTTPResponse.text(400, "The path is malformed.")
        response.headers.append("Connection", "close")
        return response
    }

    private func answer(_ endpoint: Endpoint, _ context: RequestContext) -> HTTPResponse {
        if endpoint.errors == .problem,
            let refusal = server.controlGuard.refusal(
                context.request, at: context.origin, by: context.hosts, isPublic: endpoint.isPublic,
                isConsole: endpoint.isConsole)
        {
            var response = refusal.response
            if refusal.status == 401 {
                response.headers.append("WWW-Authenticate", ControlGuard.challenge(isConsole: endpoint.isConsole))
            }
            return response
        }
        let maximum = endpoint.maximumBody.limit(server.settings)
        var response: HTTPResponse
        if context.request.isBodyTooLong || context.request.body.count > maximum {
            response = tooLarge(endpoint, maximum)
        } else {
            do {
                response = try endpoint.handler(context, server)
            } catch {
                response =
                    error.isStoreFailure
                    ? ErrorRendering.unavailable(error, endpoint, context)
                    : ErrorRendering.response(error, endpoint, context)
            }
        }
        // A page of another site may also read an error.
        if endpoint.allowsCrossOrigin(context) { CrossOrigin.allow(&response) }
        return response
    }

    private func tooLarge(_ endpoint: Endpoint, _ maximum: Int) -> HTTPResponse {
        let detail = "The body has more than \(maximum) bytes."
        return endpoint.errors == .problem
            ? ProblemDocument(status: 413, title: "Too large", detail: detail).response : .text(413, detail)
    }

    /// Returns the response to a wrong method. OPTIONS reports the methods that the path accepts, and is also a browser's
    /// preflight. Any other wrong method is rejected with the error that Entra returns.
    private func wrongMethod(_ allowed: [String], _ context: RequestContext) -> HTTPResponse {
        let endpoints = intake.endpoints(allowed, context.request.path)
        let isCrossOrigin = endpoints.contains { $0.allowsCrossOrigin(context) }
        if context.request.method == "OPTIONS" {
            return CrossOrigin.options(allowed, isCrossOrigin: isCrossOrigin, request: context.request)
        }
        guard let endpoint = endpoints.first else { return .text(405, "Method not allowed.") }
        guard endpoint.errors != .problem else { return ControlPaths.wrongMethod(context.request, allowed) }
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
}
