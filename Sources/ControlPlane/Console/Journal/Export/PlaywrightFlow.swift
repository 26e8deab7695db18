import Entra
import Formats
import HTTP
import Protocol

/// The pages of a flow as a test for Playwright. The test reads the response to the application, so that no application needs to
/// run.
enum PlaywrightFlow {
    private static let literal = StringLiteral.javaScript

    /// Returns the text of the test, or nil for a flow without an authorization request.
    static func text(_ flow: Flow, _ reader: JournalReader, showsSecrets: Bool) -> String? {
        let reader = showsSecrets ? reader.showingSecrets : reader
        let items = RecordedStep.all(of: flow).lazy.compactMap { step -> [Journal.Item]? in
            if case .signIn(let items) = step { items } else { nil }
        }.first
        guard let items, let first = items.first else { return nil }
        let signIn = RecordedSignIn(items, reader)
        let pages = items.map { RecordedResponse($0.entry).page }
        let mask = reader.mask(first)
        let query = Form(
            signIn.parameters.fields.map { Form.Field(mask.text($0.name), mask.parameter($0.name, $0.value)) })
        let address = literal.quoted("\(first.entry.origin)\(signIn.path)?\(query.encoded)")
        let redirect = signIn.response == nil ? nil : signIn.parameters[Parameter.redirectURI]
        var lines = redirect.map { listening(to: mask.text($0).upTo("?"), signIn) } ?? []
        let password = showsSecrets ? signIn.password.map { literal.quoted($0) } : nil
        lines += signIns(before: signIn, pages, at: address, mask, password: password ?? variable("PASSWORD"))
        lines += opening(address, isLast: redirect != nil && items.count == 1)
        for (page, item) in zip(pages, items.dropFirst()) {
            lines += page.map { actions(on: $0, item, reader, showsSecrets) } ?? []
        }
        lines += expectations(signIn, hasListener: redirect != nil, pages.last ?? nil, mask)
        return """
            import { test, expect } from "@playwright/test";

            test.use({ ignoreHTTPSErrors: true });

            test("the recorded flow", async ({ page }) => {
            \(lines.joined(separator: "\n"))
            });

            """
    }

    /// Returns the listener that keeps the response to the application. Playwright routes no redirected request, so that the test
    /// cannot answer the redirect URI itself.
    private static func listening(to redirectURI: String, _ signIn: RecordedSignIn) -> [String] {
        let isRedirect = signIn.items.last?.entry.response.headers["Location"] != nil
        let uri = literal.quoted(redirectURI)
        let event =
            isRedirect
            ? [
                "  page.on(\"response\", (response) => {",
                "    const location = response.headers().location ?? \"\";",
                "    if (location.startsWith(\(uri))) answer = location;",
            ]
            : [
                "  page.on(\"request\", (request) => {",
                "    if (request.url().startsWith(\(uri))) answer = request.postData() ?? \"\";",
            ]
        return ["  // The response to the application. No application needs to run.", "  let answer = \"\";"] + event
            + ["  });"]
    }

    /// Returns the sign-ins of the users who are signed in when the flow begins. If the flow has no consent page, the users gave
    /// their consent before the flow.
    private static func signIns(
        before signIn: RecordedSignIn, _ pages: [PageModel?], at address: String, _ mask: SecretMask, password: String
    ) -> [String] {
        let users: [String] =
            switch pages.first ?? nil {
            case .accountPicker(let page)?: page.accounts.map(\.username)
            case .staySignedIn?, .consent?, nil: signIn.user.map { [$0] } ?? []
            default: []
            }
        let hasConsentPage = pages.contains { if case .consent? = $0 { true } else { false } }
        let consent = hasConsentPage ? "" : ", consent: \"accept\""
        return users.flatMap { user in
            let name = mask.text(user)
            return [
                "  // \(Escaping.line.escaped(name)) is signed in when the flow begins.",
                "  await page.request.post(\(address), {",
                "    form: { loginfmt: \(literal.quoted(name)), passwd: \(password)\(consent) }, maxRedirects: 0,",
                "  });",
            ]
        }
    }

    private static func opening(_ address: String, isLast: Bool) -> [String] {
        isLast
            ? [
                "  // The server shows no page. The browser fails at the redirect if no application runs.",
                "  await page.goto(\(address)).catch(() => {});",
            ] : ["  await page.goto(\(address));"]
    }

    private static func variable(_ name: String) -> String { "process.env.\(name) ?? \"\"" }

