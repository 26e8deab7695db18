package import Entra
package import HTTP
package import Wire

/// An error of the control plane (RFC 9457).
package struct ProblemDocument: Error, Sendable, Equatable {
    /// One thing that is wrong with what was sent.
    package struct Cause: Sendable, Equatable {
        /// Where in the body, a JSON Pointer (RFC 6901) after a `#`; `#` alone for the whole.
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
    /// Every cause where there may be several (`errors`).
    package let causes: [Cause]
    /// Further members of the document.
    package let extensions: [JSONValue.Member]
    /// Seconds after which to ask again, for `Retry-After`.
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

    /// What was sent makes no sense: 400.
    package static func invalid(_ detail: String, _ causes: [Cause] = []) -> ProblemDocument {
        ProblemDocument(status: 400, title: "Invalid request", detail: detail, causes: causes)
    }

    /// What was named is not there: 404.
    package static func notFound(_ detail: String) -> ProblemDocument {
        ProblemDocument(status: 404, title: "Not found", detail: detail)
    }

    /// A failure of the server itself: 503 with the time to ask again where it cannot do it now (`error` is
    /// `temporarily_unavailable` then, as in the protocol's own errors), else 500.
    package init(_ failure: EntraError) {
        let isTemporary = failure.status == 503
        self.init(
            status: failure.status, title: isTemporary ? "Temporarily unavailable" : "Internal error",
            detail: failure.detail.isEmpty ? failure.message : failure.detail,
            extensions: isTemporary ? [.init("error", .string(failure.error.rawValue))] : [])
        retryAfter = failure.retryAfter
    }

    /// Returns the problem with the seconds after which to ask again.
    func retrying(after seconds: Int64) -> ProblemDocument {
        var problem = self
        problem.retryAfter = seconds
        return problem
    }

    /// Does what has to be kept. Throws a problem of status 503 where the store cannot keep it.
    static func keeping<Outcome>(
        _ body: () throws(EntraError) -> Outcome
    ) throws(ProblemDocument) -> Outcome {
        do throws(EntraError) {
            return try body()
        } catch {
            throw ProblemDocument(error)
        }
    }

    package var response: HTTPResponse {
        let body = JSONWriter.object { json in
            json.field("type", "about:blank")
            json.field("title", title)
            json.field("status", status)
            json.field("detail", detail)
            if !causes.isEmpty {
                json.array("errors") { list in
                    for cause in causes {
                        list.objectElement { entry in
                            entry.field("pointer", cause.pointer)
                            entry.field("detail", cause.detail)
                        }
                    }
                }
            }
            for member in extensions { json.field(member.name, member.value) }
        }
        var response = HTTPResponse(status: status, contentType: "application/problem+json", body: body)
        if let retryAfter { response.headers.append("Retry-After", String(retryAfter)) }
        return response
    }
}
