import Wire

/// Tells what an Info.plist lacks for the redirect URIs of its app.
package struct PlistLinter: Sendable {
    package let info: InfoPlist
    package var clientID: String?
    package var authority = AuthorityKind.common
    package var platform = AppPlatform.ios
    /// The redirect URIs that are registered; nil when that is not known.
    package var registered: [String]?

    package init(_ info: InfoPlist) {
        self.info = info
    }

    /// Who judges unless someone else is asked: the SDKs that read an Info.plist and can sign in to the authority. Brokers and
    /// ADAL know workforce tenants, brokers personal accounts too.
    package var judges: [RedirectURIJudge] {
        var judges: [RedirectURIJudge] = [.msal1, .msal2]
        if authority.canUseBroker { judges.append(.broker) }
        if authority.needsBrokerCapableURI || authority == .adfs { judges.append(.adal) }
        return registered == nil ? judges : judges + [.entra]
    }

    /// The redirect URIs that concern the app: those given, else the registered ones that can only be its own, else the
    /// SDK's default.
    package func concerning(_ given: [String]) -> [String] {
        guard given.isEmpty else { return given }
        let own = (registered ?? []).filter { isOwn($0) }
        return own.isEmpty ? ["msauth.\(info.bundleID)://auth"] : own
    }

    /// The second registration, of sign-in with a certificate, is none: it is the broker's way back, and no SDK is given it
    /// (docs/reference/wire.md#redirect-uri-verdicts).
    private func isOwn(_ uri: String) -> Bool {
        let format = BrokerFormat(question(uri))
        guard !format.isOfCertificates else { return false }
        guard format.kind == nil else { return true }
        return URIText(uri).scheme.map { scheme in info.urlSchemes.contains { $0.isExactly(scheme) } } ?? false
    }

    /// One verdict for each of those asked; a suggestion that goes into the file fits what it has already.
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
        return .refused(
            .entra, "no application of the configuration registers \(uri)", .mismatch,
            .advice("add the URI to publicClient.redirectUris"))
    }

    /// The verdict with a snippet that fits into what the file has already.
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
