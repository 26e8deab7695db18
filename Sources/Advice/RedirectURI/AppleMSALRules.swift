import Wire

/// The rules by which MSAL for iOS and macOS decides when an application is initialized, in their order
/// (docs/reference/wire.md#redirect-uri-decision).
struct AppleMSALRules {
    /// Each answers for one concern: nil lets the next one decide.
    private typealias Step = @Sendable (AppleMSALRules) -> RedirectURIVerdict?

    private static let steps: [Step] = [
        { $0.authority() }, { $0.certificateForm() }, { $0.implicitDefault() }, { $0.scheme() }, { $0.brokerForm() },
        { $0.brokerSchemes() },
    ]

    /// What a MSAL with a broker must be able to open, to know that one is installed.
    static let brokerSchemes = ["msauthv2", "msauthv3"]

    let question: RedirectURIQuestion
    let judge: RedirectURIJudge
    let format: BrokerFormat

    init(_ question: RedirectURIQuestion, as judge: RedirectURIJudge) {
        self.question = question
        self.judge = judge
        format = BrokerFormat(question)
    }

    var verdict: RedirectURIVerdict {
        for step in AppleMSALRules.steps { if let verdict = step(self) { return verdict } }
        guard format.kind != nil else {
            return .accepted(judge, "valid with MSAL, but not with a broker" + condition(question.uri))
        }
        return .accepted(judge, "valid with a broker" + condition(question.uri))
    }

    private func authority() -> RedirectURIVerdict? {
        guard question.authority == .adfs else { return nil }
        return .refused(
            judge, "MSAL for iOS and macOS does not support ADFS authorities, with any redirect URI", .invalidParameter,
            .advice("use the Entra tenant that federates with the ADFS"))
    }

    private func certificateForm() -> RedirectURIVerdict? {
        guard format.isForCertificates else { return nil }
        guard judge == .broker else {
            return .refused(
                judge, "this URI is only for sign-in with a certificate through the broker, not for the app itself",
                .invalidRedirectURI, .uri(format.expected))
        }
        if let missing = undeclared("msauth") { return missing }
        return .accepted(judge, "valid for sign-in with a certificate, registered in addition to \(format.expected)")
    }

    /// Step 1: no URI at all. On iOS the Info.plist decides which default there is.
    private func implicitDefault() -> RedirectURIVerdict? {
        guard question.uri.isEmpty else { return nil }
        let isDeclared = question.platform == .macos || declares(format.defaultScheme)
        if isDeclared, format.bundleID != nil {
            let note = question.platform == .macos ? "" : condition(format.expected)
            return brokerSchemes() ?? .accepted(judge, "the default is \(format.expected)" + note)
        }
        if let clientID = question.clientID, declares("msal\(clientID)"), question.urlSchemes != nil {
            if judge == .msal1 { return .accepted(judge, "the default is msal\(clientID)://auth, without a broker") }
            guard question.authority.needsBrokerCapableURI || judge == .broker else {
                return .accepted(judge, "the default is msal\(clientID)://auth, without a broker")
            }
            return .refused(
                judge, "the default is msal\(clientID)://auth, which does not work with a broker", .invalidRedirectURI,
                .urlScheme(format.defaultScheme))
        }
        let reason =
            format.bundleID == nil
            ? "the default contains the bundle id, which is unknown"
            : "there is no default: \(format.defaultScheme) is not declared under CFBundleURLSchemes"
        return .refused(judge, reason, .schemeNotRegistered, .urlScheme(format.defaultScheme))
    }

    /// Step 2: the scheme must be the app's own.
    private func scheme() -> RedirectURIVerdict? {
        guard question.platform == .ios else {
            guard format.uri.scheme == nil else { return nil }
            return .refused(judge, "the URI has no scheme", .invalidParameter, .uri(format.expected))
        }
        if format.uri.fragment != nil {
            let bare = question.uri.upTo("#")
            return .refused(judge, "the URI has a fragment (#)", .internalError, .uri(bare))
        }
        guard let scheme = format.uri.scheme else {
            return .refused(
                judge, "the URI has no scheme to declare under CFBundleURLSchemes", .schemeNotRegistered,
                .uri(format.expected))
        }
        guard scheme != "https", !question.isAppExtension else { return nil }
        return undeclared(scheme)
    }

    /// Step 4: since 2.0, workforce authorities insist on a URI that a broker can answer to.
    private func brokerForm() -> RedirectURIVerdict? {
        guard format.kind == nil else { return nil }
        guard judge == .broker || (judge == .msal2 && question.authority.needsBrokerCapableURI) else { return nil }
        let version = judge == .msal2 ? "MSAL 2.0 and later require a URI that works with a broker: " : ""
        return .refused(judge, version + format.reason, .invalidRedirectURI, .uri(format.expected))
    }

    /// Step 5: with such a URI the app must be able to ask whether a broker is installed, even if none is.
    private func brokerSchemes() -> RedirectURIVerdict? {
        guard question.platform == .ios, let declared = question.queriesSchemes else { return nil }
        let missing = AppleMSALRules.brokerSchemes.filter { scheme in !declared.contains { $0.isExactly(scheme) } }
        guard !missing.isEmpty, question.uri.isEmpty || format.kind != nil else { return nil }
        return .refused(
            judge, "LSApplicationQueriesSchemes lacks \(missing.joined(separator: " and "))", .schemeNotRegistered,
            .queriesSchemes(missing))
    }

    // MARK: Schemes

    /// Schemes of the system or of nobody, which no app can declare to any use.
    private static let foreignSchemes = ["http", "https", "urn", "file", "data", "javascript", "about"]

    /// Compared by bytes, as MSAL does.
    private func declares(_ scheme: String) -> Bool {
        guard let declared = question.urlSchemes else {
            return !AppleMSALRules.foreignSchemes.contains { $0.isExactlyIgnoringASCIICase(scheme) }
        }
        return declared.contains { $0.isExactly(scheme) }
    }

    private func undeclared(_ scheme: String) -> RedirectURIVerdict? {
        guard !declares(scheme) else { return nil }
        let isForeign = AppleMSALRules.foreignSchemes.contains { $0.isExactlyIgnoringASCIICase(scheme) }
        let reason =
            isForeign
            ? "an app cannot own the scheme \(scheme); \(format.reason)"
            : "the scheme \(scheme) is not declared under CFBundleURLSchemes"
        return .refused(
            judge, reason, .schemeNotRegistered, isForeign ? .uri(format.expected) : .urlScheme(scheme))
    }

    /// What the acceptance hangs on when the Info.plist is not known.
    private func condition(_ uri: String) -> String {
        var conditions: [String] = []
        if judge == .broker, !question.authority.canUseBroker {
            conditions.append("but \(question.authority.description) never uses a broker")
        }
        if question.platform == .ios, question.urlSchemes == nil, !question.isAppExtension,
            let scheme = URIText(uri).scheme, scheme != "https"
        {
            conditions.append("with \(scheme) under CFBundleURLSchemes")
        }
        if format.uri.scheme == "https", format.kind == nil {
            conditions.append("as a universal link with an associated domain")
        }
        return conditions.map { ", \($0)" }.joined()
    }
}
