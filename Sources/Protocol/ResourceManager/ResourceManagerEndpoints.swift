import Directory
import Entra
import Formats
package import HTTP

extension ProtocolRoutes {
    /// The routes of Azure Resource Manager (docs/reference/resource-manager.md). `ResourceManagerFlow` decides which of the paths
    /// exist, so that every other path has an error in Azure Resource Manager's form.
    static let resourceManager: [Route<Endpoint>] =
        [Route(["GET"], "/metadata/endpoints", .resourceManagerMetadata)]
        + ["/tenants", "/subscriptions", "/providers"].flatMap { root in
            (0...segments.count).map { count in
                Route(methods, root + segments.prefix(count).map { "/{\($0)}" }.joined(), .resourceManager)
            }
        }

    /// The names of the segments after the root.
    private static let segments = "a b c d e f g h i j k l m n o p".pieces(separatedBy: " ")
    private static let methods = ["GET", "PUT", "POST", "PATCH", "DELETE"]
}

extension Endpoint {
    static var resourceManager: Endpoint {
        resourceManager { (context) throws(ResourceManagerError) in
            try ResourceManagerFlow.response(
                method: context.request.method, path: context.request.path, query: query(context),
                authorization: context.request.headers["Authorization"], services: context.services)
        }
    }

    /// The description of the cloud, which needs no token.
    static var resourceManagerMetadata: Endpoint {
        resourceManager { (context) throws(ResourceManagerError) in
            ResourceManagerMetadata.document(
                version: try ResourceManagerVersion.requestedOfMetadata(try query(context)), at: context.origin)
        }
    }

    /// Returns the response of Azure Resource Manager to a request without a route, or nil if the request is for another service.
    package static func resourceManagerResponse(_ context: RequestContext) -> HTTPResponse? {
        guard isForResourceManager(context) else { return nil }
        let endpoint: Endpoint = .resourceManager
        do throws(EntraError) {
            return try endpoint.handler(context)
        } catch {
            return response(ResourceManagerError(error), context)
        }
    }

    /// Whether a request without a route is for Azure Resource Manager: a path of it with another method, or any other path at a
    /// host of it or with the version of an Azure API. The metadata service of virtual machines has such versions too.
    private static func isForResourceManager(_ context: RequestContext) -> Bool {
        if let endpoint = context.endpoint { return endpoint.name.isExactly(resourceManagerName) }
        if ResourceManagerMetadata.isManagementHost(context.origin.host) { return true }
        let version = (try? context.query.get())?[Parameter.apiVersion]
        return version?.hasExactPrefix("20") == true
            && !context.request.path.asciiLowercased.hasExactPrefix("/metadata/")
    }

    private static let resourceManagerName = "resourcemanager"

    private static func resourceManager(
        _ body: @escaping @Sendable (RequestContext) throws(ResourceManagerError) -> [UInt8]
    ) -> Endpoint {
        Endpoint(resourceManagerName, crossOrigin: .allowed) { (context) throws(EntraError) in
            do throws(ResourceManagerError) {
                return response(.json(try body(context)), context)
            } catch {
                return response(error, context)
            }
        } raise: {
            response(ResourceManagerError($0), $1)
        }
    }

    private static func query(_ context: RequestContext) throws(ResourceManagerError) -> Form {
        guard let query = try? context.query.get() else {
            throw ResourceManagerError(400, "BadRequest", "The query cannot be decoded.")
        }
        return query
    }

    private static func response(_ error: ResourceManagerError, _ context: RequestContext) -> HTTPResponse {
        context.notes.note(detail: error.message)
        var response = HTTPResponse.json(error.json, status: error.status)
        response.setRetryAfter(error.retryAfter)
        if error.status == 401 {
            let tenant = ResourceManagerFlow.tenant(ofPath: context.request.path, in: context.services.directory)
            let authority = "\(context.origin.loginOrigin)/\(tenant?.id.description ?? "common")"
            response.headers.append("WWW-Authenticate", error.challenge(authority: authority))
        }
        return self.response(response, context)
    }

    private static func response(_ response: HTTPResponse, _ context: RequestContext) -> HTTPResponse {
        var response = response
        response.headers.set("x-ms-request-id", context.traceID.description)
        response.headers.set("x-ms-correlation-request-id", context.correlationID)
        return response
    }
}
