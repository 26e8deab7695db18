import Entra
import Formats
import HTTP

extension RequestContext {
    /// The part of the request that concerns its device (docs/reference/wire.md#pkeyauth,
    /// docs/reference/wire.md#request-headers), or nil if the client supports no challenges, as most clients.
    var deviceRequest: DeviceAuthentication.Request? {
        let headers = request.headers
        let answer = headers["Authorization"].flatMap { PKeyAuthResponse($0) }
        let isCapable =
            headers["x-ms-PkeyAuth+"] != nil || headers["x-ms-PkeyAuth"] != nil
            || (request.method == "GET" && headers["User-Agent"]?.containsExactly("PKeyAuth/1.0") == true)
        guard isCapable || answer != nil else { return nil }
        return DeviceAuthentication.Request(
            isCapable: isCapable, answer: answer, address: "\(origin)\(request.path)")
    }

    /// Returns status 401 with the challenge. The client repeats the request with its answer. At version 1 the error is
    /// `invalid_grant` (docs/reference/protocol.md#aadsts50097).
    func challenged(_ challenge: DeviceChallenge, at version: EndpointVersion) -> HTTPResponse {
        let error = EntraError(
            .deviceAuthenticationRequired, as: version == .v1 ? .invalidGrant : nil, status: 401)
        var response = HTTPResponse.json(ErrorRendering.report(error, self).json(), status: error.status)
        response.headers.append("WWW-Authenticate", challenge.header(submitURL: "\(origin)\(request.path)"))
        return response
    }

    /// Returns a redirect to the challenge. The client returns with its answer.
    func redirected(_ challenge: DeviceChallenge) -> HTTPResponse {
        let query = request.query.isEmpty ? "" : "?\(request.query)"
        let location = challenge.location(submitURL: "\(origin)\(request.path)\(query)")
        return HTTPResponse(status: 302, headers: HeaderList([.init("Location", location)]))
    }
}
