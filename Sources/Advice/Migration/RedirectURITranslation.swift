import Wire

/// The redirect URI of an ADAL application in MSAL.
package enum RedirectURITranslation {
    /// The same URI where MSAL since 2.0 takes it, else MSAL's own form. Throws `noEqual` where no URI would help, `malformed`
    /// where the form needs the bundle id and that is neither given nor told by the URI: ADAL's form has it as its host.
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
