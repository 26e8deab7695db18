import Formats

/// The rules of ADAL for iOS and macOS (docs/reference/wire.md#redirect-uri-verdicts, notes). A fresh context signs in with its
/// own web view and checks nothing. A context that may use a broker requires `anything://B`.
struct AppleADALRules {
    /// The schemes that an app must be able to open before ADAL looks for a broker.
    static let brokerSchemes = ["msauth", "msauthv3"]

    let question: RedirectURIQuestion
    let format: BrokerFormat

    init(_ question: RedirectURIQuestion) {
        self.question = question
        format = BrokerFormat(question)
    }

    var verdict: RedirectURIVerdict {
        if question.uri.isEmpty {
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
        if let declared = question.urlSchemes, !declared.contains(where: { $0.isExactly(scheme) }) {
            return .accepted(
                .adal,
                "valid only with embedded credentials: the scheme \(scheme) is not declared under CFBundleURLSchemes")
        }
        if question.platform == .ios, let declared = question.queriesSchemes {
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
            format.uri.host == "auth" && question.uri.hasExactPrefix("msauth")
            && !question.uri.hasExactSuffix("://auth")
        return format.isForCertificates || format.isClientIDForm || format.uri.scheme == "https" || hasMoreThanAuth
    }

    private var suggestion: String { "x-msauth-\(dashed)://\(format.bundleID ?? "[BUNDLE_ID]")" }

    private var dashed: String {
        format.bundleID.map { $0.replacingExactly(".", with: "-") } ?? "[BUNDLE-ID]"
    }
}
