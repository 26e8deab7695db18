import Entra
import Formats

/// The translation between the errors of ADAL, of MSAL and of the server.
package enum ErrorTranslation {
    /// Translates an ADAL error (`200`, `AD_ERROR_…`), an MSAL error (`-50002`, `MSALErrorInteractionRequired`), an OAuth error
    /// with or without its suberror (`invalid_grant`, `invalid_grant/bad_token`), or an AADSTS code. Throws `malformed` for an
    /// unknown error, and `noEqual` for an error without an equivalent.
    package static func error(_ text: String) throws(TranslationFailure) -> Translation {
        if let adal = ADALError.named(text) { return try ofADAL(adal, text) }
        if let number = aadsts(text) {
            guard let row = AADSTS.lookup(number) else {
                throw .malformed("AADSTS\(number) is not in the error catalog")
            }
            return ofRow(row, text)
        }
        if let msal = MSALError.named(text) { return try ofMSAL(msal, text) }
        return try ofServer(text)
    }

    private static func ofADAL(_ adal: ADALError, _ text: String) throws(TranslationFailure) -> Translation {
        guard let msal = adal.msal else { throw .noEqual("MSAL has no equivalent of \(adal.text). \(adal.note ?? "")") }
        var notes = adal.note.map { [$0] } ?? []
        if msal.internalCode != nil {
            notes.append("The code of the NSError is -50000; the userInfo of the NSError contains the other number.")
        }
        return Translation("error", text, to: msal.text, notes: notes)
    }

    /// Translates an MSAL error to ADAL's errors. An MSAL error that only reports an OAuth error becomes ADAL's 202 with the same
    /// OAuth error.
    private static func ofMSAL(_ msal: MSALError, _ text: String) throws(TranslationFailure) -> Translation {
        let adal = ADALError.all.filter { $0.msal?.isNamed(text) == true }
        guard adal.isEmpty else {
            return Translation(
                "error", text, to: adal.map(\.text).joined(separator: "\n"), notes: adal.compactMap(\.note))
        }
        let errors = ServerErrorOutcome.errors(behind: text)
        guard !errors.isEmpty, let oauth = ADALError.named("AD_ERROR_SERVER_OAUTH") else {
            throw .noEqual("ADAL has no equivalent of \(msal.text).\(withoutEqual[msal.code].map { " \($0)" } ?? "")")
        }
        return Translation("error", text, to: errors.map { "\(oauth.text), \($0)" }.joined(separator: "\n"))
    }

    /// The reasons why an MSAL error has no equivalent, if they are not obvious.
    private static let withoutEqual: [Int: String] = [
        -50_000: "Translate the number under MSALInternalErrorCodeKey in the userInfo of the NSError instead.",
        -50_003: "ADAL does not use scopes, so the server cannot decline any.",
    ]

    private static func ofRow(_ row: AADSTS, _ text: String) -> Translation {
        let outcome = ServerErrorOutcome(
            error: row.error.rawValue, suberror: row.suberror?.rawValue, code: row.number)
        var notes = [
            "The server returns AADSTS\(row.number) as error=\(row.error.rawValue)"
                + "\(row.suberror.map { ", suberror=\($0.rawValue)" } ?? "")."
        ]
        if let elsewhere = outcome.elsewhere { notes.append(elsewhere) }
        return translation(outcome, text, notes)
    }

    private static func ofServer(_ text: String) throws(TranslationFailure) -> Translation {
        let parts = text.pieces(separatedBy: "/", atMost: 2)
        guard let error = parts.first,
            ServerErrorOutcome.knownErrors.contains(where: { $0.isExactlyIgnoringASCIICase(error) })
        else {
            throw .malformed(
                "\(text) is not an error of ADAL (200, AD_ERROR_SERVER_USER_INPUT_NEEDED), of MSAL (-50002) or of the "
                    + "server (invalid_grant, invalid_grant/bad_token, AADSTS50076)")
        }
        let outcome = ServerErrorOutcome(error: error, suberror: parts.count > 1 ? parts[1] : nil)
        return translation(outcome, text, [])
    }

    private static func translation(
        _ outcome: ServerErrorOutcome, _ text: String, _ notes: [String]
    ) -> Translation {
        let lines = [
            "acquireToken        \(outcome.interactive.text)",
            "acquireTokenSilent  \(outcome.silent.text)",
            "ADAL                AD_ERROR_SERVER_AUTHORIZATION_CODE (211) from authorize, AD_ERROR_SERVER_OAUTH (202) from "
                + "token, AD_ERROR_SERVER_USER_INPUT_NEEDED (200) from a silent request",
        ]
        return Translation(
            "error", text, to: lines.joined(separator: "\n"),
            notes: notes + (outcome.effect.map { [$0] } ?? []))
    }

    /// Returns the number of `AADSTS50076`, or of five or more digits alone.
    private static func aadsts(_ text: String) -> Int? {
        let prefix = "AADSTS"
        if text.utf8.count > prefix.utf8.count, text.firstScalars(prefix.utf8.count).isExactlyIgnoringASCIICase(prefix)
        {
            return ASCII.decimal(text.utf8.dropFirst(prefix.utf8.count))
        }
        return text.utf8.count >= 5 ? ASCII.decimal(text.utf8) : nil
    }
}
