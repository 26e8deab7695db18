package import Formats

extension RedirectURIVerdict {
    /// The correct form, or the lines to paste into the Info.plist. Nil if no change is needed or possible.
    package var suggestion: String? {
        switch remedy {
        case .uri(let uri): uri
        case .urlScheme(let scheme): PlistSnippet.urlTypes(scheme)
        case .urlType(let scheme): PlistSnippet.urlType(scheme)
        case .queriesSchemes(let schemes): PlistSnippet.queriesSchemes(schemes)
        case .advice(let text): text
        case nil: nil
        }
    }

    /// Returns the verdict as JSON: the members of `subject`, then `{"sdk", "accepted", "reason", "error", "suggestion"}`.
    package func json(of subject: [JSONValue.Member]) -> JSONValue {
        .object(
            subject + [
                JSONValue.Member("sdk", .string(judge.rawValue)), JSONValue.Member("accepted", .bool(isAccepted)),
                JSONValue.Member("reason", .string(reason)),
                JSONValue.Member("error", error.map(JSONValue.string) ?? .null),
                JSONValue.Member("suggestion", suggestion.map(JSONValue.string) ?? .null),
            ])
    }

    /// The verdict for display: a line with the verdict, then lines with the error and the correction.
    package var lines: [String] {
        let name = judge.rawValue + String(repeating: " ", count: max(8 - judge.rawValue.utf8.count, 1))
        var lines = ["  \(name)\(isAccepted ? "yes" : "NO ")  \(reason)"]
        if let error { lines.append("               error  \(error)") }
        if let suggestion {
            let parts = suggestion.pieces(separatedBy: "\n", keepingEmpty: true)
            for (position, part) in parts.enumerated() {
                lines.append("               \(position == 0 ? "use    " : "       ")\(part)")
            }
        }
        return lines
    }
}
