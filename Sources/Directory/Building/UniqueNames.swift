import Formats

/// Names that may be used only once, with the place of the first use.
struct UniqueNames {
    private var places: [ByteString: ConfigurationPlace] = [:]

    /// Reserves capacity for the total number of names, so that a large table does not grow step by step.
    mutating func reserveCapacity(_ count: Int) { places.reserveCapacity(count) }

    /// Claims a name, ignoring ASCII case, and reports a name that is already used.
    /// - Parameters:
    ///   - what: The kind of name in the message, such as "the domain".
    ///   - shown: The text in the message, if the name is derived from the text.
    /// - Returns: false if the name is already used.
    mutating func claim(
        _ name: String, _ what: String, shown: String? = nil, at place: ConfigurationPlace,
        _ findings: inout Findings
    ) -> Bool {
        let key = ByteString(name.asciiLowercased)
        // A new name is the usual case, and its hash is computed once.
        guard let first = places.updateValue(place, forKey: key) else { return true }
        places[key] = first
        findings.usedTwice(shown ?? name, what, at: place, first: first)
        return false
    }

    func contains(_ name: String) -> Bool { places[ByteString(name.asciiLowercased)] != nil }
}

extension Findings {
    /// Reports a name that was used before. `what` is the kind of name, such as "the domain".
    mutating func usedTwice(
        _ name: String, _ what: String, at place: ConfigurationPlace, first: ConfigurationPlace?
    ) {
        error(
            place, "\(what) \(name) is used twice",
            hint: first.map { "first at \($0.file):\($0.mark.line)" })
    }
}
