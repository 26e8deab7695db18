package import Formats

/// The translation of a setting between an ADAL or v1 application and an MSAL or v2 application, in either direction.
package struct Translation: Sendable, Equatable {
    /// The kind of setting, which is the name of the option.
    package let kind: String
    package let from: String
    /// The equivalent, with one line for each of several equivalents.
    package let to: String
    /// Additional information, one sentence each.
    package let notes: [String]

    init(_ kind: String, _ from: String, to: String, notes: [String] = []) {
        self.kind = kind
        self.from = from
        self.to = to
        self.notes = notes
    }

    /// The translation as JSON, in the form `{"kind", "from", "to", "notes"}`.
    package var json: JSONValue {
        .object([
            JSONValue.Member("kind", .string(kind)), JSONValue.Member("from", .string(from)),
            JSONValue.Member("to", .string(to)), JSONValue.Member("notes", .array(notes.map(JSONValue.string))),
        ])
    }
}

/// The reason why a value has no translation.
package enum TranslationFailure: Error, Sendable, Equatable {
    /// The value is not valid for the option.
    case malformed(String)
    /// The other side has no equivalent.
    case noEqual(String)

    /// The message, in one line.
    package var message: String {
        switch self {
        case .malformed(let message), .noEqual(let message): message
        }
    }
}

/// The translation between ADAL's name of an account, the UPN, and MSAL's, the home account ID (docs/reference/wire.md#accounts).
package enum AccountTranslation {
    /// The home of an account: its object ID in its home tenant. Neither part contains a dot.
    package struct Home: Sendable {
        package let uid: String
        package let utid: String

        package init(uid: String, utid: String) {
            self.uid = uid
            self.utid = utid
        }
    }

    /// Translates the name of an account. `home` is the home of the user with the name, if a directory contains the user. Throws
    /// `malformed` if the text is neither a UPN nor a home account ID.
    package static func account(_ name: String, home: Home?) throws(TranslationFailure) -> Translation {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count == 2, GUID(String(Substring(parts[1])).asciiLowercased) != nil, !parts[0].isEmpty {
            return Translation(
                "account", name, to: "no ADAL user id: a home account id does not contain the UPN",
                notes: [
                    "This is a home account id: object \(Substring(parts[0])) in tenant \(Substring(parts[1])). "
                        + "The user's name is in the claim preferred_username, and may change."
                ])
        }
        guard name.utf8.contains(UInt8(ascii: "@")) else {
            throw .malformed("\(name) is not an ADAL user id, which is a UPN such as alex@contoso.com")
        }
        let id = home.map { "\($0.uid).\($0.utid)".asciiLowercased }
        return Translation(
            "account", name, to: id ?? "{uid}.{utid}",
            notes: [
                "A home account id is uid.utid from client_info: the user's object id in the home tenant, and the id of "
                    + "the home tenant. A change of the UPN does not change the id, and the id is the same in every "
                    + "tenant where the user is a guest.",
                "To find the account that ADAL signed in, call accountForUsername once with the UPN. After that, call "
                    + "accountForIdentifier with the identifier from MSAL's result. Do not build or parse identifiers.",
            ])
    }
}

/// The translation of an ADAL application's redirect URI to MSAL.
package enum RedirectURITranslation {
    /// Returns the same URI if MSAL since 2.0 accepts it, or else the URI in MSAL's form. Throws `noEqual` if no URI would help,
    /// and `malformed` if the form needs an unknown bundle ID. The bundle ID may come from the candidate or from the URI: in
    /// ADAL's form, the bundle ID is the host.
    package static func redirectURI(_ original: RedirectURICandidate) throws(TranslationFailure) -> Translation {
        if let kept = certificate(original) { return kept }
        var candidate = original
        if candidate.bundleID == nil, candidate.platform.isApple, !URIText(candidate.uri).isWeb {
            candidate.bundleID = BundleID.guessed(from: candidate.uri)
        }
        let verdict = RedirectURILinter.verdict(candidate, by: .msal2)
        let format = BrokerFormat(candidate)
        guard verdict.isAccepted || !candidate.platform.isApple || format.bundleID != nil else {
            throw .malformed("\(candidate.uri): the URI does not contain the app's bundle id; set --bundle-id")
        }
        guard let own = redirectURI(after: verdict, candidate, format) else { throw .noEqual(verdict.reason) }
        var notes = [
            (verdict.isAccepted ? "MSAL accepts this URI: " : "MSAL rejects this URI: ") + "\(verdict.reason)."
        ]
        if candidate.platform == .ios {
            notes.append(
                "For iOS also register \(BrokerFormat.certificateURI(for: own)), for sign-in with a certificate through the "
                    + "broker.")
            notes.append(
                "The Info.plist needs \(AppleMSALRules.brokerSchemes.joined(separator: " and ")) under "
                    + "LSApplicationQueriesSchemes; "
                    + "ADAL required \(AppleADALRules.brokerSchemes.joined(separator: " and "))."
            )
        }
        if !verdict.isAccepted {
            notes.append("Keep the old URI registered, because installed versions of the app still send it.")
        }
        return Translation("redirect-uri", original.uri, to: verdict.isAccepted ? candidate.uri : own, notes: notes)
    }

    /// Returns the URI that the application uses with MSAL, or nil if no URI would help.
    private static func redirectURI(
        after verdict: RedirectURIVerdict, _ candidate: RedirectURICandidate, _ format: BrokerFormat
    ) -> String? {
        if verdict.isAccepted { return candidate.uri.isEmpty ? format.expected : candidate.uri }
        guard case .uri(let uri) = verdict.remedy else { return nil }
        return uri
    }

    /// Returns the same URI if it is the second registration for sign-in with a certificate, which MSAL keeps, or nil for any
    /// other URI.
    private static func certificate(_ candidate: RedirectURICandidate) -> Translation? {
        let format = BrokerFormat(candidate)
        guard candidate.platform.isApple, format.isForCertificates, let target = format.certificateTarget else {
            return nil
        }
        return Translation(
            "redirect-uri", candidate.uri, to: candidate.uri,
            notes: [
                "The broker redirects to this URI after sign-in with a certificate: keep it registered.",
                "The app itself uses \(target): translate that URI too.",
            ])
    }
}
