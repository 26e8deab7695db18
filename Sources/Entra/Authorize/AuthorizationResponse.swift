package import Formats

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

    /// The sets that every endpoint supports.
    private static let supported: [ResponseType] = [
        .code, .idToken, .token, [.idToken, .token], [.code, .idToken],
    ]

    /// The sets that only policies of Azure AD B2C support. Other endpoints reject them for most applications.
    private static let supportedAtPolicies: [ResponseType] = [[.code, .token], [.code, .idToken, .token]]

    /// The `response_types_supported` of a policy (docs/reference/protocol.md#b2c-discovery).
    package static let namesAtPolicies = [
        "code", "code id_token", "code token", "code id_token token", "id_token", "id_token token", "token",
        "token id_token",
    ]

    /// Parses `response_type`: words in any order, each once, separated by one space. Throws AADSTS70005 for any other text.
    package static func parse(_ text: String, atPolicy: Bool = false) throws(EntraError) -> ResponseType {
        var rejection: EntraError { EntraError(.unsupportedResponseType, [.value: text]) }
        var type: ResponseType = []
        for word in text.utf8.split(separator: ASCII.space, omittingEmptySubsequences: false) {
            guard let known = words.first(where: { $0.word.utf8.elementsEqual(word) })?.type, !type.contains(known)
            else { throw rejection }
            type.insert(known)
        }
        guard supported.contains(type) || (atPolicy && supportedAtPolicies.contains(type)) else { throw rejection }
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

/// The way in which an authorization response is delivered (OAuth 2.0 Multiple Response Types §2.1, OAuth 2.0 Form Post Response
/// Mode).
package enum ResponseMode: String, Hashable, Sendable, CaseIterable {
    case query = "query"
    case fragment = "fragment"
    /// A page with a form that submits itself.
    case formPost = "form_post"

    /// Parses `response_mode`. Returns the default mode of the response type if the request has none. Throws AADSTS70007 for an
    /// unknown mode, and for `query` if the response would contain a token.
    package static func parse(_ text: String?, for type: ResponseType) throws(EntraError) -> ResponseMode {
        guard let text else { return type.defaultMode }
        guard let mode = allCases.first(where: { $0.rawValue.isExactly(text) }), mode != .query || type.allowsQuery
        else { throw EntraError(.unsupportedResponseMode, [.value: text]) }
        return mode
    }
}

/// The URLs that deliver the fields of an authorization response.
package enum ResponseDelivery {
    /// Returns the URL to which the browser goes. For query and fragment the URL contains the fields; for form_post the URL is
    /// the form's action.
    ///
    /// The URL is printable ASCII and therefore valid in a header: the target's URI is printable ASCII, and the fields are
    /// encoded.
    package static func location(target: RedirectTarget, mode: ResponseMode, fields: Form) -> String {
        mode == .formPost ? target.destination : location(page: target.base, mode: mode, fields: fields)
    }

    /// Returns the URL with the fields for a page, whose URL is printable ASCII.
    package static func location(page: String, mode: ResponseMode, fields: Form) -> String {
        switch mode {
        case .formPost: return page
        case .fragment: return page + "#" + fields.encodedForRedirect
        // The service ends query responses with an empty fragment. Without an empty fragment, a browser keeps the fragment of the
        // previous URL.
        case .query: return page + querySeparator(after: page) + fields.encodedForRedirect + "#"
        }
    }

    /// Returns the URL to which the browser goes after a sign-out: the requested URL with the request's `state`.
    package static func postLogout(_ target: RedirectTarget, state: String?) -> String {
        guard let state else { return target.destination }
        var fields = Form()
        fields.append(Parameter.state, state)
        return target.base + querySeparator(after: target.base) + fields.encodedForRedirect
    }

    /// Returns the separator before the fields. The query of a redirect URI is kept (RFC 6749 §3.1.2).
    private static func querySeparator(after base: String) -> String {
        if base.utf8.last == UInt8(ascii: "?") { return "" }
        return base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    }
}
