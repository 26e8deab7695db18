import Formats
package import Protocol

/// A card that shows a decoded token: whether the token is valid, its header, and each claim with its explanation.
package struct TokenCard: Sendable {
    /// A claim with its value in readable form, and its explanation, which is nil for a claim that the server never issues.
    package struct Claim: Sendable {
        package let name: String
        package let value: String
        package let explanation: ClaimExplanation?
    }

    package let title: String
    package let text: String
    package let verdict: Badge
    /// The reasons to reject the token, each with the name of the check.
    package let reasons: [TokenInspection.Reason]
    package let remarks: [String]
    package let header: [JournalEntryCard.Fact]
    package let claims: [Claim]
    /// The time of the checks.
    package let time: String

    /// Creates the card of a token. `inspection` is the result of the checks.
    package init(_ title: String, _ text: String, _ inspection: TokenInspection) {
        self.title = title
        self.text = text
        let isValid = inspection.reasons.isEmpty
        verdict = isValid ? Badge("valid", .good) : Badge("not valid", .bad)
        reasons = inspection.reasons
        remarks = inspection.remarks
        header = (inspection.header.object ?? []).map { ($0.name, .code($0.value.line)) }
        claims = (inspection.claims.object ?? []).map {
            Claim(name: $0.name, value: ClaimFacts.text($0), explanation: ClaimExplanation.named($0.name))
        }
        time = inspection.time.iso8601
    }
}

extension HTMLWriter {
    /// Writes the card of a token. `offersInspection` adds a button that opens the token on the page "Tokens".
    mutating func token(_ card: TokenCard, offersInspection: Bool) {
        element("section", ["class": "card token"]) { html in
            html.raw("\n<h3>")
            html.text(card.title)
            html.raw(" ")
            html.badge(card.verdict)
            html.raw("</h3>\n")
            for reason in card.reasons {
                html.element("p", ["class": "notice bad"]) { html in
                    html.element("strong", text: reason.check)
                    html.raw(" ")
                    html.text(reason.detail)
                }
                html.raw("\n")
            }
            if card.reasons.isEmpty {
                html.element(
                    "p", ["class": "soft"],
                    text: "Signature, key, issuer, times and account are right at \(card.time), the tenant’s time.")
            }
            for remark in card.remarks { html.element("p", ["class": "notice"], text: remark) }
            html.claims(card)
            html.raw("<details class=\"more\"><summary>Header and encoded token</summary>\n")
            html.facts(card.header)
            html.codeBlock(CodeBlock("Encoded \(card.title)", card.text))
            html.raw("</details>\n")
            if offersInspection { html.inspectionForm(card) }
        }
        raw("\n")
    }

    private mutating func claims(_ card: TokenCard) {
        guard !card.claims.isEmpty else { return }
        element("table", ["class": "claims", "aria-label": "Claims: \(card.title)"]) { html in
            html.raw("\n<thead><tr><th scope=\"col\">Claim</th><th scope=\"col\">Value</th>")
            html.raw("<th scope=\"col\">Why the claim is there</th></tr></thead>\n<tbody>")
            for claim in card.claims {
                html.raw("\n<tr>")
                html.element("td", ["data-label": "Claim"]) { $0.element("code", text: claim.name) }
                html.element("td", ["data-label": "Value"]) { $0.element("code", text: claim.value) }
                html.element("td", ["data-label": "Why"]) { $0.explanation(claim.explanation) }
                html.raw("</tr>")
            }
            html.raw("\n</tbody>")
        }
        raw("\n")
    }

    private mutating func explanation(_ explanation: ClaimExplanation?) {
        guard let explanation else {
            text("The server adds no claim of this name on its own. A claims-mapping policy, a minted token or ")
            text("another issuer can.")
            return
        }
        text(explanation.reason)
        element("span", ["class": "control"]) { html in
            html.raw("<b>Set by</b> ")
            html.text(explanation.control)
        }
        element("span", ["class": "control"]) { $0.text("\(ClaimExplanation.reference)#\(explanation.anchor)") }
    }

    /// Writes a form that opens the token on the page "Tokens".
    private mutating func inspectionForm(_ card: TokenCard) {
        element("form", ["method": "post", "action": ConsoleSection.tokens.path, "class": "tools"]) { html in
            html.void("input", ["type": "hidden", "name": "token", "value": card.text])
            html.element(
                "button", ["class": "small", "aria-label": "Inspect: \(card.title)"], text: "Inspect and compare")
        }
        raw("\n")
    }
}
