import Directory
package import Wire

/// The query of a control request: parameters by name, each once, none unknown.
package enum ControlQuery {
    /// Throws a problem of status 400 that names every parameter that is unknown or given twice.
    package static func check(_ query: Form, known: [String]) throws(ProblemDocument) {
        var seen: [String] = []
        var faults: [String] = []
        for field in query.fields {
            if !known.contains(where: { $0.isExactly(field.name) }) {
                let near = Suggestion.nearest(to: field.name, among: known).map { ": did you mean \($0)?" }
                faults.append("Unknown parameter '\(field.name)'\(near ?? ".")")
            } else if seen.contains(where: { $0.isExactly(field.name) }) {
                faults.append("The parameter '\(field.name)' is given twice.")
            }
            seen.append(field.name)
        }
        guard faults.isEmpty else {
            throw ProblemDocument(status: 400, title: "Invalid request", detail: faults.joined(separator: " "))
        }
    }
}
