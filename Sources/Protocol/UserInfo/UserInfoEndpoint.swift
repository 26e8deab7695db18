import Entra
import Formats
package import HTTP

extension ProtocolRoutes {
    /// The routes of UserInfo (OpenID Connect Core §5.3).
    static let userInfo: [Route<Endpoint>] = [
        Route(["GET", "POST"], "/oidc/userinfo", .graphUserInfo),
        Route(["GET", "POST"], "/{tenant}/openid/userinfo", .userInfo),
    ]
}

extension Endpoint {
    /// The endpoint `graph.microsoft.com/oidc/userinfo`. The server's other host names have the endpoint too, because the
    /// discovery documents name these hosts.
    static var graphUserInfo: Endpoint {
        Endpoint("userinfo", crossOrigin: .allowed) { (context) throws(EntraError) in
            userInfo(.graph, context)
        } raise: {
            .graphError(GraphError($0), $1)
        }
    }

    static var userInfo: Endpoint {
        Endpoint("userinfo", crossOrigin: .allowed) { (context) throws(EntraError) in
            let authority = try Authority(context.authorityAddress, directory: context.services.directory)
            return userInfo(.tenant(authority), context)
        } raise: {
            .graphError(GraphError($0), $1)
        }
    }

    private static func userInfo(_ kind: UserInfoFlow.Kind, _ context: RequestContext) -> HTTPResponse {
        do {
            let authorization = context.request.headers["Authorization"]
            return .json(try UserInfoFlow.run(at: kind, authorization: authorization, services: context.services))
        } catch {
            return .graphError(error, context)
        }
    }
}

extension HTTPResponse {
    /// Returns the response for an error. A response with status 401 has a challenge that names the authority which issues tokens
    /// (RFC 6750 §3).
    package static func graphError(_ error: GraphError, _ context: RequestContext) -> HTTPResponse {
        let body = error.json(
            now: context.services.now, requestID: context.traceID.description, clientRequestID: context.correlationID)
        var response = HTTPResponse.json(body, status: error.status)
        response.setRetryAfter(error.retryAfter)
        if let location = error.location { response.headers.append("Location", location) }
        if error.status == 401 {
            response.headers.append(
                "WWW-Authenticate",
                ClaimsChallenge.header(
                    error.challenge, origin: context.origin.loginOrigin, clientID: ClientID.microsoftGraph.description))
        }
        return response
    }
}
