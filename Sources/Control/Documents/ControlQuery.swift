package import Wire

/// The query that a control request may have: parameters by name, each once, none unknown and none
/// empty. Every endpoint declares its own.
package struct ControlQuery: Sendable {
    package let known: [String]
    /// Those that may be given several times.
    let repeating: [String]

    /// Of an endpoint that takes no parameters.
    package static let none = ControlQuery([])

    package init(_ known: [String], repeating: [String] = []) {
        self.known = known
        self.repeating = repeating
    }

    /// Throws a problem of status 400 that names every parameter that is unknown, has no value, or is given twice without being
    /// one of `repeating`. A parameter that is passed over would narrow nothing: a test would see more than it believes, and a
    /// deletion with a shell's variable that is not set would take everything.
    package func check(_ query: Form) throws(ProblemDocument) {
        var seen: [String] = []
        var faults: [String] = []
        for field in query.fields {
            if !known.contains(where: { $0.isExactly(field.name) }) {
                let hint =
                    known.isEmpty ? "this endpoint has no parameters." : ControlBody.hint(for: field.name, among: known)
                faults.append("Unknown parameter '\(ControlQuery.shortened(field.name))': \(hint)")
            } else if seen.contains(where: { $0.isExactly(field.name) }),
                !repeating.contains(where: { $0.isExactly(field.name) })
            {
                faults.append("The parameter '\(field.name)' occurs more than once: give it once.")
            } else if field.value.isEmpty {
                faults.append("The parameter '\(field.name)' is empty: give it a value, or omit it.")
            }
            seen.append(field.name)
        }
        guard faults.isEmpty else {
            throw .invalid(faults.prefix(3).joined(separator: " ") + (faults.count > 3 ? " …" : ""))
        }
    }

    /// Throws a problem of status 400 for a body where the query alone says what is meant: criteria that are read by nobody would
    /// have everything taken. An empty object says nothing.
    package func checkUnused(_ body: [UInt8]) throws(ProblemDocument) {
        guard body.contains(where: { !" \t\r\n{}".utf8.contains($0) }) else { return }
        let names = known.isEmpty ? "" : " Use the query parameters instead: \(known.joined(separator: ", "))."
        throw .invalid("The request must have no body.\(names)")
    }

    /// Foreign names in messages stay short.
    private static func shortened(_ name: String) -> String {
        name.utf8.count <= 100 ? name : String(decoding: name.utf8.prefix(100), as: UTF8.self) + "…"
    }
}
