import Wire

/// What MSAL and ADAL for Android want: `msauth://{package}/{hash of the signing certificate}` for the broker
/// (entra-protocol §6.3), any scheme with an intent filter without one.
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
            return refused("it is not of the form scheme://host")
        }
        guard scheme == "msauth" else {
            guard judge == .broker || uri.isWeb else {
                return .accepted(judge, "without a broker, with an intent filter for \(scheme)")
            }
            return refused("the scheme is \(scheme), and the broker answers to msauth")
        }
        if let package = question.bundleID, uri.host?.isExactly(package) != true {
            return refused("the host is not the package name \(package)")
        }
        return signatureProblem.map(refused)
            ?? .accepted(judge, "the broker can answer to it, if the hash is that of the signing certificate")
    }

    /// A SHA-1, in base64, percent-encoded: the portal stores it encoded.
    private var signatureProblem: String? {
        let encoded = uri.path.utf8.dropFirst()
        guard !encoded.isEmpty, !encoded.contains(UInt8(ascii: "/")) else {
            return encoded.isEmpty
                ? "the hash of the signing certificate is missing behind the package name"
                : "the hash of the signing certificate is not percent-encoded: a / in it is %2F"
        }
        guard let text = Percent.decode(encoded), let hash = Base64.decodeStandard(text.utf8), hash.count == 20 else {
            return "what follows the package name is no SHA-1 hash in base64"
        }
        let isEncoded = !encoded.contains(UInt8(ascii: "=")) && !encoded.contains(UInt8(ascii: "+"))
        return isEncoded ? nil : "the hash is not percent-encoded: = in it is %3D, + is %2B"
    }

    private func refused(_ reason: String) -> RedirectURIVerdict {
        let package = question.bundleID ?? (uri.scheme == "msauth" ? uri.host : nil) ?? "[PACKAGE]"
        return .refused(judge, reason, .androidClient, .uri("msauth://\(package)/[SIGNATURE_HASH, percent-encoded]"))
    }
}
