import Formats
import HTTP

/// A browser without scripts: keeps cookies, and posts forms as they stand on the page.
final class Browser {
    let site: Site
    var cookies: [String: String]
    /// Every `Set-Cookie` received, in order.
    private(set) var received: [String] = []
    private(set) var answer: Answer?

    init(_ site: Site, cookies: [String: String] = [:]) {
        self.site = site
        self.cookies = cookies
    }

    var page: Page { answer?.page ?? Page("") }

    /// Of what it keeps, what tells who is signed in.
    var sessionCookies: [String: String] { cookies.filter { $0.key.hasPrefix("ESTSAUTH") } }
    /// Of what it keeps, that by which its pages know it.
    var ownCookies: [String: String] { cookies.filter { $0.key.hasPrefix("esctx-") } }

    private var cookieHeader: [(String, String)] {
        cookies.isEmpty
            ? []
            : [("Cookie", cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))]
    }

    @discardableResult
    func open(_ target: String) throws -> Answer {
        keep(try site.send("GET", target, headerList: cookieHeader + [("Sec-Fetch-Mode", "navigate")]))
    }

    /// An authorization request of a client.
    @discardableResult
    func open(_ client: Client, _ more: Parameters = ["scope": usualScope], tenant: String = "common") throws -> Answer
    {
        try open("\(Site.path("authorize", tenant))?\(client.request(more).encoded)")
    }

    /// Presses the button of that id, or the tile of that user name, after filling fields by name,
    /// ticking boxes by name and unticking others by value.
    @discardableResult
    func press(
        _ button: String = "idSIButton9", filling: [String: String] = [:], ticking: Set<String> = [],
        unticking: Set<String> = [],
        headers: [(String, String)] = [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")]
    ) throws -> Answer {
        guard let form = page.forms.first, let answer else { throw NoForm(page: self.answer?.text ?? "") }
        guard
            let control = form.controls.first(where: { $0.id == button || ($0.name == "account" && $0.value == button) }
            )
        else { throw Unexpected(answer) }
        let fields = form.submission(pressing: control, filling: filling, ticking: ticking, unticking: unticking)
        return try post(form.action, fields, headers: headers)
    }

    /// Posts fields of the caller's own choice with the browser's cookies.
    @discardableResult
    func post(_ target: String, _ fields: [(String, String)], headers: [(String, String)] = []) throws -> Answer {
        let form = Form(fields.map { Form.Field($0.0, $0.1) })
        return keep(try site.post(target, encoded: form.encoded, headers: cookieHeader + headers))
    }

    /// User name and password, page by page.
    @discardableResult
    func enter(_ username: String, _ password: String = "Understudy!1") throws -> Answer {
        if page.kind == .username { try press(filling: ["loginfmt": username]) }
        return try press(filling: ["passwd": password])
    }

    private func keep(_ answer: Answer) -> Answer {
        for header in answer.headers.values("Set-Cookie") {
            received.append(header)
            let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            cookies[String(pair[0])] = header.contains("Max-Age=0") ? nil : String(pair[1])
        }
        self.answer = answer
        return answer
    }

    struct NoForm: Error {
        let page: String
    }
}
