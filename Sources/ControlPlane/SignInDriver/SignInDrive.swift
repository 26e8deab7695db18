import ClientTools
import Directory
package import Entra
package import Formats
package import HTTP
package import Protocol
import Store

/// A request to `POST /_understudy/signin`, which performs the browser part of a sign-in in one call. The driver requests every
/// page and posts every form as a browser would, through the same handlers. Cookies last for the call.
package struct SignInDrive: ControlRequest {
    var authorizeUrl: String
    var user: String
    var password: String?
    /// The consent: `accept`, `decline`, or the scopes to grant.
    var consent: String
    /// A one-time code. For a page that registers a method, the mail address or telephone number. For a push notification,
    /// `approve`, `deny` or the number to type.
    var mfa: String?
    var newPassword: String?
    var staysSignedIn: Bool

    /// The largest number of steps. A flow with more steps is a loop.
    private static let maximumSteps = 24

    /// Reads `{"authorizeUrl", "user", "password"?, "consent"?, "mfa"?, "newPassword"?, "staySignedIn"?}`.
    package init(reading body: inout ControlBody) {
        self.init(
            authorizeUrl: body.required("authorizeUrl", .nonEmptyText), user: body.required("user", .nonEmptyText),
            password: body.optional("password", .text), consent: body.optional("consent", .consent) ?? "accept",
            mfa: body.optional("mfa", .nonEmptyText), newPassword: body.optional("newPassword", .nonEmptyText),
            staysSignedIn: body.optional("staySignedIn", .boolean) ?? false)
    }

    /// Creates a request from values of a program. `consent` is `accept`, `decline`, or the scopes separated by spaces. Throws a
    /// problem of status 400 for an empty text.
    package init(
        checking authorizeUrl: String, user: String, password: String?, consent: String, mfa: String?,
        newPassword: String?, staysSignedIn: Bool
    ) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            for (name, text) in [
                ("authorizeUrl", authorizeUrl), ("user", user), ("mfa", mfa), ("newPassword", newPassword),
            ] { arguments.check(name, text, .nonEmptyText) }
        }
        self.init(
            authorizeUrl: authorizeUrl, user: user, password: password, consent: consent, mfa: mfa,
            newPassword: newPassword, staysSignedIn: staysSignedIn)
    }

    private init(
        authorizeUrl: String, user: String, password: String?, consent: String, mfa: String?, newPassword: String?,
        staysSignedIn: Bool
    ) {
        self.authorizeUrl = authorizeUrl
        self.user = user
        self.password = password
        self.consent = consent
        self.mfa = mfa
        self.newPassword = newPassword
        self.staysSignedIn = staysSignedIn
    }

    /// The response that the application receives.
    package struct AuthorizationResponse: Sendable {
        /// The application's URL to which the browser is sent.
        package let location: String
        package let parameters: Form

        init(_ location: String, _ parameters: Form) {
            self.location = location
            self.parameters = parameters
        }

        /// The response as `{"location": …, "parameters": {…}}`.
        var json: [UInt8] {
            JSONWriter.object { json in
                json.field("location", location)
                json.object("parameters") { list in
                    for field in parameters.fields { list.field(field.name, field.value) }
                }
            }
        }
    }

    /// Goes from page to page until the application receives its response, and returns that response. `send`
    /// calls the server itself. `maximumURL` is the longest request line in bytes. Throws a problem of status 422 with the text of
    /// a page that needs further input, 503 if the service is temporarily unavailable, and 400 for an invalid authorize URL.
    package func run(
        origin: Origin, services: Services, maximumURL: Int, send: (HTTPRequest, _ isSecure: Bool) -> HTTPResponse
    ) throws(ProblemDocument) -> AuthorizationResponse {
        var browser = try DrivenBrowser(authorizeUrl, origin: origin, maximumURL: maximumURL)
        var response = browser.open(browser.start, send)
        var pages: [String] = []
        for _ in 0..<SignInDrive.maximumSteps {
            if let problem = PageProblem.broken(response) { throw problem }
            if let location = response.headers["Location"], (300...399).contains(response.status) {
                if let redirected = browser.authorizationResponse(at: location) { return redirected }
                response = browser.open(location, send)
                continue
            }
            let page = PageForm(response.body)
            pages.append(page.heading)
            if let problem = PageProblem.problem(of: page, response) { throw problem }
            if let shown = CodePage.fields(inTitle: page.title) {
                return AuthorizationResponse(RedirectTarget.outOfBand, shown)
            }
            guard let action = page.action else { throw PageProblem.stuck(page, "The page has no form to submit.") }
            guard !browser.isElsewhere(action) else {
                throw PageProblem.stuck(page, "The form of the page leads to another server: \(action.upTo("?")).")
            }
            if browser.isApplications(action) { return AuthorizationResponse(action, page.hidden) }
            let form = try PageInputs(
                drive: self, services: services, tenant: browser.tenant(services.directory)
            ).form(for: page)
            response = browser.post(action, form, send)
        }
        throw ProblemDocument(
            status: 422, title: "The sign-in does not end",
            detail: "The application got no response after \(SignInDrive.maximumSteps) steps. "
                + "The last pages were: \(pages.suffix(6).joined(separator: ", ")).")
    }
}

