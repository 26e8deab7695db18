package import Formats

/// The comparison of two tokens of the same application, claim by claim (docs/reference/protocol.md#resource-parameter,
/// docs/reference/protocol.md#token-claims).
package struct ClaimComparison: Sendable {
    /// The change of a claim from the first token to the second.
    package enum Change: String, Sendable {
        case same
        case changed
        /// The claim is only in the first token.
        case removed
        /// The claim is only in the second token.
        case added
        /// Both tokens have the claim, and its value differs in every token.
        case perToken = "per token"
    }

    /// The comparison of one claim.
    package struct Row: Sendable, Equatable {
        package let name: String
        /// The value in the first token, or nil if the token has no such claim.
        package let first: JSONValue?
        package let second: JSONValue?
        package let change: Change
        /// The replacement of the claim or other information, or nil if the change needs no explanation.
        package let note: String?
    }

    /// The claims of the first token, then the claims that only the second token has.
    package let rows: [Row]

    /// Compares the payloads of two tokens.
    package init(_ first: [JSONValue.Member], _ second: [JSONValue.Member]) {
        let value = { (name: String, members: [JSONValue.Member]) in
            members.first { $0.name.isExactly(name) }?.value
        }
        let added = second.filter { value($0.name, first) == nil }
        rows = (first + added).map { member in
            let one = value(member.name, first)
            let two = value(member.name, second)
            let change = ClaimComparison.change(member.name, one, two)
            return Row(
                name: member.name, first: one, second: two, change: change,
                note: ClaimComparison.notes[member.name].flatMap { $0.note(change) })
        }
    }

    /// The changes for which the application must be prepared.
    package var changed: [Row] { rows.filter { $0.change != .same && $0.change != .perToken } }

    /// The claims that differ even between two tokens of the same kind.
    private static let perToken: Set<ByteString> = [
        "aio", "rh", "uti", "iat", "nbf", "exp", "sid", "nonce", "at_hash", "xms_ftd",
    ]

    private static func change(_ name: String, _ one: JSONValue?, _ two: JSONValue?) -> Change {
        switch (one, two) {
        case (nil, _): .added
        case (_, nil): .removed
        case (let one?, let two?) where one == two: .same
        default: perToken.contains(name) ? .perToken : .changed
        }
    }

    private struct Note: Sendable {
        var removed: String?
        var added: String?
        var changed: String?

        func note(_ change: Change) -> String? {
            switch change {
            case .removed: removed
            case .added: added
            case .changed: changed
            case .same, .perToken: nil
            }
        }
    }

    private static let notes: [ByteString: Note] = [
        "acr": Note(removed: "version 2 has no replacement"),
        "amr": Note(removed: "version 2 has no replacement"),
        "appid": Note(removed: "now azp"),
        "appidacr": Note(removed: "now azpacr"),
        "aud": Note(changed: "the API's client id in version 2, the requested resource in version 1"),
        "azp": Note(added: "was appid"),
        "azpacr": Note(added: "was appidacr"),
        "family_name": Note(removed: "an optional claim in version 2"),
        "given_name": Note(removed: "an optional claim in version 2"),
        "idp": Note(removed: "only for guests in version 2"),
        "ipaddr": Note(removed: "an optional claim in version 2"),
        "iss": Note(changed: "token validation must accept the new issuer"),
        "preferred_username": Note(added: "for display only; replaces upn and unique_name"),
        "unique_name": Note(removed: "now preferred_username"),
        "upn": Note(removed: "an optional claim in version 2; identify users by oid and tid"),
        "ver": Note(changed: "selects the rules of token validation"),
    ]

    /// The rows as JSON, in the form `[{"claim", "v1", "v2", "change", "note"}]`.
    package var json: JSONValue {
        .array(
            rows.map { row in
                .object([
                    JSONValue.Member("claim", .string(row.name)), JSONValue.Member("v1", row.first ?? .null),
                    JSONValue.Member("v2", row.second ?? .null),
                    JSONValue.Member("change", .string(row.change.rawValue)),
                    JSONValue.Member("note", row.note.map(JSONValue.string) ?? .null),
                ])
            })
    }

    /// A table for display. Long values are cut in the middle.
    package var lines: [String] {
        let header = ("claim", "v1", "v2", "change")
        let cells = rows.map { row in
            (
                row.name, ClaimComparison.text(row.first), ClaimComparison.text(row.second),
                row.change.rawValue + (row.note.map { ": \($0)" } ?? "")
            )
        }
        let widths = ([header] + cells).reduce(into: (0, 0, 0)) { widest, row in
            widest.0 = max(widest.0, row.0.unicodeScalars.count)
            widest.1 = max(widest.1, row.1.unicodeScalars.count)
            widest.2 = max(widest.2, row.2.unicodeScalars.count)
        }
        return ([header] + cells).map { row in
            [(row.0, widths.0), (row.1, widths.1), (row.2, widths.2)]
                .map { $0.0 + String(repeating: " ", count: $0.1 - $0.0.unicodeScalars.count + 2) }.joined() + row.3
        }
    }

    private static let widest = 48

    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "–" }
        let text = value.string ?? String(decoding: JSONWriter.value(value), as: UTF8.self)
        guard text.unicodeScalars.count > widest else { return text }
        return "\(text.firstScalars(widest / 2))…\(text.lastScalars(widest / 2 - 1))"
    }
}
