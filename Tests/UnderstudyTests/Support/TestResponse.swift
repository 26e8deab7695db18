import Formats
import HTTP

/// A response with accessors for tests.
struct TestResponse: Sendable {
    let status: Int
    let headers: HeaderList
    let body: [UInt8]

    init(_ response: HTTPResponse) {
        status = response.status
        headers = response.headers
        body = response.body
    }

    func header(_ name: String) -> String? { headers[name] }

    var text: String { String(decoding: body, as: UTF8.self) }

    var json: JSONValue? { JSONValue(parsing: body) }

    subscript(_ member: String) -> String? { json?[member]?.string }

    /// The OAuth `error` of a JSON body or a redirect.
    var error: String? { json?["error"]?.string ?? redirect?.fields["error"] }

    /// The digits after `AADSTS` in a body, a redirect or a page. `nil` if there are none.
    var code: Int? {
        let source = redirect?.fields["error_description"] ?? text
        let parts = source.split(separator: "AADSTS", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count > 1 ? Int(parts[1].prefix { $0.isNumber }) : nil
    }

    var redirect: Redirect? { headers["Location"].map(Redirect.init) }

    /// The HTML page of the body.
    var page: Page { Page(text) }

    /// The fields of an authorization response, from a redirect or from a form_post page.
    var fields: Form {
        redirect?.fields ?? page.forms.first.map { form in
            Form(form.controls.filter { $0.type == "hidden" }.map { Form.Field($0.name, $0.value) })
        } ?? Form()
    }

    /// The kind of the response, for tables of cases.
    var outcome: Outcome {
        if let redirect {
            return redirect.fields["error"].map { .redirectedError($0, code ?? 0) } ?? .redirected
        }
        if headers["Content-Type"]?.hasPrefix("application/json") == true {
            return error.map { .jsonError(status, $0, code ?? 0) } ?? .json
        }
        if page.element(id: "exceptionMessageContainer") != nil { return .errorPage(code ?? 0) }
        return .page(page.kind)
    }
}

/// The kind of a response, comparable with the expectation of a table row.
enum Outcome: Equatable, Sendable, CustomStringConvertible {
    case redirected
    case redirectedError(String, Int)
    case errorPage(Int)
    case page(Page.Kind)
    case json
    case jsonError(Int, String, Int)

    var description: String {
        switch self {
        case .redirected: "redirected"
        case .redirectedError(let error, let code): "redirected \(error) \(code)"
        case .errorPage(let code): "error page \(code)"
        case .page(let kind): "page \(kind)"
        case .json: "JSON"
        case .jsonError(let status, let error, let code): "\(status) \(error) \(code)"
        }
    }
}

/// The parts of a `Location` header.
struct Redirect: Sendable {
    enum Part: Sendable {
        case query
        case fragment
    }

    let location: String
    /// The address up to the `?` or `#` that starts the fields.
    let base: String
    let part: Part
    let fields: Form
    /// The text after the fields. `#` ends a query response.
    let tail: String

    init(_ location: String) {
        self.location = location
        let bytes = location.utf8
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let afterHash = bytes[hash...].dropFirst()
        let mark = afterHash.isEmpty ? bytes.firstIndex(of: UInt8(ascii: "?")) ?? hash : hash
        part = afterHash.isEmpty ? .query : .fragment
        base = String(Substring(bytes[..<mark]))
        let end = afterHash.isEmpty ? hash : bytes.endIndex
        fields = (try? Form(parsing: Array(bytes[mark..<end].dropFirst()))) ?? Form()
        tail = String(Substring(bytes[end...]))
    }

    var names: [String] { fields.fields.map(\.name) }
}
