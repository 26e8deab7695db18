import Formats
import Protocol

/// A condition on one header of a request: a text for the exact value, `true` for any value, `false` or `null` for an absent
/// header, or `{"prefix": "…"}` (docs/reference/interface.md#control-plane).
package enum HeaderCondition: Sendable, Equatable {
    case exact(String)
    case prefix(String)
    /// The header has any value.
    case present
    case absent

    /// Whether a request with these values of the header meets the condition.
    func holds(_ values: [String]) -> Bool {
        switch self {
        case .exact(let text): values.contains { $0.isExactly(text) }
        case .prefix(let text): values.contains { $0.hasExactPrefix(text) }
        case .present: !values.isEmpty
        case .absent: values.isEmpty
        }
    }

    /// The condition for messages.
    var text: String {
        switch self {
        case .exact(let text): text
        case .prefix(let text): "\(text)…"
        case .present: "any value"
        case .absent: "no header"
        }
    }

    /// The text whose length is limited.
    var checkedText: String {
        switch self {
        case .exact(let text), .prefix(let text): text
        case .present, .absent: "-"
        }
    }
}

extension FieldKind where Value == HeaderCondition {
    /// A condition on a header.
    static var headerCondition: FieldKind {
        FieldKind(placeholder: { .present }) { value, pointer, causes in
            switch value {
            case .bool(let isPresent): return isPresent ? .present : .absent
            case .null: return .absent
            case .object: return members.read(value, pointer, &causes)
            default:
                guard let text = value.string, FieldKind<String>.shortText.problem(text) == nil else {
                    let limit = FieldKind<String>.maximumShortText
                    let detail =
                        "Must be text of 1 to \(limit) bytes, true for any value, false for an absent header, or an object "
                        + "with prefix, equals or present."
                    causes.append(.init(pointer: pointer, detail: detail))
                    return nil
                }
                return .exact(text)
            }
        }
    }

    private static var members: FieldKind {
        .object { body in
            let prefix = body.optional("prefix", .shortText)
            let exact = body.optional("equals", .shortText)
            let isPresent = body.optional("present", .boolean)
            if ["prefix", "equals", "present"].count(where: body.has) != 1 {
                body.reject("Must have exactly one of prefix, equals and present.")
            }
            return prefix.map(HeaderCondition.prefix) ?? exact.map(HeaderCondition.exact)
                ?? (isPresent == false ? .absent : .present)
        }
    }
}
