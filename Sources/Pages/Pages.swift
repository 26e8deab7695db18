package import Entra
import Wire

/// Draws page models: HTML and the headers it needs. Pages load nothing else, and run no script but the one that sends a
/// form_post response.
package enum Pages {
    /// The whole document, UTF-8. Send it uncompressed: it mixes secrets with reflected input (BREACH).
    package static func render(_ model: PageModel) -> [UInt8] {
        var html = HTMLWriter(capacity: 16_384)
        switch model {
        case .username(let page): html.document(page)
        case .password(let page): html.document(page)
        case .accountPicker(let page): html.document(page)
        case .proofChoice(let page): html.document(page)
        case .oneTimeCode(let page): html.document(page)
        case .proofRegistration(let page): html.document(page)
        case .termsOfUse(let page): html.document(page)
        case .changePassword(let page): html.document(page)
        case .staySignedIn(let page): html.document(page)
        case .consent(let page): html.document(page)
        case .adminApproval(let page): html.document(page)
        case .deviceCode(let page): html.document(page)
        case .deviceConfirmation(let page): html.document(page)
        case .deviceOutcome(let page): html.document(page)
        case .error(let page): html.document(page)
        case .formPost(let page): page.writeDocument(to: &html)
        case .code(let page): html.document(page)
        case .signOutPicker(let page): html.document(page)
        case .signedOut(let page): html.document(page)
        case .nativeClient: html.document(NativeClientPage())
        case .userFlow(let page): html.document(page)
        }
        return html.bytes
    }

    /// Every header of the answer that depends on its being a page. Never Cross-Origin-Opener-Policy: it would cut a page
    /// in a popup off from the application that opened it and waits for it.
    package static func headers(for model: PageModel) -> [(name: String, value: String)] {
        headers(policy: contentSecurityPolicy(for: model))
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

    /// The headers of a page for the browser of a developer: the page may load its icon and nothing else. `acceptsForm` is for a
    /// page that searches.
    package static func headersOfOwnPage(acceptsForm: Bool = false) -> [(name: String, value: String)] {
        let form = acceptsForm ? "'self'" : "'none'"
        let policy = "\(base); style-src '\(Stylesheet.hash)'; img-src 'self'; form-action \(form)"
        return headers(policy: policy)
    }

    /// The Content-Security-Policy: nothing but the page's own style block or script, each by its hash, and no framing.
    ///
    /// Pages without a form forbid forms. Those with one name no `form-action`: Chromium applies it to every redirect
    /// after the post, across the application's own hops, whose schemes (`msauth.…://auth`) cannot be known here, and
    /// `*` does not match them. It would add little: a form's target is in our markup, no text can open another form,
    /// and `base-uri` keeps it on this origin.
    package static func contentSecurityPolicy(for model: PageModel) -> String {
        switch model {
        case .error, .code, .nativeClient, .deviceOutcome: "\(base); style-src '\(Stylesheet.hash)'; form-action 'none'"
        case .signedOut(let page):
            "\(base); style-src '\(Stylesheet.hash)'; \(frames(page.frameSources))form-action 'none'"
        case .formPost: "\(base); script-src '\(FormPostPage.scriptHash)'"
        default: "\(base); style-src '\(Stylesheet.hash)'"
        }
    }

    private static func frames(_ sources: [String]) -> String {
        sources.isEmpty ? "" : "frame-src \(sources.joined(separator: " ")); "
    }

    private static let base = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
}
