import Formats

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
