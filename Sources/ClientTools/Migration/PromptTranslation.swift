import Formats

/// The translation between ADAL's prompt behaviors, v1's `prompt`, MSAL's prompt types and v2's `prompt`
/// (docs/reference/wire.md#authorize-parameters, docs/reference/protocol.md#authorize-parameters).
package enum PromptTranslation {
    private struct Row: Sendable {
        /// ADAL's behaviors that send the `prompt`. Empty if there are none.
        let adal: [String]
        /// The `prompt` of v1, or an empty text for a request without one.
        let v1: String
        /// MSAL's prompt type, or the call that replaces the prompt. Nil if there is neither.
        let msal: String?
        let v2: String
        let notes: [String]
    }

    private static let rows: [Row] = [
        Row(
            adal: ["AD_PROMPT_AUTO"], v1: "", msal: "MSALPromptTypePromptIfNecessary", v2: "",
            notes: [
                "ADAL used its cache first. MSAL's acquireToken always shows a page: call acquireTokenSilent first, "
                    + "and call acquireToken only on MSALErrorInteractionRequired (-50002).",
                "Set a prompt type: without one, MSAL may send prompt=select_account, which shows the account picker.",
            ]),
        Row(
            adal: ["AD_PROMPT_ALWAYS", "AD_FORCE_PROMPT"], v1: "login", msal: "MSALPromptTypeLogin", v2: "login",
            notes: ["The user must enter credentials even if a session exists."]),
        Row(
            adal: ["AD_PROMPT_REFRESH_SESSION"], v1: "refresh_session", msal: "MSALPromptTypePromptIfNecessary", v2: "",
            notes: [
                "v2 rejects prompt=refresh_session. Without a prompt, v2 uses the session. To get only fresh claims, "
                    + "call acquireTokenSilent with forceRefresh, which shows no page."
            ]),
        Row(adal: [], v1: "select_account", msal: "MSALPromptTypeSelectAccount", v2: "select_account", notes: []),
        Row(adal: [], v1: "consent", msal: "MSALPromptTypeConsent", v2: "consent", notes: []),
        Row(
            adal: [], v1: "none", msal: "acquireTokenSilent", v2: "none",
            notes: [
                "acquireTokenSilent never shows a page, and returns an error if a page is required."
            ]),
        Row(
            adal: [], v1: "attempt_none", msal: "acquireTokenSilent", v2: "none",
            notes: ["attempt_none falls back to a page; prompt=none returns an error instead."]),
        Row(
            adal: [], v1: "admin_consent", msal: nil, v2: "",
            notes: ["v2 has a separate endpoint for admin consent: /{tenant}/v2.0/adminconsent."]),
        Row(
            adal: [], v1: "create", msal: "MSALPromptTypeCreate", v2: "create",
            notes: ["Only user flows with sign-up support prompt=create. ADAL does not support user flows."]),
    ]

    /// Translates a constant of ADAL or MSAL, or a value on the wire, ignoring ASCII case. A constant of MSAL is translated back
    /// to ADAL. Throws `malformed` for an unknown name, and `noEqual` if ADAL has no equivalent.
    package static func prompt(_ name: String) throws(TranslationFailure) -> Translation {
        let isName = { (other: String) in other.isExactlyIgnoringASCIICase(name) }
        if let row = rows.first(where: { $0.adal.contains(where: isName) }), let msal = row.msal {
            return Translation("prompt", name, to: onWire(msal, row.v2), notes: row.notes)
        }
        if let row = rows.first(where: { $0.msal.map(isName) == true }) {
            guard let adal = row.adal.first else { throw .noEqual("ADAL has no equivalent of \(name)") }
            return Translation("prompt", name, to: onWire(adal, row.v1), notes: row.notes)
        }
        guard !name.isEmpty, let row = rows.first(where: { isName($0.v1) }) else {
            let names = rows.flatMap { $0.adal + [$0.v1] }.filter { !$0.isEmpty }
            throw .malformed("\(name) is not a prompt behavior; use one of \(names.joined(separator: ", "))")
        }
        guard let msal = row.msal else {
            return Translation("prompt", name, to: "/{tenant}/v2.0/adminconsent", notes: row.notes)
        }
        return Translation("prompt", name, to: onWire(msal, row.v2), notes: row.notes)
    }

    private static func onWire(_ constant: String, _ value: String) -> String {
        value.isEmpty ? "\(constant) (no prompt in the request)" : "\(constant) (prompt=\(value))"
    }
}
