import Wire

/// Names that may be given only once, with where each was given first.
struct UniqueNames {
    private var places: [ExactString: ConfigurationPlace] = [:]

    /// Takes a name, ASCII case folded; reports it when it is taken.
    /// - Parameter what: the kind of name, for the message: "the domain".
    /// - Returns: false when it is taken.
    mutating func claim(
        _ name: String, _ what: String, at place: ConfigurationPlace, _ findings: inout Findings
    ) -> Bool {
        let key = ExactString(name.asciiLowercased)
        if let first = places[key] {
            findings.error(place, "\(what) \(name) is used twice", hint: "first at \(first.file):\(first.mark.line)")
            return false
        }
        places[key] = place
        return true
    }

    func contains(_ name: String) -> Bool { places[ExactString(name.asciiLowercased)] != nil }
}
