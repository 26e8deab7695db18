/// Functions that decide which SDKs accept a redirect URI, and why not (docs/reference/wire.md#redirect-uri-linter).
package enum RedirectURILinter {
    /// Returns one verdict for each judge, in the order of the judges.
    package static func verdicts(
        _ question: RedirectURIQuestion, by judges: [RedirectURIJudge]
    ) -> [RedirectURIVerdict] {
        judges.map { verdict(question, by: $0) }
    }

    /// Returns the verdict of one judge.
    package static func verdict(_ question: RedirectURIQuestion, by judge: RedirectURIJudge) -> RedirectURIVerdict {
        switch (judge, question.platform) {
        case (.entra, _): EntraRules(question: question).verdict
        case (_, .spa), (_, .web): WebRules(question: question, judge: judge).verdict
        case (_, .android): AndroidRules(question, as: judge).verdict
        case (.adal, _): AppleADALRules(question).verdict
        case (.msal1, _), (.msal2, _), (.broker, _): AppleMSALRules(question, as: judge).verdict
        }
    }
}
