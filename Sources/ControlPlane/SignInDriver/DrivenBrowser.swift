import ClientTools
import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The browser of one driven sign-in: its cookies, and its distinction between the server's addresses and the application's.
struct DrivenBrowser {
    let start: String
    private let origin: Origin
    private let redirectURI: URIText?
    private var cookies: [(name: String, value: String)] = []

    /// Creates the browser for an authorize URL. The host of the URL may be any name of this server. Throws a problem of status 400
    /// for a text that is neither an http or https URL nor a path, for a URL of the control plane, and for a URL that exceeds the
    /// longest request line.
    init(_ url: String, origin: Origin, maximumURL: Int) throws(ProblemDocument) {
        guard url.utf8.count <= maximumURL else {
            throw ProblemDocument(
                status: 400, title: "Invalid request",
                detail:
                    "authorizeUrl has \(url.utf8.count) bytes: at most \(maximumURL) are allowed (--max-request-line).")
        }
        let own = DrivenBrowser.isPath(url) ? origin : DrivenBrowser.origin(of: url)
        guard let own, !url.asciiLowercased.containsExactly("/_understudy/") else {
            throw ProblemDocument(
                status: 400, title: "Invalid request",
                detail: "authorizeUrl must be the http or https URL of an authorization request, or its path and query."
            )
        }
        self.origin = own
        start = url
        redirectURI = (try? Form(parsing: DrivenBrowser.target(of: url).query.utf8))?[Parameter.redirectURI].map(
            URIText.init)
    }

    /// Returns the tenant in the path of the URL, or nil.
    func tenant(_ directory: Directory) -> Tenant? {
        DrivenBrowser.target(of: start).path.pieces(separatedBy: "/", atMost: 2).first.flatMap(
            directory.tenant(segment:))
    }

    /// Whether an address belongs to the application: the redirect URI, or an address on another server.
    func isApplications(_ address: String) -> Bool {
        if redirectURI?.isSamePlace(as: URIText(address)) == true { return true }
        return !DrivenBrowser.isPath(address) && DrivenBrowser.origin(of: address) != origin
    }

    /// Whether an address belongs to neither the application nor this server, such as a user's own identity provider. False if the
    /// URL has no redirect URI.
    func isElsewhere(_ address: String) -> Bool {
        guard let redirectURI, !redirectURI.isSamePlace(as: URIText(address)) else { return false }
        return !DrivenBrowser.isPath(address) && DrivenBrowser.origin(of: address) != origin
    }

    /// Whether an address is a path of the same server. `//host/` leads to another server (RFC 3986 §4.2).
    private static func isPath(_ address: String) -> Bool {
        address.utf8.first == UInt8(ascii: "/") && !address.utf8.starts(with: "//".utf8)
    }

    /// Returns the server that a browser would contact, or nil for an address that is not an http or https URL or that has user
    /// information. The letter case of the scheme is ignored (RFC 3986 §3.1).
    private static func origin(of address: String) -> Origin? {
        let uri = URIText(address)
        guard uri.isWeb, let scheme = uri.scheme, let authority = uri.authority else { return nil }
        return Origin(scheme: scheme.asciiLowercased, authority: authority)
    }

    /// Returns the path and the query that a browser would request.
    private static func target(of address: String) -> (path: String, query: String) {
        let uri = URIText(address)
        return (uri.path.isEmpty ? "/" : uri.path, uri.query ?? "")
    }

    /// Returns the response in a redirect to the application, from the query or the fragment. Returns nil for other redirects.
    func answer(at location: String) -> (location: String, fields: Form)? {
        guard isApplications(location) else { return nil }
        let uri = URIText(location)
        let fields = [uri.fragment, uri.query].compactMap(\.self).first { !$0.isEmpty } ?? ""
        return (location, (try? Form(parsing: fields.utf8)) ?? Form())
    }

    mutating func open(_ address: String, _ send: (HTTPRequest, Bool) -> HTTPResponse) -> HTTPResponse {
        exchange("GET", address, nil, send)
    }

    mutating func post(_ address: String, _ form: Form, _ send: (HTTPRequest, Bool) -> HTTPResponse) -> HTTPResponse {
        exchange("POST", address, form, send)
    }

    private mutating func exchange(
        _ method: String, _ address: String, _ form: Form?, _ send: (HTTPRequest, Bool) -> HTTPResponse
    ) -> HTTPResponse {
        let target = DrivenBrowser.target(of: address)
        var headers = HeaderList([.init("Host", origin.authority), .init("Sec-Fetch-Site", "same-origin")])
        if !cookies.isEmpty {
            headers.append("Cookie", cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
        }
        if form != nil { headers.append("Content-Type", "application/x-www-form-urlencoded") }
        let request = HTTPRequest(
            method: method, path: target.path, query: target.query, headers: headers,
            body: Array((form?.encoded ?? "").utf8), authority: origin.authority)
        let response = send(request, origin.isSecure)
        for header in response.headers.values("Set-Cookie") { keep(header) }
        return response
    }

    private mutating func keep(_ header: String) {
        let pair = header.upTo(";").pieces(separatedBy: "=", atMost: 2, keepingEmpty: true)
        guard pair.count == 2 else { return }
        cookies.removeAll { $0.name.isExactly(pair[0]) }
        if !header.containsExactly("Max-Age=0") { cookies.append((pair[0], pair[1])) }
    }
}
