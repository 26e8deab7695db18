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
