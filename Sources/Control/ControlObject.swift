import Directory
package import Wire

/// A JSON object that a tester sent: its members are read by name and type, and a member that nobody knows is refused by name,
/// with the one that was probably meant.
package struct ControlObject: Sendable {
    /// Bytes of a text and entries of a list or an object, beyond which it is refused.
    package static let maximumText = 4096
    package static let maximumEntries = 64

    private let value: JSONValue
    /// Where it stands, for messages: `match`; empty for the body itself.
    private let place: String

    /// A body. Throws a problem of status 400 for what is no JSON object, or names a member outside `known`.
    package init(body: [UInt8], known: [String]) throws(ProblemDocument) {
        guard let value = JSONValue(parsing: body), value.object != nil else {
            throw ControlObject.problem("The body is not a JSON object (RFC 8259; each member once).")
        }
        try self.init(value, at: "", known: known)
    }

    package init(_ value: JSONValue, at place: String, known: [String]) throws(ProblemDocument) {
        guard let members = value.object else { throw ControlObject.problem("\(place) must be an object.") }
        self.value = value
        self.place = place
        for member in members where !known.contains(where: { $0.isExactly(member.name) }) {
            throw ControlObject.unknown(name(member.name), member.name, among: known)
        }
    }

    /// Where a member stands: `match.clientId`.
    package func name(_ member: String) -> String { place.isEmpty ? member : "\(place).\(member)" }

    package subscript(_ member: String) -> JSONValue? { value[member] }

    package func string(_ member: String) throws(ProblemDocument) -> String? {
        guard let value = value[member] else { return nil }
        return try ControlObject.text(value, at: name(member))
    }

    /// A whole number within bounds.
    package func integer(_ member: String, in range: ClosedRange<Int64>) throws(ProblemDocument) -> Int64? {
        guard let value = value[member] else { return nil }
        guard let number = value.integer, range.contains(number) else {
            throw ControlObject.problem(
                "\(name(member)) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    package func bool(_ member: String) throws(ProblemDocument) -> Bool? {
        guard let value = value[member] else { return nil }
        guard let bool = value.bool else { throw ControlObject.problem("\(name(member)) must be true or false.") }
        return bool
    }

    /// An object of texts.
    package func strings(_ member: String) throws(ProblemDocument) -> [(name: String, value: String)] {
        guard let value = value[member] else { return [] }
        guard let members = value.object, members.count <= ControlObject.maximumEntries else {
            throw ControlObject.problem(
                "\(name(member)) must be an object of at most \(ControlObject.maximumEntries) texts.")
        }
        var texts: [(name: String, value: String)] = []
        for entry in members {
            texts.append((entry.name, try ControlObject.text(entry.value, at: "\(name(member)).\(entry.name)")))
        }
        return texts
    }

    /// A list.
    package func array(_ member: String) throws(ProblemDocument) -> [JSONValue]? {
        guard let value = value[member] else { return nil }
        guard let list = value.array, list.count <= ControlObject.maximumEntries else {
            throw ControlObject.problem(
                "\(name(member)) must be a list of at most \(ControlObject.maximumEntries) entries.")
        }
        return list
    }

    private static func text(_ value: JSONValue, at place: String) throws(ProblemDocument) -> String {
        guard let text = value.string, !text.isEmpty, text.utf8.count <= maximumText else {
            throw problem("\(place) must be a text of 1 to \(maximumText) bytes.")
        }
        return text
    }

    /// The refusal of a name.
    package static func unknown(_ place: String, _ name: String, among known: [String]) -> ProblemDocument {
        let hint =
            Suggestion.nearest(to: name, among: known).map { "did you mean \($0)?" }
            ?? "known are \(known.joined(separator: ", "))."
        return problem("\(shortened(place)) is not known; \(hint)")
    }

    package static func problem(_ detail: String) -> ProblemDocument {
        ProblemDocument(status: 400, title: "Not a valid request", detail: detail)
    }

    /// Foreign names in messages stay short.
    private static func shortened(_ name: String) -> String {
        name.utf8.count <= 100 ? name : String(decoding: name.utf8.prefix(100), as: UTF8.self) + "…"
    }
}
