import Formats

/// The rules of MSAL and ADAL for browsers and web servers. The libraries require only a URL that a browser can open; the
/// registration decides.
struct WebRules {
    let question: RedirectURIQuestion
    let judge: RedirectURIJudge

    var verdict: RedirectURIVerdict {
        guard judge != .broker else {
            return .rejected(
                judge, "no broker supports applications on the platform \(question.platform.rawValue)",
                .invalidRedirectURI, nil)
        }
        let uri = URIText(question.uri)
        guard uri.isWeb, uri.host != nil else {
            return .rejected(
                judge, "a browser cannot open a page at this URI", .mismatch,
                .uri(question.platform == .spa ? "https://localhost:3000/" : "https://app.example/signin-oidc"))
        }
        guard uri.fragment == nil else {
            return .rejected(
                judge, "the URI has a fragment (#)", .mismatch, .uri(question.uri.upTo("#")))
        }
        if question.platform == .spa, judge == .msal2 {
            return .accepted(
                judge, "valid if registered under spa; otherwise redeeming the code fails with AADSTS9002326")
        }
        return .accepted(judge, "the library does not check the URI; only the registration matters")
    }
}
