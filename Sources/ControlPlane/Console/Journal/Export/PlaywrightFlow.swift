import Entra
import Formats
import HTTP
import Protocol

/// The pages of a flow as a test for Playwright. The test answers the redirect URI itself, so that it needs no application.
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
        let mask = reader.mask(first)
        let query = Form(
            signIn.parameters.fields.map { Form.Field(mask.text($0.name), mask.parameter($0.name, $0.value)) })
        let address = "\(first.entry.origin)\(signIn.path)?\(query.encoded)"
        let redirect = signIn.parameters[Parameter.redirectURI].map { mask.text($0).upTo("?") }
        var lines =
            redirect.map { uri in
                [
                    "  // The test answers the redirect URI, so that no application needs to run.",
                    "  const isApplication = (url) => url.href.startsWith(\(literal.quoted(uri)));",
                    "  await page.route(isApplication, (route) => route.fulfill({ body: \"\" }));",
                ]
            } ?? []
        lines.append("  await page.goto(\(literal.quoted(address)));")
        for (page, item) in zip(items.map { RecordedResponse($0.entry).page }, items.dropFirst()) {
            lines += page.map { actions(on: $0, item, reader, showsSecrets) } ?? []
        }
        lines += expectations(signIn, redirect, items.last, mask)
        return """
            import { test, expect } from "@playwright/test";

            test.use({ ignoreHTTPSErrors: true });

            test("the recorded flow", async ({ page }) => {
            \(lines.joined(separator: "\n"))
            });

            """
    }

    /// Returns the actions by which the user got from a page to the next one.
    private static func actions(
        on page: PageModel, _ item: Journal.Item, _ reader: JournalReader, _ showsSecrets: Bool
    ) -> [String] {
        let form = item.entry.form ?? Form()
        let mask = reader.mask(item)
        func fill(_ id: String, _ text: String) -> String { "  await page.fill(\(literal.quoted("#\(id)")), \(text));" }
        func click(_ selector: String) -> String { "  await page.click(\(literal.quoted(selector)));" }
        func shown(_ name: String) -> String { literal.quoted(mask.text(form[name] ?? "")) }
        func secret(_ name: String, _ variable: String) -> String {
            showsSecrets ? literal.quoted(form[name] ?? "") : "process.env.\(variable) ?? \"\""
        }
        let primary = click("#\(ElementID.primary)")
        let isBack = PageField.action(in: form) != nil && form[PageField.acceptConsent] == nil
        switch page {
        case .username: return [fill(ElementID.username, shown(PageField.username)), primary]
        case .password: return [fill(ElementID.password, secret(PageField.password, "PASSWORD")), primary]
        case .staySignedIn:
            let stays = form.fields.last { $0.name.isExactly(PageField.staySignedIn) }?.value.isExactly("1") == true
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
        _ signIn: RecordedSignIn, _ redirect: String?, _ last: Journal.Item?, _ mask: SecretMask
    ) -> [String] {
        if let response = signIn.response, redirect != nil {
            let name = response["error"] == nil ? response.fields.first?.name ?? Parameter.code : "error"
            let value = response["error"].map { "=\(mask.text($0))" } ?? "="
            return [
                "  await expect(page).toHaveURL(isApplication);",
                "  expect(page.url()).toContain(\(literal.quoted(name + value)));",
            ]
        }
        if let page = last.flatMap({ RecordedResponse($0.entry).page }), let selector = marks(page) {
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
