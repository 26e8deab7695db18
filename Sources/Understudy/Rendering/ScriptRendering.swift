import ControlPlane
import Entra
import HTTP

/// Renders stubbed responses, including the headers that every response has.
enum ScriptRendering {
    /// Renders a stubbed error in the endpoint's own format.
    static func response(_ scripted: ScriptedError, _ exchange: Exchange) -> HTTPResponse {
        let error = scripted.error(for: exchange.facts)
        let endpoint = exchange.endpoint ?? .absent
        return finished(ErrorRendering.raised(error, endpoint, exchange.context), exchange)
    }

    /// Renders a stubbed raw response. The headers of the stub replace the server's headers.
    static func response(_ raw: RawAnswer, _ exchange: Exchange) -> HTTPResponse {
        var response = finished(HTTPResponse(status: raw.status, body: raw.body), exchange)
        for (name, value) in raw.headers { response.headers.set(name, value) }
        return response
    }

    private static func finished(_ response: HTTPResponse, _ exchange: Exchange) -> HTTPResponse {
        var response = response
        if exchange.endpoint?.allowsCrossOrigin(exchange.context) == true { CrossOrigin.allow(&response) }
        CommonHeaders.add(to: &response, exchange.context, returnsCorrelationID: exchange.returnsCorrelationID)
        return response
    }
}
