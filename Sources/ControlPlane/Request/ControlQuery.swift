package import Formats
package import Protocol

/// The query parameters of a control request. Each endpoint declares its parameters. An unknown, repeated or empty parameter is
/// rejected.
package struct ControlQuery: Sendable {
    package let known: [String]
    /// The parameters that may occur several times.
    let repeating: [String]

    /// The query of an endpoint without parameters.
    package static let none = ControlQuery([])

    package init(_ known: [String], repeating: [String] = []) {
        self.known = known
        self.repeating = repeating
    }

    /// Throws a problem of status 400 that names every parameter that is unknown or empty, or that is repeated without being one of
    /// `repeating`. An ignored parameter would widen the request: a test would see more than expected, and a deletion with an unset
    /// shell variable would delete everything.
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

    /// Throws a problem of status 400 for a body if only the query selects what the request affects. Ignored conditions in a body
    /// would widen the request to everything. An empty object is accepted.
    package func checkUnused(_ body: [UInt8]) throws(ProblemDocument) {
        guard body.contains(where: { !" \t\r\n{}".utf8.contains($0) }) else { return }
        let names = known.isEmpty ? "" : " Use the query parameters instead: \(known.joined(separator: ", "))."
        throw .invalid("The request must have no body.\(names)")
    }

    /// Returns a name from the client, shortened for an error message.
    private static func shortened(_ name: String) -> String {
        name.utf8.count <= 100 ? name : String(decoding: name.utf8.prefix(100), as: UTF8.self) + "…"
    }
}
