package import Wire

/// Where the fields of an authorization response go.
package enum ResponseDelivery {
    /// The address to send the browser to: for query and fragment with the fields in it, for form_post the form's action.
    ///
    /// Printable ASCII whatever the fields hold, so it can stand in a header: a target's URI is, and fields are encoded.
    package static func location(target: RedirectTarget, mode: ResponseMode, fields: Form) -> String {
        switch mode {
        case .formPost: return target.uri.string
        case .fragment: return target.base + "#" + fields.encoded
        // The service ends query responses with an empty fragment: else a browser would carry an old one along.
        case .query: return target.base + querySeparator(after: target.base) + fields.encoded + "#"
        }
    }

    /// The address to send the browser to after a sign-out: as requested, with the request's `state`.
    package static func postLogout(_ target: RedirectTarget, state: String?) -> String {
        guard let state else { return target.uri.string }
        var fields = Form()
        fields.append(Parameter.state, state)
        return target.base + querySeparator(after: target.base) + fields.encoded
    }

    /// The query of a redirect URI is kept (RFC 6749 §3.1.2).
    private static func querySeparator(after base: String) -> String {
        if base.utf8.last == UInt8(ascii: "?") { return "" }
        return base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    }
}