extension FieldKind where Value == String {
    /// The consent: `accept`, `decline`, scopes separated by spaces, or a list of scopes.
    fileprivate static var consent: FieldKind {
        FieldKind("accept, decline or the scopes to grant", placeholder: ConsentAnswer.accept) { value in
            if let list = value.array {
                let scopes = list.compactMap(\.string)
                return scopes.count == list.count ? scopes.joined(separator: " ") : nil
            }
            return value.string.flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}

extension SignInDrive {
    /// Returns the problem with a remark if the authorize URL names a port at which this server is not known to be reached, because
    /// the URL may be meant for another server.
    fileprivate func explained(_ problem: ProblemDocument, at origins: [Origin]) -> ProblemDocument {
        guard problem.retryAfter == nil, let named = Origin(of: authorizeUrl), named.cloud == nil,
            named.tenantLabel == nil,
            !origins.contains(where: { $0.scheme.isExactly(named.scheme) && $0.port == named.port })
        else { return problem }
        let addresses = origins.map(\.description).joined(separator: ", ")
        let remark = "authorizeUrl names \(named), and this server is at \(addresses): is the URL for another server?"
        return ProblemDocument(
            status: problem.status, title: problem.title, detail: "\(problem.detail) \(remark)", causes: problem.causes,
            extensions: problem.extensions)
    }
}

extension ControlRoutes {
    /// The route of the sign-in driver, which signs a user in with one call.
    static let signInDriver: [Route<ControlEndpoint>] = [
        Route(["POST"], "/_understudy/signin", .driveSignIn)
    ]
}

extension ControlEndpoint {
    /// Performs the browser part of a sign-in in one call.
    static var driveSignIn: ControlEndpoint {
        .control("signin", SignInDrive.self, keys: .any) { (drive, context, server) throws(ProblemDocument) in
            let address = context.peer.address
            let port = context.peer.localPort
            do throws(ProblemDocument) {
                return .json(
                    try drive.run(
                        origin: context.origin, services: context.services, maximumURL: server.maximumURL
                    ) { request, isSecure in
                        context.responder.respond(
                            to: request, from: Peer(address: address, isSecure: isSecure, localPort: port))
                    }.json)
            } catch {
                throw drive.explained(error, at: [context.origin] + server.origins)
            }
        }
    }
}

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
        if redirectURI?.hasSameLocation(as: URIText(address)) == true { return true }
        return !DrivenBrowser.isPath(address) && DrivenBrowser.origin(of: address) != origin
    }

    /// Whether an address belongs to neither the application nor this server, such as a user's own identity provider. False if the
    /// URL has no redirect URI.
    func isElsewhere(_ address: String) -> Bool {
        guard let redirectURI, !redirectURI.hasSameLocation(as: URIText(address)) else { return false }
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
    func authorizationResponse(at location: String) -> SignInDrive.AuthorizationResponse? {
        guard isApplications(location) else { return nil }
        let uri = URIText(location)
        let fields = [uri.fragment, uri.query].compactMap(\.self).first { !$0.isEmpty } ?? ""
        return SignInDrive.AuthorizationResponse(location, (try? Form(parsing: fields.utf8)) ?? Form())
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