    /// Returns the actions by which the user got from a page to the next one.
    private static func actions(
        on page: PageModel, _ item: Journal.Item, _ reader: JournalReader, _ showsSecrets: Bool
    ) -> [String] {
        let form = item.entry.form ?? Form()
        let mask = reader.mask(item)
        func fill(_ id: String, _ text: String) -> String { "  await page.fill(\(literal.quoted("#\(id)")), \(text));" }
        func click(_ selector: String) -> String { "  await page.click(\(literal.quoted(selector)));" }
        func shown(_ name: String) -> String { literal.quoted(mask.text(form[name] ?? "")) }
        func secret(_ name: String, _ constant: String) -> String {
            showsSecrets ? literal.quoted(form[name] ?? "") : variable(constant)
        }
        let primary = click("#\(ElementID.primary)")
        let action = PageField.action(in: form)
        let isBack = action.isExactly(PageAction.back) || action.isExactly(PageAction.cancel)
        switch page {
        case .username(let page):
            let seen = page.problem == nil ? [] : [wait("#\(ElementID.usernameError)")]
            if isBack { return seen + [click("#\(ElementID.back)")] }
            return seen + [fill(ElementID.username, shown(PageField.username)), primary]
        case .password(let page):
            let seen = page.problem == nil ? [] : [wait("#\(ElementID.passwordError)")]
            if isBack { return seen + [wait("#\(ElementID.forgotPassword)"), click("#\(ElementID.back)")] }
            let isWrong = RecordedResponse(item.entry).failure?.code?.isExactly("AADSTS50126") == true
            let password = isWrong && !showsSecrets ? "\"wrong\"" : secret(PageField.password, "PASSWORD")
            return seen + [fill(ElementID.password, password), primary]
        case .staySignedIn:
            let option = form.fields.last { $0.name.isExactly(PageField.staySignedIn) }?.value
            let stays = option.isExactly("1") && !action.isExactly(PageAction.notStaySignedIn)
            return [wait("#\(ElementID.dontShowAgain)"), stays ? primary : click("#\(ElementID.back)")]
        case .consent:
            return [wait("[name=ucaccept]"), isBack ? click("#\(ElementID.back)") : click("[name=ucaccept]")]
        case .accountPicker:
            let name = mask.text(form[PageField.account] ?? "")
            return [name.isEmpty ? click("#\(ElementID.otherTile)") : click("[data-test-id=\(literal.quoted(name))]")]
        case .accountKind:
            let isPersonal = PageField.action(in: form).isExactly(PageAction.personalAccount)
            return [click("#\(isPersonal ? ElementID.personalTile : ElementID.workTile)")]
        case .oneTimeCode:
            return [
                "  // GET /_understudy/outbox has the codes that the server sent.",
                fill(ElementID.oneTimeCode, secret(PageField.oneTimeCode, "ONE_TIME_CODE")),
                click("#\(ElementID.verifyCode)"),
            ]
        default: return ["  // The flow has the page \(page.name) here: add what the user does on it."]
        }
    }

    /// Returns a wait for an element that only one page has. The buttons of the pages share their IDs.
    private static func wait(_ selector: String) -> String {
        "  await page.locator(\(literal.quoted(selector))).waitFor();"
    }

    private static func expectations(
        _ signIn: RecordedSignIn, hasListener: Bool, _ last: PageModel?, _ mask: SecretMask
    ) -> [String] {
        if let response = signIn.response, hasListener {
            let name = response["error"] == nil ? response.fields.first?.name ?? Parameter.code : "error"
            let value = response["error"].map { "=\(mask.text($0))" } ?? "="
            return ["  await expect.poll(() => answer).toContain(\(literal.quoted(name + value)));"]
        }
        if let selector = last.flatMap(marks) {
            return ["  await expect(page.locator(\(literal.quoted(selector)))).toBeVisible();"]
        }
        return []
    }

    /// Returns the selector of an element that shows where the flow stopped.
    private static func marks(_ page: PageModel) -> String? {
        switch page {
        case .username(let page): page.problem == nil ? "#\(ElementID.username)" : "#\(ElementID.usernameError)"
        case .password(let page): page.problem == nil ? "#\(ElementID.password)" : "#\(ElementID.passwordError)"
        case .consent: "[name=ucaccept]"
        case .staySignedIn: "#\(ElementID.dontShowAgain)"
        case .error: "#\(ElementID.exception)"
        default: nil
        }
    }
}
