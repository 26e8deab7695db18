import Wire

/// The redirect URI of an ADAL application in MSAL.
package enum RedirectURITranslation {
    /// The same URI where MSAL since 2.0 takes it, else MSAL's own form. Throws `noEqual` where no URI would help.
    /// The bundle id, if it is not given, is guessed from the URI: ADAL's form has it as its host.
    package static func redirectURI(_ asked: RedirectURIQuestion) throws(TranslationFailure) -> Translation {
        var question = asked
        if question.bundleID == nil, question.platform.isApple, !URIText(question.uri).isWeb {
            question.bundleID = BundleID.guessed(from: question.uri)
        }
        let verdict = RedirectURILinter.verdict(question, by: .msal2)
        let format = BrokerFormat(question)
        var notes = [
            (verdict.isAccepted ? "MSAL takes it as it is: " : "As it is MSAL refuses it: ") + "\(verdict.reason)."
        ]
        if question.platform == .ios {
            notes.append(
                "For iOS also register msauth://code/\(Percent.encode(format.expected)), for sign-in with a certificate "
                    + "through the broker.")
            notes.append(
                "The Info.plist needs \(AppleMSALRules.brokerSchemes.joined(separator: " and ")) under "
                    + "LSApplicationQueriesSchemes; ADAL asked for \(AppleADALRules.brokerSchemes.joined(separator: " and "))."
            )
        }
        if verdict.isAccepted { return Translation("redirect-uri", question.uri, to: question.uri, notes: notes) }
        guard case .uri(let uri) = verdict.remedy else { throw .noEqual(verdict.reason) }
        notes.append("Register it beside the old one, which installed versions of the app still send.")
        return Translation("redirect-uri", question.uri, to: uri, notes: notes)
    }
}
