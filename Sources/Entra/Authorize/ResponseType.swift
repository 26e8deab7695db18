import Wire

/// What an authorization response carries (OAuth 2.0 Multiple Response Types, docs/reference/protocol.md#response-types).
package struct ResponseType: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let code = ResponseType(rawValue: 1)
    package static let idToken = ResponseType(rawValue: 2)
    package static let token = ResponseType(rawValue: 4)

    private static let words: [(word: String, type: ResponseType)] = [
        (Parameter.code, .code), (Parameter.idToken, .idToken), ("token", .token),
    ]

    /// The sets that are served. `code token` and `code id_token token` are not: they are undocumented, and refused for most
    /// applications.
    private static let served: [ResponseType] = [
        .code, .idToken, .token, [.idToken, .token], [.code, .idToken],
    ]

    /// Reads `response_type`: words in any order, one space between them, each once. Throws 70005 for anything else.
    package static func parse(_ text: String) throws(EntraError) -> ResponseType {
        var refusal: EntraError { EntraError(.unsupportedResponseType, [.value: text]) }
        var type: ResponseType = []
        for word in text.utf8.split(separator: ASCII.space, omittingEmptySubsequences: false) {
            guard let known = words.first(where: { $0.word.utf8.elementsEqual(word) })?.type, !type.contains(known)
            else { throw refusal }
            type.insert(known)
        }
        guard served.contains(type) else { throw refusal }
        return type
    }

    /// Where an error about a type that is not served goes: as the answer would have, so in the fragment where it names a token
    /// (docs/reference/protocol.md#authorize-errors).
    package static func named(in text: String) -> ResponseType {
        let named = text.utf8.split(separator: ASCII.space).compactMap { word in
            words.first { $0.word.utf8.elementsEqual(word) }?.type
        }
        return named.isEmpty ? .code : ResponseType(named)
    }

    /// Tokens never travel in a query, which servers log and browsers send on in `Referer`.
    package var allowsQuery: Bool { self == .code }

    package var defaultMode: ResponseMode { allowsQuery ? .query : .fragment }

    /// OIDC Core §3.2.2.1: an id_token from the authorization endpoint answers a nonce.
    package var requiresNonce: Bool { contains(.idToken) }
}
