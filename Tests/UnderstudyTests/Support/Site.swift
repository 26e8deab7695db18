import Formats
import HTTP

/// Handles requests: the pipeline in process or a server behind a socket.
protocol Backend: Sendable {
    func exchange(_ request: HTTPRequest, isSecure: Bool) throws -> HTTPResponse
}

/// The server at one of its origins, as a client sees it.
struct Site: Sendable {
    typealias Headers = KeyValuePairs<String, String>

    let backend: any Backend
    /// The origin in the form `scheme://host[:port]`.
    let origin: String

    private var isSecure: Bool { origin.hasPrefix("https:") }

    private var authority: String { String(origin.drop { $0 != "/" }.dropFirst(2)) }

    /// Sends a request. `target` is a path with its query, or an absolute URL of this site.
    func send(
        _ method: String, _ target: String, headers: Headers = [:], body: String = ""
    ) throws -> TestResponse {
        try send(method, target, headerList: headers.map { ($0.key, $0.value) }, body: body)
    }

    /// Sends a request with headers that are created at run time.
    func send(
        _ method: String, _ target: String, headerList: [(String, String)], body: String = ""
    ) throws -> TestResponse {
        let local = target.hasPrefix(origin) ? String(target.dropFirst(origin.count)) : target
        let parts = local.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var list = HeaderList([.init("Host", authority)])
        for (name, value) in headerList { list.append(name, value) }
        let request = HTTPRequest(
            method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "", headers: list,
            body: Array(body.utf8), authority: authority)
        return TestResponse(try backend.exchange(request, isSecure: isSecure))
    }

    func get(_ target: String, headers: Headers = [:]) throws -> TestResponse {
        try send("GET", target, headers: headers)
    }

    func post(_ target: String, _ form: Parameters, headers: [(String, String)] = []) throws -> TestResponse {
        try post(target, encoded: form.encoded, headers: headers)
    }

    func post(_ target: String, encoded: String, headers: [(String, String)] = []) throws -> TestResponse {
        var list = HeaderList([.init("Host", authority)])
        if !headers.contains(where: { $0.0 == "Content-Type" }) {
            list.append("Content-Type", "application/x-www-form-urlencoded")
        }
        for (name, value) in headers { list.append(name, value) }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let request = HTTPRequest(
            method: "POST", path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "", headers: list,
            body: Array(encoded.utf8), authority: authority)
        return TestResponse(try backend.exchange(request, isSecure: isSecure))
    }
}
