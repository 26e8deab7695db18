import Entra
import Formats

/// The rules of MSAL and ADAL for Android (docs/reference/wire.md#android-redirect-uris). A broker requires
/// `msauth://{package}/{hash of the signing certificate}`. MSAL compares the hash of a URI that begins with
/// `msauth://{package}/`. For any other URI with a scheme and an authority, MSAL only switches the broker off.
struct AndroidRules {
    let candidate: RedirectURICandidate
    let judge: RedirectURIJudge
    let uri: URIText

    init(_ candidate: RedirectURICandidate, as judge: RedirectURIJudge) {
        self.candidate = candidate
        self.judge = judge
        uri = URIText(candidate.uri)
    }

    var verdict: RedirectURIVerdict {
        guard let scheme = uri.scheme, uri.authority?.isEmpty == false else {
            return rejected(
                "the URI does not have the form scheme://host", judge == .adal ? .androidADAL : .androidMalformed)
        }
        guard let problem = brokerProblem else {
            return .accepted(judge, "the URI works with the broker if the hash is the hash of the signing certificate")
        }
        switch judge {
        case .msal1 where !beginsAsBrokerURI, .msal2 where !beginsAsBrokerURI:
            return .accepted(
                judge,
                "valid without a broker, with an intent filter for \(scheme); MSAL switches the broker off, because \(problem)"
            )
        case .adal where scheme != "msauth" && !uri.isWeb && uri.fragment == nil:
            return .accepted(judge, "valid without a broker, with an intent filter for \(scheme)")
        default: return rejected(problem)
        }
    }

    /// Whether MSAL compares the rest of the URI with the hash of the signing certificate.
    private var beginsAsBrokerURI: Bool {
        candidate.uri.utf8.starts(with: "msauth://\(candidate.bundleID ?? uri.host ?? "")/".utf8)
    }

    /// The reason why a broker cannot respond to the URI, or nil.
    private var brokerProblem: String? {
        guard uri.scheme == "msauth" else { return "the scheme is \(uri.scheme ?? ""), but the broker requires msauth" }
        guard uri.host != nil, uri.fragment == nil else {
            return "the URI does not have the form msauth://package/hash"
        }
        if let package = candidate.bundleID, uri.host?.isExactly(package) != true {
            return "the host is not the package name \(package)"
        }
        return signatureProblem
    }

    /// The problem of the signature hash, or nil. The hash is SHA-1 in base64, percent-encoded, because the portal stores the
    /// encoded form.
    private var signatureProblem: String? {
        guard uri.path.utf8.count > 1 else {
            return "the hash of the signing certificate is missing after the package name"
        }
        guard let hash else { return "the text after the package name is not a SHA-1 hash in base64" }
        let isEncoded = String(uri.path.unicodeScalars.dropFirst()).isExactlyIgnoringASCIICase(Percent.encode(hash))
        return isEncoded ? nil : "the hash is not percent-encoded: write / as %2F, + as %2B, = as %3D"
    }

    /// The decoded hash after the package name, or nil if the path is not a hash.
    private var hash: String? {
        guard let text = Percent.decode(uri.path.utf8.dropFirst()),
            Base64.decodeStandard(text.utf8)?.count == 20
        else { return nil }
        return text
    }

    private func rejected(_ reason: String, _ error: SDKError? = nil) -> RedirectURIVerdict {
        let package = candidate.bundleID ?? (uri.scheme == "msauth" ? uri.host : nil) ?? "[PACKAGE]"
        let signature = hash.map(Percent.encode) ?? "[SIGNATURE_HASH]"
        return .rejected(
            judge, reason, error ?? (judge == .adal ? .androidADAL : .androidMSAL),
            .uri("msauth://\(package)/\(signature)"))
    }
}

/// The rules of MSAL and ADAL for browsers and web servers. The libraries require only a URL that a browser can open; the
/// registration decides.
struct WebRules {
    let candidate: RedirectURICandidate
    let judge: RedirectURIJudge

    var verdict: RedirectURIVerdict {
        guard judge != .broker else {
            return .rejected(
                judge, "no broker supports applications on the platform \(candidate.platform.rawValue)",
                .invalidRedirectURI, nil)
        }
        let uri = URIText(candidate.uri)
        guard uri.isWeb, uri.host != nil else {
            return .rejected(
                judge, "a browser cannot open a page at this URI", .mismatch,
                .uri(candidate.platform == .spa ? "https://localhost:3000/" : "https://app.example/signin-oidc"))
        }
        guard uri.fragment == nil else {
            return .rejected(
                judge, "the URI has a fragment (#)", .mismatch, .uri(candidate.uri.upTo("#")))
        }
        if candidate.platform == .spa, judge == .msal2 {
            return .accepted(
                judge, "valid if registered under spa; otherwise redeeming the code fails with AADSTS9002326")
        }
        return .accepted(judge, "the library does not check the URI; only the registration matters")
    }
}

/// The rules of Entra for registering a redirect URI (docs/reference/protocol.md#redirect-uri-registration), on the platform of
/// the application.
struct EntraRules {
    let candidate: RedirectURICandidate

    var verdict: RedirectURIVerdict {
        let format = BrokerFormat(candidate)
        guard !candidate.uri.isEmpty || (candidate.platform.isApple && format.bundleID != nil) else {
            return .rejected(.entra, "the URI is empty, and the SDK has no default to register", .mismatch, nil)
        }
        // An app without a URI of its own uses the SDK's default.
        let uri = candidate.uri.isEmpty ? format.expected : candidate.uri
        let entry = RegisteredRedirectURI(platform: clientPlatform, uri: uri)
        guard let problem = RedirectURIRegistration.problem(of: entry, audience: candidate.authority.audience) else {
            return .accepted(
                .entra, "\(candidate.uri.isEmpty ? uri : "the URI") can be registered under \(clientPlatform.rawValue)")
        }
        return .rejected(
            .entra, "the URI \(problem)", problem == .notAbsolute ? .notAbsolute : .mismatch, remedy(problem, uri))
    }

    private var clientPlatform: ClientPlatform {
        switch candidate.platform {
        case .ios, .macos, .android: .publicClient
        case .spa: .spa
        case .web: .web
        }
    }

    private func remedy(_ problem: RedirectURIRegistration.Problem, _ uri: String) -> RedirectURIVerdict.Remedy? {
        switch problem {
        case .fragment: .uri(uri.upTo("#"))
        case .httpNotLoopback: .uri("https" + String(uri.unicodeScalars.dropFirst(4)))
        case .queryWithPersonalAccounts: .uri(uri.upTo("?"))
        case .notAbsolute where candidate.platform.isApple: BrokerFormat(candidate).correction
        default: problem.hint.map(RedirectURIVerdict.Remedy.advice)
        }
    }
}
