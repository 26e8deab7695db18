import Formats

/// The rules of MSAL for iOS and macOS when an application is initialized, in their order
/// (docs/reference/wire.md#redirect-uri-decision).
struct AppleMSALRules {
    /// A function that checks one condition. A nil result means that the next step decides.
    private typealias Step = @Sendable (AppleMSALRules) -> RedirectURIVerdict?

    private static let steps: [Step] = [
        { $0.authority() }, { $0.certificateForm() }, { $0.implicitDefault() }, { $0.scheme() }, { $0.brokerForm() },
        { $0.brokerSchemes() },
    ]

    /// The schemes that MSAL must be able to open to find an installed broker.
    static let brokerSchemes = ["msauthv2", "msauthv3"]

    let candidate: RedirectURICandidate
    let judge: RedirectURIJudge
    let format: BrokerFormat

    init(_ candidate: RedirectURICandidate, as judge: RedirectURIJudge) {
        self.candidate = candidate
        self.judge = judge
        format = BrokerFormat(candidate)
    }

    var verdict: RedirectURIVerdict {
        for step in AppleMSALRules.steps { if let verdict = step(self) { return verdict } }
        guard format.kind != nil else {
            return .accepted(judge, "valid with MSAL, but not with a broker" + condition(candidate.uri))
        }
        return .accepted(judge, "valid with a broker" + condition(candidate.uri))
    }

    private func authority() -> RedirectURIVerdict? {
        guard candidate.authority == .adfs else { return nil }
        return .rejected(
            judge, "MSAL for iOS and macOS does not support ADFS authorities, with any redirect URI", .invalidParameter,
            .advice("use the Entra tenant that federates with the ADFS"))
    }

    private func certificateForm() -> RedirectURIVerdict? {
        guard format.isForCertificates else { return nil }
        guard judge == .broker else {
            return .rejected(
                judge, "this URI is only for sign-in with a certificate through the broker, not for the app itself",
                .invalidRedirectURI, .uri(format.certificateTarget ?? format.expected))
        }
        if let missing = undeclared("msauth") { return missing }
        return .accepted(
            judge,
            "valid for sign-in with a certificate, registered in addition to "
                + (format.certificateTarget ?? format.expected))
    }

    /// Step 1: returns the verdict on an empty URI. On iOS, the Info.plist determines the default URI.
    private func implicitDefault() -> RedirectURIVerdict? {
        guard candidate.uri.isEmpty else { return nil }
        let isDeclared = candidate.platform == .macos || declares(format.defaultScheme)
        if isDeclared, format.bundleID != nil {
            let note = candidate.platform == .macos ? "" : condition(format.expected)
            return brokerSchemes() ?? .accepted(judge, "the default is \(format.expected)" + note)
        }
        if let clientID = candidate.clientID, declares("msal\(clientID)"), candidate.urlSchemes != nil {
            if judge == .msal1 { return .accepted(judge, "the default is msal\(clientID)://auth, without a broker") }
            guard candidate.authority.needsBrokerCapableURI || judge == .broker else {
                return .accepted(judge, "the default is msal\(clientID)://auth, without a broker")
            }
            return .rejected(
                judge, "the default is msal\(clientID)://auth, which does not work with a broker", .invalidRedirectURI,
                .urlScheme(format.defaultScheme))
        }
        let reason =
            format.bundleID == nil
            ? "the default contains the bundle id, which is unknown"
            : "there is no default: \(format.defaultScheme) is not declared under CFBundleURLSchemes"
        return .rejected(judge, reason, .schemeNotRegistered, .urlScheme(format.defaultScheme))
    }

    /// Step 2: returns a verdict if the scheme is not the app's own.
    private func scheme() -> RedirectURIVerdict? {
        guard candidate.platform == .ios else {
            guard format.uri.scheme == nil else { return nil }
            return .rejected(judge, "the URI has no scheme", .invalidParameter, format.correction)
        }
        if format.uri.fragment != nil {
            let withoutFragment = candidate.uri.upTo("#")
            return .rejected(judge, "the URI has a fragment (#)", .internalError, .uri(withoutFragment))
        }
        guard let scheme = format.uri.scheme else {
            let reason =
                candidate.uri.containsExactly("://")
                ? "the scheme has characters that a scheme cannot have"
                : "the URI has no scheme to declare under CFBundleURLSchemes"
            return .rejected(judge, reason, .schemeNotRegistered, format.correction)
        }
        guard scheme != "https", !candidate.isAppExtension else { return nil }
        return undeclared(scheme)
    }

    /// Step 4: returns a verdict if no broker can respond to the URI. Since 2.0, workforce authorities require such a URI.
    private func brokerForm() -> RedirectURIVerdict? {
        guard format.kind == nil else { return nil }
        guard judge == .broker || (judge == .msal2 && candidate.authority.needsBrokerCapableURI) else { return nil }
        let version = judge == .msal2 ? "MSAL 2.0 and later require a URI that works with a broker: " : ""
        return .rejected(judge, version + format.reason, .invalidRedirectURI, format.correction)
    }

