import Wire

/// What MSAL and ADAL for browsers and web servers want: nothing of their own beyond an address that a browser can be sent
/// to. The registration decides.
struct WebRules {
    let question: RedirectURIQuestion
    let judge: RedirectURIJudge

    var verdict: RedirectURIVerdict {
        guard judge != .broker else {
            return .refused(
                judge, "there is no broker for applications on the platform \(question.platform.rawValue)",
                .invalidRedirectURI, nil)
        }
        let uri = URIText(question.uri)
        guard uri.isWeb, uri.host != nil else {
            return .refused(
                judge, "a browser cannot bring an answer to a page at it", .mismatch,
                .uri(question.platform == .spa ? "https://localhost:3000/" : "https://app.example/signin-oidc"))
        }
        guard uri.fragment == nil else {
            return .refused(
                judge, "it has a fragment (#)", .mismatch, .uri(question.uri.upTo("#")))
        }
        if question.platform == .spa, judge == .msal2 {
            return .accepted(judge, "registered as spa: else redeeming the code ends with AADSTS9002326")
        }
        return .accepted(judge, "the library checks nothing; what is registered decides")
    }
}
