import Wire

extension Understudy {
    /// What the control plane says to a call that it refuses (RFC 9457). A refused call has changed nothing.
    public struct ControlError: Error, Sendable, Equatable, CustomStringConvertible {
        /// One thing that is wrong with what was sent.
        public struct Cause: Sendable, Equatable {
            /// Where in the body, a JSON Pointer (RFC 6901) after a `#`.
            public let pointer: String
            /// What is wrong there.
            public let detail: String
        }

        /// The HTTP status: 400 for what makes no sense, 404 for what is not there, 409 for what is in the way, 422 for what was
        /// understood and did not come true, 503 for what cannot be kept now.
        public let status: Int
        /// The kind of error in a few words.
        public let title: String
        /// What is wrong, in a sentence or more.
        public let detail: String
        /// Every cause, where there may be several.
        public let causes: [Cause]
        /// The whole problem document, with members of its own kind: `page` of a sign-in that goes no further, `closest` of a
        /// verification that failed.
        public let document: JSON

        /// The code of the error page that ended a driven sign-in, as `AADSTS50126`; nil for any other error.
        public var pageError: String? { document["page"]?["error"]?.string }

        /// `422 Not verified: No request matched, …`, with the causes below each other.
        public var description: String {
            (["\(status) \(title): \(detail)"] + causes.map { "\($0.pointer): \($0.detail)" }).joined(separator: "\n")
        }

        /// From an answer: a problem document, an error of Microsoft Graph, or a line of text.
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

        /// For an answer that has not the shape which the control plane promises, and for a wait that is over.
        init(status: Int, title: String, detail: String) {
            self.status = status
            self.title = title
            self.detail = detail
            causes = []
            document = .null
        }
    }
}