    /// Step 5: returns a verdict if the app cannot ask whether a broker is installed. A URI for a broker requires this even if no
    /// broker is installed.
    private func brokerSchemes() -> RedirectURIVerdict? {
        guard candidate.platform == .ios, let declared = candidate.queriesSchemes else { return nil }
        let missing = AppleMSALRules.brokerSchemes.filter { scheme in !declared.contains { $0.isExactly(scheme) } }
        guard !missing.isEmpty, candidate.uri.isEmpty || format.kind != nil else { return nil }
        return .rejected(
            judge, "LSApplicationQueriesSchemes lacks \(missing.joined(separator: " and "))", .schemeNotRegistered,
            .queriesSchemes(missing))
    }

    // MARK: Schemes

    /// The schemes that no app can usefully declare, because they belong to the system or to nobody.
    private static let foreignSchemes = ["http", "https", "urn", "file", "data", "javascript", "about"]

    /// Returns whether the app declares the scheme. The comparison is by bytes, as in MSAL.
    private func declares(_ scheme: String) -> Bool {
        guard let declared = candidate.urlSchemes else {
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
        return .rejected(
            judge, reason, .schemeNotRegistered, isForeign ? format.correction : .urlScheme(scheme))
    }

    /// Returns the conditions of an acceptance, such as the scheme to declare if the Info.plist is not known.
    private func condition(_ uri: String) -> String {
        var conditions: [String] = []
        if judge == .broker, !candidate.authority.canUseBroker {
            conditions.append("but \(candidate.authority.description) never uses a broker")
        }
        if candidate.platform == .ios, candidate.urlSchemes == nil, !candidate.isAppExtension,
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

/// The rules of ADAL for iOS and macOS (docs/reference/wire.md#redirect-uri-verdicts, notes). A fresh context signs in with its
/// own web view and checks nothing. A context that may use a broker requires `anything://B`.
struct AppleADALRules {
    /// The schemes that an app must be able to open before ADAL looks for a broker.
    static let brokerSchemes = ["msauth", "msauthv3"]

    let candidate: RedirectURICandidate
    let format: BrokerFormat

    init(_ candidate: RedirectURICandidate) {
        self.candidate = candidate
        format = BrokerFormat(candidate)
    }

    var verdict: RedirectURIVerdict {
        if candidate.uri.isEmpty {
            return .rejected(.adal, "ADAL has no default redirect URI", .adalInvalidArgument, .uri(suggestion))
        }
        guard format.uri.scheme != nil else {
            return .rejected(.adal, "the URI has no scheme", .adalInvalidArgument, .uri(suggestion))
        }
        if format.kind == .adal { return withBroker }
        guard !isForAnotherSDK else {
            return .rejected(
                .adal, "the host is not the bundle id, which ADAL with a broker requires", .adalBrokerRedirectURI,
                .uri(suggestion))
        }
        return .accepted(
            .adal,
            "valid only with embedded credentials, the default of a new context; with AD_CREDENTIALS_AUTO, the host "
                + "must be the bundle id, or ADAL reports error 501")
    }

    private var withBroker: RedirectURIVerdict {
        let scheme = format.uri.scheme ?? ""
        if let declared = candidate.urlSchemes, !declared.contains(where: { $0.isExactly(scheme) }) {
            return .accepted(
                .adal,
                "valid only with embedded credentials: the scheme \(scheme) is not declared under CFBundleURLSchemes")
        }
        if candidate.platform == .ios, let declared = candidate.queriesSchemes {
            let missing = AppleADALRules.brokerSchemes.filter { scheme in !declared.contains { $0.isExactly(scheme) } }
            guard missing.isEmpty else {
                let list = missing.joined(separator: " and ")
                return .accepted(
                    .adal, "valid only with embedded credentials: LSApplicationQueriesSchemes lacks \(list)")
            }
        }
        return .accepted(.adal, "valid with and without a broker: the host is the bundle id")
    }

    /// Whether the URI has a form for a broker, the system's browser or a newer SDK, and not for ADAL's own web view.
    private var isForAnotherSDK: Bool {
        let hasMoreThanAuth =
            format.uri.host == "auth" && candidate.uri.hasExactPrefix("msauth")
            && !candidate.uri.hasExactSuffix("://auth")
        return format.isForCertificates || format.isClientIDForm || format.uri.scheme == "https" || hasMoreThanAuth
    }

    private var suggestion: String { "x-msauth-\(dashed)://\(format.bundleID ?? "[BUNDLE_ID]")" }

    private var dashed: String {
        format.bundleID.map { $0.replacingExactly(".", with: "-") } ?? "[BUNDLE-ID]"
    }
}
