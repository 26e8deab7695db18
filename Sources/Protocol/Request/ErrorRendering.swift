import Directory
package import Entra
import Formats
package import HTTP

/// Renders every failure as a response, with one function for each format.
package enum ErrorRendering {
    package static func response(_ error: EntraError, _ endpoint: Endpoint, _ context: RequestContext) -> HTTPResponse {
        let error = endpoint.place(context).map(error.named(at:)) ?? error
        context.notes.note(error)
        return switch endpoint.errors {
        case .json: json(report(error, context).json(), error, endpoint, context)
        case .interaction: json(report(error, context).interactionJSON(), error, endpoint, context)
        case .page: page(error, context)
        case .problem: problem(error)
        }
    }

    /// Renders a failure from outside the endpoint, in the endpoint's own format.
    package static func raised(_ error: EntraError, _ endpoint: Endpoint, _ context: RequestContext) -> HTTPResponse {
        guard let raise = endpoint.raise else { return response(error, endpoint, context) }
        context.notes.note(error)
        return raise(error, context)
    }

    /// Renders a failure of the store in the endpoint's own format. A browser receives a page, not a redirect to the application.
    package static func unavailable(_ error: EntraError, _ endpoint: Endpoint, _ context: RequestContext)
        -> HTTPResponse
    {
        endpoint.errors == .page ? response(error, endpoint, context) : raised(error, endpoint, context)
    }

    /// The header of token responses that the libraries' telemetry reads: version, error, suberror, age of the refresh token, ring.
    static let telemetryHeader = "x-ms-clitelem"

    private static func json(
        _ body: [UInt8], _ error: EntraError, _ endpoint: Endpoint, _ context: RequestContext
    ) -> HTTPResponse {
        var response = HTTPResponse.json(body, status: error.status)
        if endpoint.hasTelemetry {
            response.headers.append(
                telemetryHeader, "1,\(error.code.number),0,,\(context.settings.speInfo ?? "")")
        }
        if let seconds = error.retryAfter { response.headers.append("Retry-After", String(seconds)) }
        if error.status == 401, context.request.headers["Authorization"] != nil {
            response.headers.append("WWW-Authenticate", "Basic realm=\"\(context.origin.host)\"")
        }
        return response
    }

    /// Renders the error page. The status is the status of the error, so that automated clients detect the failure.
    static func page(_ error: EntraError, _ context: RequestContext) -> HTTPResponse {
        context.notes.note(error)
        let model = ErrorPage(
            message: error.message, requestID: context.traceID.description, correlationID: context.correlationID,
            timestamp: context.services.now.entraText, isTemporary: error.error == .temporarilyUnavailable)
        var response = HTTPResponse.page(.error(model), status: error.status)
        if let seconds = error.retryAfter { response.headers.append("Retry-After", String(seconds)) }
        return response
    }

    private static func problem(_ error: EntraError) -> HTTPResponse {
        guard !error.isStoreFailure else { return ProblemDocument(error).response }
        var response = ProblemDocument(status: error.status, title: error.error.rawValue, detail: error.message)
            .response
        if let seconds = error.retryAfter { response.headers.append("Retry-After", String(seconds)) }
        return response
    }

    static func report(_ error: EntraError, _ context: RequestContext) -> ErrorReport {
        ErrorReport(
            error, timestamp: context.services.now, traceID: context.traceID, correlationID: context.correlationID,
            errorURIBase: context.origin.errorPage, lineSeparator: context.settings.errorLineSeparator)
    }
}
