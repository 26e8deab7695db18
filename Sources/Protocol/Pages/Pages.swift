import Entra
import Formats

/// Renders page models as HTML with the headers that the HTML needs. Pages load no other resources. A page with a form has the
/// script `PageScript`, and a form_post response has a script that submits it.
package enum Pages {
    /// Returns the whole document in UTF-8. Callers must send it uncompressed, because it mixes secrets with reflected input
    /// (BREACH).
    package static func render(
        _ model: PageModel, in texts: PageTexts = .english, help: PageHelp? = nil
    ) -> [UInt8] {
        var html = PageDocument(help: help)
        switch model {
        case .formPost(let page): page.writeDocument(to: &html.writer, in: texts)
        case .username(let page): html.document(page, in: texts)
        case .password(let page): html.document(page, in: texts)
        case .accountPicker(let page): html.document(page, in: texts)
        case .accountKind(let page): html.document(page, in: texts)
        case .proofChoice(let page): html.document(page, in: texts)
        case .oneTimeCode(let page): html.document(page, in: texts)
        case .pushNotification(let page): html.document(page, in: texts)
        case .proofRegistration(let page): html.document(page, in: texts)
        case .termsOfUse(let page): html.document(page, in: texts)
        case .changePassword(let page): html.document(page, in: texts)
        case .staySignedIn(let page): html.document(page, in: texts)
        case .consent(let page): html.document(page, in: texts)
        case .adminApproval(let page): html.document(page, in: texts)
        case .deviceCode(let page): html.document(page, in: texts)
        case .deviceConfirmation(let page): html.document(page, in: texts)
        case .deviceOutcome(let page): html.document(page, in: texts)
        case .error(let page): html.document(page, in: texts)
        case .code(let page): html.document(page, in: texts)
        case .signOutPicker(let page): html.document(page, in: texts)
        case .signedOut(let page): html.document(page, in: texts)
        case .nativeClient: html.document(NativeClientPage(), in: texts)
        case .userFlow(let page): html.document(page, in: texts)
        case .policySignIn(let page): html.document(page, in: texts)
        case .policyAttributes(let page): html.document(page, in: texts)
        case .externalID(let page): html.document(page, in: texts)
        }
        return html.writer.bytes
    }

    /// Returns all headers that a response needs because it is a page. `OpenerPolicy` adds Cross-Origin-Opener-Policy for some
    /// applications.
    package static func headers(for model: PageModel, help: PageHelp? = nil) -> [(name: String, value: String)] {
        headers(policy: contentSecurityPolicy(for: model, help: help))
    }

    private static func headers(policy: String) -> [(name: String, value: String)] {
        [
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Security-Policy", policy),
            ("X-Frame-Options", "DENY"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
            ("Pragma", "no-cache"),
        ]
    }

    /// Returns the headers of a page for developers. The page may load only its icon. `acceptsForm` is true for a page with a
    /// search form.
    package static func headersOfOwnPage(acceptsForm: Bool = false) -> [(name: String, value: String)] {
        let form = acceptsForm ? "'self'" : "'none'"
        let policy = "\(base); style-src '\(Stylesheet.hash)'; img-src 'self'; form-action \(form)"
        return headers(policy: policy)
    }

    /// Returns the Content-Security-Policy. A page may use its own style block or script, each by its hash, and must not be
    /// framed.
    ///
    /// Pages without a form forbid forms. Pages with a form have no `form-action`: Chromium applies the directive to every
    /// redirect after the post, also to the application's own redirects. Their schemes (`msauth.…://auth`) are unknown here,
    /// and `*` does not match them. The directive would add little: the markup sets a form's target, no text can open another
    /// form, and `base-uri` keeps the target on this origin.
    package static func contentSecurityPolicy(for model: PageModel, help: PageHelp? = nil) -> String {
        switch model {
        case .error, .code, .nativeClient, .deviceOutcome: "\(base); style-src '\(Stylesheet.hash)'; form-action 'none'"
        case .signedOut(let page):
            "\(base); style-src '\(Stylesheet.hash)'; \(frames(page.frameSources))form-action 'none'"
        case .pushNotification(let page) where page.status == .waiting:
            "\(base); style-src '\(Stylesheet.hash)'; script-src '\(PageScript.hash)' "
                + "'\(PushNotificationPage.scriptHash)'\(helpScript(help)); connect-src 'self'"
        case .formPost: "\(base); script-src '\(FormPostPage.scriptHash)'"
        case .policySignIn, .policyAttributes:
            "\(base); style-src '\(Stylesheet.hash)'; script-src '\(PolicyScript.hash)'\(helpScript(help)); "
                + "connect-src 'self'"
        default:
            "\(base); style-src '\(Stylesheet.hash)'; script-src '\(PageScript.hash)'\(helpScript(help))"
        }
    }

    private static func helpScript(_ help: PageHelp?) -> String {
        help?.isForPeople == true ? " '\(PageHelpScript.hash)'" : ""
    }

    private static func frames(_ sources: [String]) -> String {
        sources.isEmpty ? "" : "frame-src \(sources.joined(separator: " ")); "
    }

    private static let base = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
}
