package import HTTP
package import Wire

/// An error of the control plane (RFC 9457).
package struct ProblemDocument: Error, Sendable {
    package let status: Int
    package let title: String
    package let detail: String
    /// Members beyond the standard's (RFC 9457 §3.2).
    package let more: [JSONValue.Member]

    package init(status: Int, title: String, detail: String, more: [JSONValue.Member] = []) {
        self.more = more
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
            for member in more { json.field(member.name, member.value) }
        }
        return HTTPResponse(status: status, contentType: "application/problem+json", body: body)
    }
}
