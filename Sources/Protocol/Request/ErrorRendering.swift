import Directory
package import Entra
package import Formats
package import HTTP

/// Renders every failure as a response, with one function for each format.
package enum ErrorRendering {
    package static func response(_ error: EntraError, _ endpoint: Endpoint, _ context: RequestContext) -> HTTPResponse {
        let error = endpoint.errorContext(context).map(error.named(at:)) ?? error
        context.notes.note(error)
        return switch endpoint.errors {
        case .json:
            ADFSErrors.body(error, context).map { .json($0, status: ADFSErrors.status) }
                ?? json(report(error, context).json(), error, endpoint, context)
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
        response.setRetryAfter(error.retryAfter)
        if error.status == 401, context.request.headers["Authorization"] != nil {
            response.headers.append("WWW-Authenticate", "Basic realm=\"\(context.origin.host)\"")
        }
        return response
    }

    /// Renders the error page. The status is the status of the error, so that automated clients detect the failure.
    static func page(_ error: EntraError, _ context: RequestContext) -> HTTPResponse {
        context.notes.note(error)
        let model = ErrorPage(
            message: error.isBare ? "\(error.error.rawValue): \(error.sentence)" : error.message,
            requestID: context.traceID.description, correlationID: context.correlationID,
            timestamp: context.services.now.entraText, isTemporary: error.error == .temporarilyUnavailable)
        var response = HTTPResponse.page(
            .error(model), in: PageLanguage.texts(for: context), status: error.status,
            help: PageHelp.help(on: .error(model), context))
        response.setRetryAfter(error.retryAfter)
        return response
    }

    private static func problem(_ error: EntraError) -> HTTPResponse {
        guard !error.isStoreFailure else { return ProblemDocument(error).response }
        var response = ProblemDocument(status: error.status, title: error.error.rawValue, detail: error.message)
            .response
        response.setRetryAfter(error.retryAfter)
        return response
    }

    static func report(_ error: EntraError, _ context: RequestContext) -> ErrorReport {
        ErrorReport(
            error, timestamp: context.services.now, traceID: context.traceID, correlationID: context.correlationID,
            errorURIBase: context.origin.errorPage, lineSeparator: context.settings.errorLineSeparator)
    }
}

/// An error of the control plane (RFC 9457).
package struct ProblemDocument: Error, Sendable, Equatable {
    /// One error in the request.
    package struct Cause: Sendable, Equatable {
        /// The location of the error in the body: a JSON Pointer (RFC 6901) after a `#`. `#` alone is the whole body.
        package let pointer: String
        package let detail: String

        package init(pointer: String, detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    package let status: Int
    package let title: String
    package let detail: String
    /// All causes, if the request may have several (`errors`).
    package let causes: [Cause]
    /// Further members of the document.
    package let extensions: [JSONValue.Member]
    /// The number of seconds after which the client may retry (`Retry-After`).
    package private(set) var retryAfter: Int64?

    package init(
        status: Int, title: String, detail: String, causes: [Cause] = [], extensions: [JSONValue.Member] = []
    ) {
        self.status = status
        self.title = title
        self.detail = detail
        self.causes = causes
        self.extensions = extensions
    }

    /// Returns the problem of an invalid request, with status 400.
    package static func invalid(_ detail: String, _ causes: [Cause] = []) -> ProblemDocument {
        ProblemDocument(status: 400, title: "Invalid request", detail: detail, causes: causes)
    }

    /// Returns the problem of a missing resource, with status 404.
    package static func notFound(_ detail: String) -> ProblemDocument {
        ProblemDocument(status: 404, title: "Not found", detail: detail)
    }

    /// Creates the problem of a server failure. A temporary failure has status 503, the time after which the client may retry, and
    /// the member `error` with `temporarily_unavailable`, as in the protocol's own errors. Any other failure keeps its own status,
    /// such as 500.
    package init(_ failure: EntraError) {
        let isTemporary = failure.status == 503
        self.init(
            status: failure.status, title: isTemporary ? "Temporarily unavailable" : "Internal error",
            detail: failure.detail.isEmpty ? failure.message : failure.detail,
            extensions: isTemporary ? [.init("error", .string(failure.error.rawValue))] : [])
        retryAfter = failure.retryAfter
    }

    /// Returns the problem with the number of seconds after which the client may retry.
    package func retrying(after seconds: Int64) -> ProblemDocument {
        var problem = self
        problem.retryAfter = seconds
        return problem
    }

    /// Runs a change of the store. Throws a problem of status 503 if the store cannot keep the change.
    package static func mappingStoreErrors<Outcome>(
        _ body: () throws(EntraError) -> Outcome
    ) throws(ProblemDocument) -> Outcome {
        do throws(EntraError) {
            return try body()
        } catch {
            throw ProblemDocument(error)
        }
    }

    /// The problem document as JSON.
    package var document: JSONValue {
        let errors = causes.map { cause in
            JSONValue.object([.init("pointer", .string(cause.pointer)), .init("detail", .string(cause.detail))])
        }
        return .object(
            [
                .init("type", .string("about:blank")), .init("title", .string(title)),
                .init("status", .integer(Int64(status))), .init("detail", .string(detail)),
            ] + (errors.isEmpty ? [] : [.init("errors", .array(errors))]) + extensions)
    }

    package var response: HTTPResponse {
        var response = HTTPResponse(
            status: status, contentType: "application/problem+json", body: JSONWriter.value(document))
        response.setRetryAfter(retryAfter)
        return response
    }
}
