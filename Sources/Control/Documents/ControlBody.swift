import Directory
import Wire

/// The JSON object that a control request brings. It is read whole before anything is done, so that nothing is half-applied,
/// and whatever is wrong with it is told at once.
///
/// Use: `try ControlBody.read(bytes) { Request(user: $0.required("user", .text), count: $0.optional("count", .count)) }`. A member
/// that is not asked for is unknown. Null is a value like any other, and wrong where the member's kind does not take it: who left
/// something out by mistake is told, and does not reach more than was meant.
package struct ControlBody {
    /// Unknown members that are named in one answer; further ones are found when these are gone.
    package static let maximumUnknown = 100

    private let members: [JSONValue.Member]
    /// JSON Pointer to this object.
    private let pointer: String
    private var known: [String] = []
    private(set) var causes: [ProblemDocument.Cause] = []

    private init(_ members: [JSONValue.Member], at pointer: String) {
        self.members = members
        self.pointer = pointer
    }

    /// What the object says, by `content`, which must ask for every member there may be. Throws a problem of status 400 that
    /// names each unknown member, with the one probably meant, and each missing or wrong value. `allowsEmpty`: no body is the
    /// same as an empty object.
    package static func read<Content>(
        _ bytes: [UInt8], allowsEmpty: Bool = false, _ content: (inout ControlBody) -> Content
    ) throws(ProblemDocument) -> Content {
        guard let value = allowsEmpty && bytes.isEmpty ? .object([]) : JSONValue(parsing: bytes) else {
            throw ProblemDocument(
                status: 400, title: "Malformed body",
                detail: bytes.isEmpty
                    ? "The body is empty: send a JSON object."
                    : "The body is not JSON (RFC 8259), or an object has two members with the same name.")
        }
        var causes: [ProblemDocument.Cause] = []
        let read = read(value, at: "#", &causes, content)
        guard causes.isEmpty else {
            let texts = causes.prefix(3).map { cause in
                cause.pointer == "#" ? cause.detail : "\(cause.pointer.behind("#") ?? cause.pointer): \(cause.detail)"
            }
            throw .invalid(texts.joined(separator: " ") + (causes.count > 3 ? " …" : ""), causes)
        }
        return read
    }

    static func read<Content>(
        _ value: JSONValue, at pointer: String, _ causes: inout [ProblemDocument.Cause],
        _ content: (inout ControlBody) -> Content
    ) -> Content {
        var body = ControlBody(value.object ?? [], at: pointer)
        let read = content(&body)
        guard value.object != nil else {
            causes.append(.init(pointer: pointer, detail: "Must be an object."))
            return read
        }
        body.findUnknown(atMost: maximumUnknown - causes.count)
        causes += body.causes
        return read
    }

    /// The value of a member that may be absent; nil, too, where it is wrong, which is told at the end.
    package mutating func optional<Value>(_ name: String, _ kind: FieldKind<Value>) -> Value? {
        known.append(name)
        guard let value = members.first(where: { $0.name.isExactly(name) })?.value else { return nil }
        return kind.read(value, place(of: name), &causes)
    }

    /// The value of a member that must be there; a placeholder where it is not, which never leaves `read`.
    package mutating func required<Value>(_ name: String, _ kind: FieldKind<Value>) -> Value {
        let found = causes.count
        if let value = optional(name, kind) { return value }
        if causes.count == found { causes.append(.init(pointer: place(of: name), detail: "The member is required.")) }
        return kind.placeholder()
    }

    /// Whether a member is there, be its value a wrong one.
    package func has(_ name: String) -> Bool { members.contains { $0.name.isExactly(name) } }

    /// Whether nothing has been found wrong so far: neither a value nor the name of a member.
    var isSound: Bool {
        causes.isEmpty && members.allSatisfy { member in known.contains { $0.isExactly(member.name) } }
    }

    /// A member as it was sent, null where there is none; whoever reads what is in it says what is wrong with it.
    func raw(_ name: String) -> JSONValue { members.first { $0.name.isExactly(name) }?.value ?? .null }

    /// Notes something wrong that the kinds cannot tell, of the object.
    package mutating func refuse(_ detail: String) {
        causes.append(.init(pointer: pointer, detail: detail))
    }

    /// The same of one member.
    package mutating func refuse(_ name: String, _ detail: String) {
        causes.append(.init(pointer: place(of: name), detail: detail))
    }

    private func place(of name: String) -> String { ControlBody.pointer(pointer, name) }

    static func pointer(_ parent: String, _ name: String) -> String {
        "\(parent)/\(JSONPointer.segment(name.firstScalars(200)))"
    }

    private mutating func findUnknown(atMost limit: Int) {
        let unknown = members.lazy.filter { [known] member in !known.contains { $0.isExactly(member.name) } }
        for member in unknown.prefix(max(limit, causes.isEmpty ? 1 : 0)) {
            let hint =
                known.isEmpty ? "the object must be empty." : ControlBody.hint(for: member.name, among: known)
            causes.append(.init(pointer: place(of: member.name), detail: "Unknown member: \(hint)"))
        }
    }

    /// What was probably meant by a name that is not known: the nearest of those that are, else all of them.
    static func hint(for name: String, among known: [String]) -> String {
        Suggestion.nearest(to: name, among: known).map { "did you mean \($0)?" }
            ?? "valid names are \(known.joined(separator: ", "))."
    }
}
