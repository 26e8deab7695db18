import Wire

/// How an authorization response travels (OAuth 2.0 Multiple Response Types §2.1, OAuth 2.0 Form Post Response Mode).
package enum ResponseMode: String, Hashable, Sendable, CaseIterable {
    case query = "query"
    case fragment = "fragment"
    /// A page that posts itself.
    case formPost = "form_post"

    /// Reads `response_mode`, nil when the request has none. Throws 70007 for an unknown one, and for `query` where the
    /// response would carry a token.
    package static func parse(_ text: String?, for type: ResponseType) throws(EntraError) -> ResponseMode {
        guard let text else { return type.defaultMode }
        guard let mode = allCases.first(where: { $0.rawValue.isExactly(text) }), mode != .query || type.allowsQuery
        else { throw EntraError(.unsupportedResponseMode, [.value: text]) }
        return mode
    }
}
