package import Wire

/// One setting of an ADAL or v1 application with its equal in MSAL and v2, or the other way round.
package struct Translation: Sendable, Equatable {
    /// What was translated: the name of the option.
    package let kind: String
    package let from: String
    /// The equal. Several lines where there are several answers.
    package let to: String
    /// What else to know, one sentence each.
    package let notes: [String]

    init(_ kind: String, _ from: String, to: String, notes: [String] = []) {
        self.kind = kind
        self.from = from
        self.to = to
        self.notes = notes
    }

    /// `{"kind", "from", "to", "notes"}`
    package var json: JSONValue {
        .object([
            JSONValue.Member("kind", .string(kind)), JSONValue.Member("from", .string(from)),
            JSONValue.Member("to", .string(to)), JSONValue.Member("notes", .array(notes.map(JSONValue.string))),
        ])
    }
}

/// Why something has no translation.
package enum TranslationFailure: Error, Sendable, Equatable {
    /// It is not what the option takes.
    case malformed(String)
    /// There is nothing like it on the other side.
    case noEqual(String)

    /// One line for people.
    package var message: String {
        switch self {
        case .malformed(let message), .noEqual(let message): message
        }
    }
}
