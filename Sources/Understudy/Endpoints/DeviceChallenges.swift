import Entra
import Flows
import HTTP
import Wire

extension RequestContext {
    /// What the request says of the device it comes from (docs/reference/wire.md#pkeyauth, docs/reference/wire.md#request-headers);
    /// nil for most clients, which say nothing.
    var deviceRequest: DeviceAuthentication.Request? {
        let headers = request.headers
        let answer = headers["Authorization"].flatMap { PKeyAuthAnswer($0) }
        let isCapable =
            headers["x-ms-PkeyAuth+"] != nil || headers["x-ms-PkeyAuth"] != nil
            || (request.method == "GET" && headers["User-Agent"]?.containsExactly("PKeyAuth/1.0") == true)
        guard isCapable || answer != nil else { return nil }
        return DeviceAuthentication.Request(
            isCapable: isCapable, answer: answer, address: "\(origin)\(request.path)")
    }

    /// 401 with the challenge; the client sends the same request again with its answer.
    func challenged(_ challenge: DeviceChallenge) -> HTTPResponse {
        let error = EntraError(.deviceAuthenticationRequired, status: 401)
        var response = HTTPResponse.json(ErrorRendering.report(error, self).json(), status: error.status)
        response.headers.append("WWW-Authenticate", challenge.header(submitURL: "\(origin)\(request.path)"))
        return response
    }

    /// Away from the page and back, with the answer.
    func redirected(_ challenge: DeviceChallenge) -> HTTPResponse {
        let query = request.query.isEmpty ? "" : "?\(request.query)"
        let location = challenge.location(submitURL: "\(origin)\(request.path)\(query)")
        return HTTPResponse(status: 302, headers: HeaderList([.init("Location", location)]))
    }
}
