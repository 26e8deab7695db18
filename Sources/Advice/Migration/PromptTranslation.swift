import Wire

/// ADAL's prompt behaviors and v1's `prompt` with their equals in MSAL and v2 (docs/reference/wire.md#authorize-parameters,
/// docs/reference/protocol.md#authorize-parameters).
package enum PromptTranslation {
    private struct Row: Sendable {
        /// ADAL's behaviours with that `prompt`; empty when it has none.
        let adal: [String]
        /// `prompt` of v1; empty for a request without it.
        let v1: String
        /// MSAL's prompt type, or the call that takes its place; nil when there is neither.
        let msal: String?
        let v2: String
        let notes: [String]
    }

    private static let rows: [Row] = [
        Row(
            adal: ["AD_PROMPT_AUTO"], v1: "", msal: "MSALPromptTypePromptIfNecessary", v2: "",
            notes: [
                "ADAL looked into its cache first. MSAL's acquireToken always shows a page: call acquireTokenSilent, and "
                    + "acquireToken when it ends with MSALErrorInteractionRequired (-50002).",
                "Set it: without a prompt type MSAL may ask with prompt=select_account, which shows the account picker.",
            ]),
        Row(
            adal: ["AD_PROMPT_ALWAYS", "AD_FORCE_PROMPT"], v1: "login", msal: "MSALPromptTypeLogin", v2: "login",
            notes: ["Credentials are asked for even where a session is there."]),
        Row(
            adal: ["AD_PROMPT_REFRESH_SESSION"], v1: "refresh_session", msal: "MSALPromptTypePromptIfNecessary", v2: "",
            notes: [
                "v2 refuses prompt=refresh_session. A session is used without it; where only fresh claims are wanted, "
                    + "acquireTokenSilent with forceRefresh needs no page at all."
            ]),
        Row(adal: [], v1: "select_account", msal: "MSALPromptTypeSelectAccount", v2: "select_account", notes: []),
        Row(adal: [], v1: "consent", msal: "MSALPromptTypeConsent", v2: "consent", notes: []),
        Row(
            adal: [], v1: "none", msal: "acquireTokenSilent", v2: "none",
            notes: [
                "acquireTokenSilent asks without a page from the start; it ends with an error where one would be needed."
            ]),
        Row(
            adal: [], v1: "attempt_none", msal: "acquireTokenSilent", v2: "none",
            notes: ["attempt_none falls back to a page; prompt=none ends with an error instead."]),
        Row(
            adal: [], v1: "admin_consent", msal: nil, v2: "",
            notes: ["v2 has an endpoint of its own for it: /{tenant}/v2.0/adminconsent."]),
        Row(
            adal: [], v1: "create", msal: "MSALPromptTypeCreate", v2: "create",
            notes: ["Only user flows with sign-up know it, and ADAL knew none."]),
    ]

    /// By ADAL's or MSAL's constant or by the value on the wire, ASCII case folded. MSAL's go back to ADAL.
    package static func prompt(_ name: String) throws(TranslationFailure) -> Translation {
        let isName = { (other: String) in other.isExactlyIgnoringASCIICase(name) }
        if let row = rows.first(where: { $0.adal.contains(where: isName) }), let msal = row.msal {
            return Translation("prompt", name, to: onWire(msal, row.v2), notes: row.notes)
        }
        if let row = rows.first(where: { $0.msal.map(isName) == true }) {
            guard let adal = row.adal.first else { throw .noEqual("ADAL has nothing like \(name)") }
            return Translation("prompt", name, to: onWire(adal, row.v1), notes: row.notes)
        }
        guard !name.isEmpty, let row = rows.first(where: { isName($0.v1) }) else {
            let names = rows.flatMap { $0.adal + [$0.v1] }.filter { !$0.isEmpty }
            throw .malformed("\(name) is no prompt behavior; known are \(names.joined(separator: ", "))")
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
