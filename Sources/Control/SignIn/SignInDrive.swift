package import Entra
package import Flows
package import HTTP
import Pages
import State
import Wire

/// `POST /_understudy/signin`: the browser leg of a sign-in in one call. Every page is asked for and answered as a person in a
/// browser would, through the same handlers; cookies live as long as the call.
package struct SignInDrive: Sendable {
    var authorizeUrl: String
    var user: String
    var password: String?
    /// `accept`, `decline`, or the scopes to grant.
    var consent: String
    /// A one-time code; of a page that has a method registered, the mail address or number.
    var mfa: String?
    var newPassword: String?
    var staysSignedIn: Bool

    /// Steps after which a flow goes in a circle.
    private static let maximumSteps = 24

    /// Reads `{"authorizeUrl", "user", "password"?, "consent"?, "mfa"?, "newPassword"?, "staySignedIn"?}`.
    package init(parsing body: [UInt8]) throws(ProblemDocument) {
        self = try ControlBody.read(body) { body in
            SignInDrive(
                authorizeUrl: body.required("authorizeUrl", .nonEmptyText), user: body.required("user", .nonEmptyText),
                password: body.optional("password", .text), consent: body.optional("consent", .consent) ?? "accept",
                mfa: body.optional("mfa", .nonEmptyText), newPassword: body.optional("newPassword", .nonEmptyText),
                staysSignedIn: body.optional("staySignedIn", .boolean) ?? false)
        }
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

    /// Goes from page to page until the application gets its answer: `{"location": …, "parameters": {…}}`. `send` is the
    /// server itself. Throws a problem of status 422 with what the page says where it goes no further, 503 where that is
    /// that the service is temporarily unavailable, 400 for what is no authorize URL, or longer than `maximumURL`, bytes of its
    /// longest request line.
    package func run(
        origin: Origin, services: Services, maximumURL: Int, send: (HTTPRequest, _ isSecure: Bool) -> HTTPResponse
    ) throws(ProblemDocument) -> [UInt8] {
        var browser = try DrivenBrowser(authorizeUrl, origin: origin, maximumURL: maximumURL)
        var response = browser.open(browser.start, send)
        var pages: [String] = []
        for _ in 0..<SignInDrive.maximumSteps {
            if let problem = PageProblem.broken(response) { throw problem }
            if let location = response.headers["Location"], (300...399).contains(response.status) {
                if let answer = browser.answer(at: location) { return SignInDrive.json(answer.location, answer.fields) }
                response = browser.open(location, send)
                continue
            }
            let page = PageForm(response.body)
            pages.append(page.heading)
            if let problem = PageProblem.problem(of: page, response) { throw problem }
            if let shown = CodePage.fields(inTitle: page.title) {
                return SignInDrive.json(RedirectTarget.outOfBand, shown)
            }
            guard let action = page.action else { throw PageProblem.stuck(page, "The page has no form to submit.") }
            guard !browser.isElsewhere(action) else {
                throw PageProblem.stuck(page, "The form of the page leads to another server: \(action.upTo("?")).")
            }
            if browser.isApplications(action) { return SignInDrive.json(action, page.hidden) }
            let answer = try PageAnswers(
                drive: self, services: services, tenant: browser.tenant(services.directory)
            ).answer(page)
            response = browser.post(action, answer, send)
        }
        throw ProblemDocument(
            status: 422, title: "The sign-in does not end",
            detail: "The application got no response after \(SignInDrive.maximumSteps) steps. "
                + "The last pages were: \(pages.suffix(6).joined(separator: ", ")).")
    }

    private static func json(_ location: String, _ parameters: Form) -> [UInt8] {
        JSONWriter.object { json in
            json.field("location", location)
            json.object("parameters") { list in
                for field in parameters.fields { list.field(field.name, field.value) }
            }
        }
    }
}

extension FieldKind where Value == String {
    /// `accept`, `decline`, scopes separated by spaces, or a list of scopes.
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
