import Formats
import Protocol

/// An error of the control plane (RFC 9457). A call that throws this error changed nothing.
public struct ControlError: Error, Sendable, Equatable, CustomStringConvertible {
    /// An error in the request.
    public struct Cause: Sendable, Equatable {
        /// The position in the body: `#`, followed by a JSON Pointer (RFC 6901).
        public let pointer: String
        /// The error at that position.
        public let detail: String
    }

    /// The HTTP status: 400 for an invalid request, 404 for an unknown object, 409 for a conflict, 422 for a valid request that
    /// failed, and 503 if the store is unavailable.
    public let status: Int
    /// The kind of error in a few words.
    public let title: String
    /// The error in one or more sentences.
    public let detail: String
    /// The causes of an error that may have several.
    public let causes: [Cause]
    /// The whole problem document, which may have further members: `page` for a sign-in that ended on a page, and `closest` for
    /// a verification that failed.
    public let document: JSON

    /// The error code on the page that ended a driven sign-in, such as `AADSTS50126`, or nil for any other error.
    public var pageError: String? { document["page"]?["error"]?.string }

    /// The error as text, such as `422 Not verified: No request matched, …`, with each cause on a line of its own.
    public var description: String {
        (["\(status) \(title): \(detail)"] + causes.map { "\($0.pointer): \($0.detail)" }).joined(separator: "\n")
    }

    init(_ problem: ProblemDocument) {
        status = problem.status
        title = problem.title
        detail = problem.detail
        causes = problem.causes.map { Cause(pointer: $0.pointer, detail: $0.detail) }
        document = JSON(problem.document)
    }

    /// Creates the error from the body of a response: a problem document, an error of Microsoft Graph, or a line of text.
    init(status: Int, body: [UInt8]) {
        let document = JSONValue(parsing: body).map(JSON.init) ?? .null
        let error = document["error"]
        self.status = status
        title = document["title"]?.string ?? error?["code"]?.string ?? "Request rejected"
        detail =
            document["detail"]?.string ?? error?["message"]?.string ?? String(validating: body, as: UTF8.self) ?? ""
        causes = (document["errors"]?.array ?? []).map {
            Cause(pointer: $0["pointer"]?.string ?? "#", detail: $0["detail"]?.string ?? "")
        }
        self.document = document
    }

    /// Creates the error for a response of unexpected form.
    init(status: Int, title: String, detail: String) {
        self.status = status
        self.title = title
        self.detail = detail
        causes = []
        document = .null
    }
}
