import Formats

/// The rules of MSAL and ADAL for Android. A broker requires `msauth://{package}/{hash of the signing certificate}`
/// (docs/reference/protocol.md#client-specific-redirect-uris). Without a broker, any scheme with an intent filter is valid.
struct AndroidRules {
    let question: RedirectURIQuestion
    let judge: RedirectURIJudge
    let uri: URIText

    init(_ question: RedirectURIQuestion, as judge: RedirectURIJudge) {
        self.question = question
        self.judge = judge
        uri = URIText(question.uri)
    }

    var verdict: RedirectURIVerdict {
        guard let scheme = uri.scheme, uri.host != nil, uri.fragment == nil else {
            return rejected("the URI does not have the form scheme://host")
        }
        guard scheme == "msauth" else {
            guard judge == .broker || uri.isWeb else {
                return .accepted(judge, "valid without a broker, with an intent filter for \(scheme)")
            }
            return rejected("the scheme is \(scheme), but the broker requires msauth")
        }
        if let package = question.bundleID, uri.host?.isExactly(package) != true {
            return rejected("the host is not the package name \(package)")
        }
        return signatureProblem.map(rejected)
            ?? .accepted(judge, "the URI works with the broker if the hash is the hash of the signing certificate")
    }

    /// The problem of the signature hash, or nil. The hash is SHA-1 in base64, percent-encoded, because the portal stores the
    /// encoded form.
    private var signatureProblem: String? {
        guard uri.path.utf8.count > 1 else {
            return "the hash of the signing certificate is missing after the package name"
        }
        guard let hash else { return "the text after the package name is not a SHA-1 hash in base64" }
        let isEncoded = uri.path.utf8.dropFirst().elementsEqual(Percent.encode(hash).utf8)
        return isEncoded ? nil : "the hash is not percent-encoded: write / as %2F, + as %2B, = as %3D"
    }

    /// The decoded hash after the package name, or nil if the path is no hash.
    private var hash: String? {
        guard let text = Percent.decode(uri.path.utf8.dropFirst()),
            Base64.decodeStandard(text.utf8)?.count == 20
        else { return nil }
        return text
    }

    private func rejected(_ reason: String) -> RedirectURIVerdict {
        let package = question.bundleID ?? (uri.scheme == "msauth" ? uri.host : nil) ?? "[PACKAGE]"
        let signature = hash.map(Percent.encode) ?? "[SIGNATURE_HASH]"
        return .rejected(
            judge, reason, judge == .adal ? .androidADAL : .androidMSAL, .uri("msauth://\(package)/\(signature)"))
    }
}
