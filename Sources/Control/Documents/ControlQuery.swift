package import Wire

/// The query of a control request: parameters by name, each once, none unknown.
package enum ControlQuery {
    /// Throws a problem of status 400 that names every parameter that is unknown, or given twice without being one of
    /// `repeating`. A parameter that is passed over would narrow nothing, and a test would see more than it believes.
    package static func check(_ query: Form, known: [String], repeating: [String] = []) throws(ProblemDocument) {
        var seen: [String] = []
        var faults: [String] = []
        for field in query.fields {
            if !known.contains(where: { $0.isExactly(field.name) }) {
                let hint = known.isEmpty ? "there are none here." : ControlBody.hint(for: field.name, among: known)
                faults.append("Unknown parameter '\(shortened(field.name))': \(hint)")
            } else if seen.contains(where: { $0.isExactly(field.name) }),
                !repeating.contains(where: { $0.isExactly(field.name) })
            {
                faults.append("The parameter '\(field.name)' is given twice.")
            }
            seen.append(field.name)
        }
        guard faults.isEmpty else {
            throw .invalid(faults.prefix(3).joined(separator: " ") + (faults.count > 3 ? " …" : ""))
        }
    }

    /// Foreign names in messages stay short.
    private static func shortened(_ name: String) -> String {
        name.utf8.count <= 100 ? name : String(decoding: name.utf8.prefix(100), as: UTF8.self) + "…"
    }
}
