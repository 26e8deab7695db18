package import Entra
package import Formats
package import HTTP
package import Protocol
import Store

/// A request to `POST /_understudy/signin`, which performs the browser part of a sign-in in one call. The driver requests every
/// page and posts every form as a browser would, through the same handlers. Cookies last for the call.
package struct SignInDrive: Sendable {
    var authorizeUrl: String
    var user: String
    var password: String?
    /// The consent: `accept`, `decline`, or the scopes to grant.
    var consent: String
    /// A one-time code. For a page that registers a method, the mail address or telephone number.
    var mfa: String?
    var newPassword: String?
    var staysSignedIn: Bool

    /// The largest number of steps. A flow with more steps is a loop.
    private static let maximumSteps = 24

    /// Reads `{"authorizeUrl", "user", "password"?, "consent"?, "mfa"?, "newPassword"?, "staySignedIn"?}`. Throws a problem of
    /// status 400 for any other body.
    package init(parsing body: [UInt8]) throws(ProblemDocument) {
        self = try ControlBody.read(body) { body in
            SignInDrive(
                authorizeUrl: body.required("authorizeUrl", .nonEmptyText), user: body.required("user", .nonEmptyText),
                password: body.optional("password", .text), consent: body.optional("consent", .consent) ?? "accept",
                mfa: body.optional("mfa", .nonEmptyText), newPassword: body.optional("newPassword", .nonEmptyText),
                staysSignedIn: body.optional("staySignedIn", .boolean) ?? false)
        }
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
    package struct Answer: Sendable {
        /// The application's URL to which the browser is sent.
        package let location: String
        package let parameters: Form

        init(_ location: String, _ parameters: Form) {
            self.location = location
            self.parameters = parameters
        }

        /// The answer as `{"location": …, "parameters": {…}}`.
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
    ) throws(ProblemDocument) -> Answer {
        var browser = try DrivenBrowser(authorizeUrl, origin: origin, maximumURL: maximumURL)
        var response = browser.open(browser.start, send)
        var pages: [String] = []
        for _ in 0..<SignInDrive.maximumSteps {
            if let problem = PageProblem.broken(response) { throw problem }
            if let location = response.headers["Location"], (300...399).contains(response.status) {
                if let answer = browser.answer(at: location) { return Answer(answer.location, answer.fields) }
                response = browser.open(location, send)
                continue
            }
            let page = PageForm(response.body)
            pages.append(page.heading)
            if let problem = PageProblem.problem(of: page, response) { throw problem }
            if let shown = CodePage.fields(inTitle: page.title) {
                return Answer(RedirectTarget.outOfBand, shown)
            }
            guard let action = page.action else { throw PageProblem.stuck(page, "The page has no form to submit.") }
            guard !browser.isElsewhere(action) else {
                throw PageProblem.stuck(page, "The form of the page leads to another server: \(action.upTo("?")).")
            }
            if browser.isApplications(action) { return Answer(action, page.hidden) }
            let answer = try PageInputs(
                drive: self, services: services, tenant: browser.tenant(services.directory)
            ).answer(page)
            response = browser.post(action, answer, send)
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
