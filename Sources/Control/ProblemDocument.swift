package import HTTP
import Wire

/// An error of the control plane (RFC 9457).
package struct ProblemDocument: Error, Sendable {
    package let status: Int
    package let title: String
    package let detail: String

    package init(status: Int, title: String, detail: String) {
        self.status = status
        self.title = title
        self.detail = detail
    }

    package var response: HTTPResponse {
        let body = JSONWriter.object { json in
            json.field("type", "about:blank")
            json.field("title", title)
            json.field("status", status)
            json.field("detail", detail)
        }
        return HTTPResponse(status: status, contentType: "application/problem+json", body: body)
    }
}
