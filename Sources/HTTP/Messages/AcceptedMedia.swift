import Formats

extension HeaderList {
    /// Whether the `Accept` field names HTML explicitly, as browsers do and programs do not (RFC 9110 §12.5.1). `*/*` does not
    /// count, and neither does a range with the weight 0.
    package var acceptsHTML: Bool {
        let accepted = self["Accept"] ?? ""
        return accepted.utf8.split(separator: UInt8(ascii: ",")).contains { range in
            var parts = range.split(separator: UInt8(ascii: ";")).map { String(Substring($0.trimmed)) }[...]
            guard let type = parts.popFirst(), type.isExactlyIgnoringASCIICase("text/html") else { return false }
            return !parts.contains { parameter in
                ["q=0", "q=0.", "q=0.0", "q=0.00", "q=0.000"].contains(where: parameter.isExactlyIgnoringASCIICase)
            }
        }
    }
}
