import Formats

/// A linter that finds missing entries of an Info.plist for the redirect URIs of its app.
package struct PlistLinter: Sendable {
    package let info: InfoPlist
    package var clientID: String?
    package var authority = AuthorityKind.common
    package var platform = AppPlatform.ios
    /// The registered redirect URIs, or nil if they are not known.
    package var registered: [String]?

    package init(_ info: InfoPlist) {
        self.info = info
    }

    /// The judges by default: the SDKs that read an Info.plist and can sign in at the authority. Brokers and ADAL support
    /// workforce tenants, and brokers also personal accounts.
    package var judges: [RedirectURIJudge] {
        var judges: [RedirectURIJudge] = [.msal1, .msal2]
        if authority.canUseBroker { judges.append(.broker) }
        if authority.needsBrokerCapableURI || authority == .adfs { judges.append(.adal) }
        return registered == nil ? judges : judges + [.entra]
    }

    /// Returns the redirect URIs to check: the given ones, or else the registered ones that can only belong to the app, or else
    /// the SDK's default.
    package func concerning(_ given: [String]) -> [String] {
        guard given.isEmpty else { return given }
        let own = (registered ?? []).filter { isOwn($0) }
        return own.isEmpty ? ["msauth.\(info.bundleID)://auth"] : own
    }

    /// Returns whether a registered URI belongs to the app. The second registration, for sign-in with a certificate, does not
    /// count: the broker returns to it, and no SDK receives it (docs/reference/wire.md#redirect-uri-verdicts).
    private func isOwn(_ uri: String) -> Bool {
        let format = BrokerFormat(question(uri))
        guard !format.isOfCertificates else { return false }
        guard format.kind == nil else { return true }
        return URIText(uri).scheme.map { scheme in info.urlSchemes.contains { $0.isExactly(scheme) } } ?? false
    }

    /// Returns one verdict for each judge. A suggestion for the file fits the existing entries.
    package func verdicts(on uri: String, by judges: [RedirectURIJudge]) -> [RedirectURIVerdict] {
        judges.map { judge in
            if judge == .entra, let registered { return registration(of: uri, among: registered) }
            return fitted(RedirectURILinter.verdict(question(uri), by: judge))
        }
    }

    private func question(_ uri: String) -> RedirectURIQuestion {
        var question = RedirectURIQuestion(uri: uri)
        question.bundleID = info.bundleID
        question.clientID = clientID
        question.authority = authority
        question.platform = platform
        question.urlSchemes = info.urlSchemes
        question.queriesSchemes = info.queriesSchemes
        question.isAppExtension = info.isAppExtension
        return question
    }

    private func registration(of uri: String, among registered: [String]) -> RedirectURIVerdict {
        guard !registered.contains(where: { $0.isExactly(uri) }) else {
            return .accepted(.entra, "an application of the configuration registers this URI")
        }
        return .rejected(
            .entra, "no application of the configuration registers \(uri)", .mismatch,
            .advice("add the URI to publicClient.redirectUris"))
    }

    /// Returns the verdict with a snippet that fits the existing entries of the file.
    private func fitted(_ verdict: RedirectURIVerdict) -> RedirectURIVerdict {
        let remedy: RedirectURIVerdict.Remedy?
        switch verdict.remedy {
        case .urlScheme(let scheme) where info.hasURLTypes: remedy = .urlType(scheme)
        case .queriesSchemes(let missing) where !info.queriesSchemes.isEmpty:
            remedy = .queriesSchemes(info.queriesSchemes + missing)
        default: remedy = verdict.remedy
        }
        return RedirectURIVerdict(
            judge: verdict.judge, isAccepted: verdict.isAccepted, reason: verdict.reason, error: verdict.error,
            remedy: remedy)
    }
}
