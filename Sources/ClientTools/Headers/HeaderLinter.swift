package import Entra
package import Formats

/// The verdict on the name of a header that an application's request interceptor adds to native authentication requests
/// (docs/reference/wire.md#native-interceptor).
package struct HeaderVerdict: Sendable, Equatable {
    package let name: String
    /// The class of the header, or nil if the text is not a header name.
    package let kind: NativeHeader?
    /// The reason, as a sentence without a period.
    package let reason: String
    /// A name that MSAL sends in place of this one, or nil.
    package let suggestion: String?

    /// Whether MSAL sends the header with the application's value.
    package var isSent: Bool { kind?.isSent ?? false }

    /// Judges a name. MSAL ignores letter case.
    package init(_ name: String) {
        self.name = name
        guard HeaderVerdict.isToken(name) else {
            self.kind = nil
            reason = "the text is not a header name, which has letters, digits and the signs !#$%&'*+-.^_`|~"
            suggestion = nil
            return
        }
        let known = NativeHeader(name: name)
        let prefix = NativeHeader.reservedPrefixes.first(where: name.asciiLowercased.hasExactPrefix) ?? ""
        self.kind = known
        switch known {
        case .custom:
            reason = "MSAL adds the header to native authentication requests"
            suggestion = nil
        case .overridden:
            reason = "MSAL adds the header, and the application's value takes precedence over MSAL's own"
            suggestion = nil
        case .sdk, .reserved:
            reason = "MSAL ignores the header, because the prefix \(prefix) is reserved"
            suggestion = HeaderVerdict.sentName(for: name)
        case .ignored:
            reason = "MSAL ignores the header, because the name does not start with x-"
            suggestion = HeaderVerdict.sentName(for: name)
        }
    }

    /// Returns the name with the prefix `x-` in place of all reserved prefixes, or nil if nothing else is left of the name.
    private static func sentName(for name: String) -> String? {
        var sent = name.asciiLowercased.hasExactPrefix("x-") ? name : "x-\(name)"
        while let prefix = NativeHeader.reservedPrefixes.first(where: sent.asciiLowercased.hasExactPrefix) {
            sent = "x-" + String(sent.unicodeScalars.dropFirst(prefix.unicodeScalars.count))
        }
        return sent.utf8.count > 2 ? sent : nil
    }

    /// Whether a text is a header name (RFC 9110 §5.6.2).
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ASCII.isTokenCharacter)
    }

    /// The verdict as JSON: `{"header", "accepted", "class", "reason", "suggestion"}`.
    package var json: JSONValue {
        .object([
            JSONValue.Member("header", .string(name)), JSONValue.Member("accepted", .bool(isSent)),
            JSONValue.Member("class", kind.map { JSONValue.string($0.rawValue) } ?? .null),
            JSONValue.Member("reason", .string(reason)),
            JSONValue.Member("suggestion", suggestion.map(JSONValue.string) ?? .null),
        ])
    }

    /// The verdict for display: a line with the verdict, and a line with a name that works.
    package var lines: [String] {
        let verdict = "\(name)  \(isSent ? "yes" : "NO ")  \(reason)"
        return [verdict] + (suggestion.map { ["    use    \($0)"] } ?? [])
    }
}
