import Entra
import Formats

/// Masks the secrets of a JSON value: the values of secret members, and secrets inside of other texts.
struct SecretJSON {
    /// The kind of object that contains a member.
    enum Context {
        case ordinary
        /// An error, whose member `code` is not a secret.
        case error
        /// The requested claims by token kind: `{"access_token": {"acrs": …}}`.
        case claims
    }

    let mask: SecretMask
    let work: SecretWork

    func masked(_ value: JSONValue, in context: Context = .ordinary) -> JSONValue {
        SecretJSON.mapped(value, in: context) { name, secret in
            mask.isOff ? texts(of: secret) : hidden(secret)
        } text: { name, text in
            if let name, SecretNames.isClaims(name) { return mask.content(of: name, text, work) ?? text }
            return self.text(text)
        }
    }

    /// Returns the texts that are secrets by their names.
    static func secrets(of value: JSONValue) -> [String] {
        var found: [String] = []
        _ = mapped(value, in: .ordinary) { _, secret in
            found += strings(of: secret)
            return secret
        } text: { _, text in
            text
        }
        return found
    }

    private static func strings(of value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.flatMap(strings)
        case .object(let members): members.flatMap { strings(of: $0.value) }
        default: []
        }
    }

    /// Returns the replacement of a secret. An empty value and a Boolean value contain no secret and stay unchanged.
    private func hidden(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool, .string(""), .array([]): value
        case .string(let text): .string(mask.hidden(text.utf8))
        default: .string(SecretMask.text)
        }
    }

    /// Returns the value with the secrets in every text masked, without regard to names.
    func texts(of value: JSONValue) -> JSONValue {
        switch value {
        case .string(let string): .string(text(string))
        case .array(let values): .array(values.map(texts))
        case .object(let members):
            .object(members.map { JSONValue.Member(text($0.name), texts(of: $0.value)) }.withDistinctNames)
        default: value
        }
    }

    private func text(_ text: String) -> String {
        guard let bytes = SecretText.masked(Array(text.utf8), mask, work) else { return text }
        return String(utf8: bytes) ?? SecretMask.text
    }

    /// Transforms a value. `secret` transforms the values that are secrets by their names. `text` transforms every name and every
    /// other text, and receives the name of the member that contains the text.
    private static func mapped(
        _ value: JSONValue, in context: Context, name: String? = nil,
        secret: (String, JSONValue) -> JSONValue, text: (String?, String) -> String
    ) -> JSONValue {
        switch value {
        case .string(let string): return .string(text(name, string))
        case .array(let values):
            return .array(values.map { mapped($0, in: context, secret: secret, text: text) })
        case .object(let members):
            let isKey = members.contains { $0.name.isExactly("kty") }
            let isFault = members.contains { $0.name.isExactly("fault") }
            return .object(
                members.map { member in
                    let name = member.name
                    let isSecret =
                        SecretNames.isSecret(name) && !(context == .error && name.isExactlyIgnoringASCIICase("code"))
                        && !(isFault && name.isExactly("token"))
                        && !(member.value.isComposite && (context == .claims || SecretNames.isContainer(name)))
                        || isKey && SecretNames.isPrivateKeyMember(name)
                    let value =
                        isSecret
                        ? secret(name, member.value)
                        : mapped(
                            member.value, in: inner(context, name), name: name, secret: secret, text: text)
                    return JSONValue.Member(text(nil, name), value)
                }.withDistinctNames)
        default: return value
        }
    }

    private static func inner(_ context: Context, _ name: String) -> Context {
        if SecretNames.isClaims(name) { return .claims }
        return context == .error || name.isExactly("error") ? .error : .ordinary
    }
}

extension JSONValue {
    /// Whether the value is an object, or a list of objects.
    fileprivate var isComposite: Bool {
        switch self {
        case .object: true
        case .array(let values): !values.isEmpty && values.allSatisfy { $0.object != nil }
        default: false
        }
    }
}
