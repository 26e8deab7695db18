import Entra
import Formats
import HTTP
import Protocol

extension ControlRoutes {
    /// The routes of Microsoft Graph's directory API.
    static let graph: [Route<ControlEndpoint>] = [
        Route(graphMethods, "/v1.0/{set}", .graph),
        Route(graphMethods, "/v1.0/{set}/{id}", .graph),
        Route(graphMethods, "/v1.0/{set}/{id}/{relation}", .graph),
        Route(graphMethods, "/v1.0/{set}/{id}/{relation}/{object}", .graph),
        Route(graphMethods, "/v1.0/{set}/{id}/{relation}/{object}/{reference}", .graph),
        // The SDKs send two slashes after the version, so the first segment may be empty.
        Route(graphMethods, "/v1.0/{empty}/{set}/{id}/{relation}/{object}/{reference}", .graph),
    ]

    /// `GraphOperation.table` says which of these methods an object accepts.
    private static let graphMethods = ["GET", "POST", "PATCH", "PUT", "DELETE"]
}

extension ControlEndpoint {
    /// The directory of Microsoft Graph, `graph.microsoft.com/v1.0`, which the server's other host names have too
    /// (docs/reference/interface.md#control-plane).
    static var graph: ControlEndpoint {
        ControlEndpoint("graph", crossOrigin: .allowed, maximumBody: .bytes(1 << 18)) {
            (context, server) throws(EntraError) in
            if GraphService.isOfControlPlane(context.request),
                let rejection = server.controlGuard.rejection(
                    context.request, at: context.origin, by: context.hosts, isPublic: false)
            {
                return rejection.response
            }
            do throws(GraphError) {
                guard let query = try? context.query.get() else {
                    throw GraphError(status: 400, code: "BadRequest", message: "The query cannot be decoded.")
                }
                guard let service = try? graphService.get() else { throw .unavailable }
                var response = try service.respond(to: context.request, query: query, services: context.services)
                GraphHeaders.add(to: &response, context)
                return response
            } catch {
                return told(error, context)
            }
        } raise: {
            told(GraphError($0), $1)
        }
    }

    private static func told(_ error: GraphError, _ context: RequestContext) -> HTTPResponse {
        var response = HTTPResponse.graphError(error, context)
        GraphHeaders.add(to: &response, context)
        return response
    }

    /// The service, which is created once. Tests check that its table is well-formed.
    private static let graphService = Result { () throws(RouteProblem) in try GraphService() }
}

/// The headers that every response of Microsoft Graph has.
private enum GraphHeaders {
    static func add(to response: inout HTTPResponse, _ context: RequestContext) {
        response.headers.set("request-id", context.traceID.description)
        guard !context.asksForCorrelationID else { return }
        response.headers.set(Parameter.clientRequestID, context.correlationID)
    }
}
