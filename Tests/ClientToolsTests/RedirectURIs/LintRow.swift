import ClientTools
import Testing

/// One row of a verdict table: a redirect URI and the verdict of one SDK.
struct LintRow: Sendable, CustomTestStringConvertible {
    static let bundleID = "com.contoso.app"
    static let clientID = "aaaaaaaa-0000-4000-8000-000000000001"

    let uri: String
    let judge: RedirectURIJudge
    var authority = AuthorityKind.tenant
    var platform = AppPlatform.ios
    var bundleID: String? = LintRow.bundleID
    var urlSchemes: [String]?
    var queriesSchemes: [String]?
    var isAppExtension = false
    /// Accepted, or rejected with this text in the error.
    let outcome: Outcome
    /// The text that the reason must contain.
    var reason = ""
    var suggestion: String?

    enum Outcome: Sendable, Equatable {
        case yes
        case no(String)
    }

    var testDescription: String { "\(judge) \(authority) \(platform) \(uri)" }

    init(
        _ uri: String, _ judge: RedirectURIJudge, _ outcome: Outcome, authority: AuthorityKind = .tenant,
        platform: AppPlatform = .ios, bundleID: String? = LintRow.bundleID, urlSchemes: [String]? = nil,
        queriesSchemes: [String]? = nil, isAppExtension: Bool = false, reason: String = "", suggestion: String? = nil
    ) {
        self.uri = uri
        self.judge = judge
        self.outcome = outcome
        self.authority = authority
        self.platform = platform
        self.bundleID = bundleID
        self.urlSchemes = urlSchemes
        self.queriesSchemes = queriesSchemes
        self.isAppExtension = isAppExtension
        self.reason = reason
        self.suggestion = suggestion
    }

    var verdict: RedirectURIVerdict {
        var candidate = RedirectURICandidate(uri: uri)
        candidate.bundleID = bundleID
        candidate.clientID = LintRow.clientID
        candidate.authority = authority
        candidate.platform = platform
        candidate.urlSchemes = urlSchemes
        candidate.queriesSchemes = queriesSchemes
        candidate.isAppExtension = isAppExtension
        return RedirectURILinter.verdict(candidate, by: judge)
    }
}
