import Formats

extension JSONValue {
    /// The value as JSON text with one member on each line, indented by two spaces. A list of texts or numbers takes one line.
    var indented: String { indented(at: 0) }

    private func indented(at level: Int) -> String {
        let inner = "\n" + String(repeating: "  ", count: level + 1)
        let end = "\n" + String(repeating: "  ", count: level)
        switch self {
        case .object(let members) where !members.isEmpty:
            let lines = members.map {
                "\(inner)\(StringLiteral.json.quoted($0.name)): \($0.value.indented(at: level + 1))"
            }
            return "{\(lines.joined(separator: ","))\(end)}"
        case .array(let values) where values.contains(where: { $0.object != nil }):
            return "[\(values.map { inner + $0.indented(at: level + 1) }.joined(separator: ","))\(end)]"
        case .array(let values):
            return "[\(values.map { $0.indented(at: level + 1) }.joined(separator: ", "))]"
        // Allowed (lossy-text): the writer of JSON writes UTF-8.
        default: return String(decoding: JSONWriter.value(self), as: UTF8.self)
        }
    }
}
