import Formats
import HTTP

/// A browser without scripts. It keeps cookies and posts the forms of the page.
final class Browser {
    let site: Site
    var cookies: [String: String]
    /// Every `Set-Cookie` header received, in order.
    private(set) var received: [String] = []
    private(set) var response: TestResponse?

    init(_ site: Site, cookies: [String: String] = [:]) {
        self.site = site
        self.cookies = cookies
    }

    var page: Page { response?.page ?? Page("") }

    /// The cookies of the signed-in accounts.
    var sessionCookies: [String: String] { cookies.filter { $0.key.hasPrefix("ESTSAUTH") } }
    /// The cookies that identify this browser to the pages.
    var ownCookies: [String: String] { cookies.filter { $0.key.hasPrefix("esctx-") } }

    private var cookieHeader: [(String, String)] {
        cookies.isEmpty
            ? []
            : [("Cookie", cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))]
    }

    @discardableResult
    func open(_ target: String) throws -> TestResponse {
        keep(try site.send("GET", target, headerList: cookieHeader + [("Sec-Fetch-Mode", "navigate")]))
    }

    /// Opens an authorization request of a client.
    @discardableResult
    func open(_ client: Client, _ more: Parameters = ["scope": usualScope], tenant: String = "common") throws
        -> TestResponse
    {
        try open("\(Site.path("authorize", tenant))?\(client.request(more).encoded)")
    }

    /// Opens the link with the id, or presses the button with the id.
    @discardableResult
    func follow(_ id: String) throws -> TestResponse {
        guard let link = page.element(id: id), link.name == "a", let address = link.attributes["href"] else {
            return try press(id)
        }
        return try open(address)
    }

    /// Presses the button with the id or the name, the tile with the user name, or by default the button that proceeds. Before
    /// that, fills fields by name, ticks boxes by name and unticks boxes by value.
    @discardableResult
    func press(
        _ button: String? = nil, filling: [String: String] = [:], ticking: Set<String> = [],
        unticking: Set<String> = [],
        headers: [(String, String)] = [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")]
    ) throws -> TestResponse {
        guard let form = page.forms.first, let response else { throw NoForm(page: self.response?.text ?? "") }
        guard let control = Browser.control(button, of: form) else { throw Unexpected(response) }
        let fields = form.submission(pressing: control, filling: filling, ticking: ticking, unticking: unticking)
        return try post(form.action, fields, headers: headers)
    }

    /// Returns the button with the id or the name, or the tile with the user name. By default, returns the first button, which
    /// proceeds.
    private static func control(_ button: String?, of form: Page.Form) -> Page.Control? {
        guard let button else { return form.controls.first { $0.type == "submit" } }
        return form.controls.first {
            $0.id == button || $0.name == button || ($0.name == "account" && $0.value == button)
        }
    }

    /// Posts the caller's fields with the browser's cookies.
    @discardableResult
    func post(_ target: String, _ fields: [(String, String)], headers: [(String, String)] = []) throws -> TestResponse {
        let form = Form(fields.map { Form.Field($0.0, $0.1) })
        return keep(try site.post(target, encoded: form.encoded, headers: cookieHeader + headers))
    }

    /// Enters user name and password, page by page.
    @discardableResult
    func enter(_ username: String, _ password: String = "Understudy!1") throws -> TestResponse {
        if page.kind == .username { try press(filling: ["loginfmt": username]) }
        return try press(filling: ["passwd": password])
    }

    private func keep(_ response: TestResponse) -> TestResponse {
        for header in response.headers.values("Set-Cookie") {
            received.append(header)
            let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            cookies[String(pair[0])] = header.contains("Max-Age=0") ? nil : String(pair[1])
        }
        self.response = response
        return response
    }

    struct NoForm: Error {
        let page: String
    }
}
