import Formats

/// The translation of an ADAL application's redirect URI to MSAL.
package enum RedirectURITranslation {
    /// Returns the same URI if MSAL since 2.0 accepts it, or else the URI in MSAL's form. Throws `noEqual` if no URI would help,
    /// and `malformed` if the form needs an unknown bundle ID. The bundle ID may come from the question or from the URI: in
    /// ADAL's form, the bundle ID is the host.
    package static func redirectURI(_ asked: RedirectURIQuestion) throws(TranslationFailure) -> Translation {
        var question = asked
        if question.bundleID == nil, question.platform.isApple, !URIText(question.uri).isWeb {
            question.bundleID = BundleID.guessed(from: question.uri)
        }
        let verdict = RedirectURILinter.verdict(question, by: .msal2)
        let format = BrokerFormat(question)
        guard verdict.isAccepted || !question.platform.isApple || format.bundleID != nil else {
            throw .malformed("\(question.uri): the URI does not contain the app's bundle id; set --bundle-id")
        }
        var notes = [
            (verdict.isAccepted ? "MSAL accepts this URI: " : "MSAL rejects this URI: ") + "\(verdict.reason)."
        ]
        if question.platform == .ios {
            notes.append(
                "For iOS also register msauth://code/\(Percent.encode(format.expected)), for sign-in with a certificate "
                    + "through the broker.")
            notes.append(
                "The Info.plist needs \(AppleMSALRules.brokerSchemes.joined(separator: " and ")) under "
                    + "LSApplicationQueriesSchemes; "
                    + "ADAL required \(AppleADALRules.brokerSchemes.joined(separator: " and "))."
            )
        }
        if verdict.isAccepted { return Translation("redirect-uri", question.uri, to: question.uri, notes: notes) }
        guard case .uri(let uri) = verdict.remedy else { throw .noEqual(verdict.reason) }
        notes.append("Keep the old URI registered, because installed versions of the app still send it.")
        return Translation("redirect-uri", question.uri, to: uri, notes: notes)
    }
}
