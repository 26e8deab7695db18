import Wire

/// Names that may be given only once, with where each was given first.
struct UniqueNames {
    private var places: [ExactString: ConfigurationPlace] = [:]

    /// Makes room for so many names in all, so that a large table does not grow step by step.
    mutating func reserveCapacity(_ count: Int) { places.reserveCapacity(count) }

    /// Takes a name, ASCII case folded; reports it when it is taken.
    /// - Parameters:
    ///   - what: the kind of name, for the message: "the domain".
    ///   - shown: what the message names, where the name follows from that.
    /// - Returns: false when it is taken.
    mutating func claim(
        _ name: String, _ what: String, shown: String? = nil, at place: ConfigurationPlace,
        _ findings: inout Findings
    ) -> Bool {
        let key = ExactString(name.asciiLowercased)
        // The usual case, a new name, is hashed once.
        guard let first = places.updateValue(place, forKey: key) else { return true }
        places[key] = first
        findings.usedTwice(shown ?? name, what, at: place, first: first)
        return false
    }

    func contains(_ name: String) -> Bool { places[ExactString(name.asciiLowercased)] != nil }
}

extension Findings {
    /// Reports a name that was given before. `what` is the kind of name: "the domain".
    mutating func usedTwice(
        _ name: String, _ what: String, at place: ConfigurationPlace, first: ConfigurationPlace?
    ) {
        error(
            place, "\(what) \(name) is used twice",
            hint: first.map { "first at \($0.file):\($0.mark.line)" })
    }
}
