import Control
import Entra
import HTTP

/// Writes the answers that scripts give in the place of an endpoint's own, headers of every answer included.
enum ScriptRendering {
    /// A failure, told as the endpoint tells its own.
    static func response(_ scripted: ScriptedError, _ exchange: Exchange) -> HTTPResponse {
        let error = scripted.error(for: exchange.facts)
        let endpoint = exchange.endpoint ?? .absent
        return finished(ErrorRendering.raised(error, endpoint, exchange.context), exchange)
    }

    /// A response as it was given; its headers stand in place of ours.
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
