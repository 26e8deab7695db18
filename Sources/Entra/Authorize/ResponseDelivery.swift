package import Formats

/// The URLs that deliver the fields of an authorization response.
package enum ResponseDelivery {
    /// Returns the URL to which the browser goes. For query and fragment the URL contains the fields; for form_post the URL is
    /// the form's action.
    ///
    /// The URL is printable ASCII and therefore valid in a header: the target's URI is printable ASCII, and the fields are
    /// encoded.
    package static func location(target: RedirectTarget, mode: ResponseMode, fields: Form) -> String {
        switch mode {
        case .formPost: return target.uri.string
        case .fragment: return target.base + "#" + fields.encoded
        // The service ends query responses with an empty fragment. Without an empty fragment, a browser keeps the fragment of the
        // previous URL.
        case .query: return target.base + querySeparator(after: target.base) + fields.encoded + "#"
        }
    }

    /// Returns the URL to which the browser goes after a sign-out: the requested URL with the request's `state`.
    package static func postLogout(_ target: RedirectTarget, state: String?) -> String {
        guard let state else { return target.uri.string }
        var fields = Form()
        fields.append(Parameter.state, state)
        return target.base + querySeparator(after: target.base) + fields.encoded
    }

    /// Returns the separator before the fields. The query of a redirect URI is kept (RFC 6749 §3.1.2).
    private static func querySeparator(after base: String) -> String {
        if base.utf8.last == UInt8(ascii: "?") { return "" }
        return base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    }
}
