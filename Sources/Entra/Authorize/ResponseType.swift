import Formats

/// The set of values in an authorization response (OAuth 2.0 Multiple Response Types, docs/reference/protocol.md#response-types).
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

    /// The supported sets. `code token` and `code id_token token` are missing because they are undocumented and the service
    /// rejects them for most applications.
    private static let served: [ResponseType] = [
        .code, .idToken, .token, [.idToken, .token], [.code, .idToken],
    ]

    /// Parses `response_type`: words in any order, each once, separated by one space. Throws AADSTS70005 for any other text.
    package static func parse(_ text: String) throws(EntraError) -> ResponseType {
        var rejection: EntraError { EntraError(.unsupportedResponseType, [.value: text]) }
        var type: ResponseType = []
        for word in text.utf8.split(separator: ASCII.space, omittingEmptySubsequences: false) {
            guard let known = words.first(where: { $0.word.utf8.elementsEqual(word) })?.type, !type.contains(known)
            else { throw rejection }
            type.insert(known)
        }
        guard served.contains(type) else { throw rejection }
        return type
    }

    /// Returns the known types in a text that `parse` rejects. The types decide how the error is delivered: like the response, so
    /// in the fragment if the text names a token (docs/reference/protocol.md#authorize-errors).
    package static func named(in text: String) -> ResponseType {
        let named = text.utf8.split(separator: ASCII.space).compactMap { word in
            words.first { $0.word.utf8.elementsEqual(word) }?.type
        }
        return named.isEmpty ? .code : ResponseType(named)
    }

    /// Whether the query may carry the response. Tokens never travel in a query, because servers log queries and browsers send
    /// them in `Referer`.
    package var allowsQuery: Bool { self == .code }

    package var defaultMode: ResponseMode { allowsQuery ? .query : .fragment }

    /// Whether the request must have a nonce. OIDC Core §3.2.2.1 requires a nonce for an ID token from the authorization
    /// endpoint.
    package var requiresNonce: Bool { contains(.idToken) }
}
