import Directory
import Formats
package import Protocol

/// The JSON object in the body of a control request. The whole body is read before the request has any effect, so that nothing is
/// half-applied and all errors are reported together.
///
/// Use: `try ControlBody.read(bytes) { Request(user: $0.required("user", .text), count: $0.optional("count", .count)) }`. A member
/// that the closure does not read is unknown, and is rejected. Null is a value like any other, and is rejected unless the member's
/// kind accepts null. A value that is null by mistake is therefore reported, and does not widen the request.
package struct ControlBody {
    /// The largest number of unknown members in one error.
    package static let maximumUnknown = 100

    private let members: [JSONValue.Member]
    /// The JSON Pointer to this object.
    private let pointer: String
    private var known: [String] = []
    private var requiredNames: [String] = []
    private(set) var causes: [ProblemDocument.Cause] = []

    private init(_ members: [JSONValue.Member], at pointer: String) {
        self.members = members
        self.pointer = pointer
    }

    /// Reads the object with `content`, which must read every possible member. Throws a problem of status 400 that names each
    /// unknown member, with the most similar known one, and each missing or invalid value. With `allowsEmpty`, an empty body counts
    /// as an empty object.
    package static func read<Content>(
        _ bytes: [UInt8], allowsEmpty: Bool = false, _ content: (inout ControlBody) -> Content
    ) throws(ProblemDocument) -> Content {
        try read(allowsEmpty && bytes.isEmpty ? .object([]) : value(bytes), content)
    }

    /// Parses a body. Throws a problem of status 400 for a body that is not JSON.
    static func value(_ bytes: [UInt8]) throws(ProblemDocument) -> JSONValue {
        guard let value = JSONValue(parsing: bytes) else {
            throw ProblemDocument(
                status: 400, title: "Malformed body",
                detail: bytes.isEmpty
                    ? "The body is empty: send a JSON object."
                    : "The body is not JSON (RFC 8259), or an object has two members with the same name.")
        }
        return value
    }

    /// Reads an object that is parsed already. Throws like the reading of bytes.
    static func read<Content>(
        _ value: JSONValue, _ content: (inout ControlBody) -> Content
    ) throws(ProblemDocument) -> Content {
        var causes: [ProblemDocument.Cause] = []
        let read = read(value, at: "#", &causes, content)
        if let problem = problem(causes) { throw problem }
        return read
    }

    /// Returns the problem of status 400 with these causes, or nil without causes.
    fileprivate static func problem(_ causes: [ProblemDocument.Cause]) -> ProblemDocument? {
        guard !causes.isEmpty else { return nil }
        let texts = causes.prefix(3).map { cause in
            cause.pointer == "#"
                ? cause.detail : "\(cause.pointer.dropping(prefix: "#") ?? cause.pointer): \(cause.detail)"
        }
        return .invalid(texts.joined(separator: " ") + (causes.count > 3 ? " …" : ""), causes)
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

    /// Returns the value of an optional member, or nil if the member is absent or invalid. `read` reports an invalid value at the
    /// end.
    package mutating func optional<Value>(_ name: String, _ kind: FieldKind<Value>) -> Value? {
        known.append(name)
        guard let value = members.first(where: { $0.name.isExactly(name) })?.value else { return nil }
        return kind.read(value, memberPointer(name), &causes)
    }

    /// Returns the value of a required member, or a placeholder if the member is absent or invalid. `read` then throws.
    package mutating func required<Value>(_ name: String, _ kind: FieldKind<Value>) -> Value {
        requiredNames.append(name)
        let found = causes.count
        if let value = optional(name, kind) { return value }
        if causes.count == found {
            causes.append(.init(pointer: memberPointer(name), detail: "The member is required."))
        }
        return kind.placeholder()
    }

    /// Whether the object has a member with this name, valid or not.
    package func has(_ name: String) -> Bool { members.contains { $0.name.isExactly(name) } }

    /// Whether no error was found so far, and every member is known so far.
    var isSound: Bool {
        causes.isEmpty && members.allSatisfy { member in known.contains { $0.isExactly(member.name) } }
    }

    /// Returns a member as it was sent, or null if the member is absent. The caller reports errors in the value.
    func raw(_ name: String) -> JSONValue { members.first { $0.name.isExactly(name) }?.value ?? .null }

    /// Reports an error of the object that the kinds of its members cannot detect.
    package mutating func reject(_ detail: String) {
        causes.append(.init(pointer: pointer, detail: detail))
    }

    /// Reports an error of one member that its kind cannot detect.
    package mutating func reject(_ name: String, _ detail: String) {
        causes.append(.init(pointer: memberPointer(name), detail: detail))
    }

    private func memberPointer(_ name: String) -> String { ControlBody.pointer(pointer, name) }

    static func pointer(_ parent: String, _ name: String) -> String {
        "\(parent)/\(JSONPointer.segment(name.firstScalars(200)))"
    }

    private mutating func findUnknown(atMost limit: Int) {
        let unknown = members.lazy.filter { [known] member in !known.contains { $0.isExactly(member.name) } }
        for member in unknown.prefix(max(limit, causes.isEmpty ? 1 : 0)) {
            let hint =
                known.isEmpty ? "the object must be empty." : ControlBody.hint(for: member.name, among: known)
            causes.append(.init(pointer: memberPointer(member.name), detail: "Unknown member: \(hint)"))
        }
    }

    /// Returns a hint for an unknown name: the most similar known name, or all known names.
    static func hint(for name: String, among known: [String]) -> String {
        Suggestion.nearest(to: name, among: known).map { "did you mean \($0)?" }
            ?? "valid names are \(known.joined(separator: ", "))."
    }
}

/// A control request whose body is a JSON object. The initializer alone declares the members of the body: reading, error messages
/// and the comparison with `Config/openapi.yaml` use it.
package protocol ControlRequest: Sendable {
    /// Whether an empty body counts as an empty object.
    static var allowsEmptyBody: Bool { get }

    /// Reads every member that the body may have, and reports contradictions between them.
    init(reading body: inout ControlBody)
}

extension ControlRequest {
    package static var allowsEmptyBody: Bool { false }

    /// Reads a body. Throws a problem of status 400 that names every error.
    package init(parsing body: [UInt8]) throws(ProblemDocument) {
        self = try ControlBody.read(body, allowsEmpty: Self.allowsEmptyBody) { Self(reading: &$0) }
    }

    /// The members that the body may have.
    static var members: ControlBody.Members { ControlBody.members(of: Self.self) }
}

extension ControlBody {
    /// The names of the members of a body.
    struct Members: Equatable, Sendable {
        let known: Set<String>
        let required: Set<String>
    }

    /// Returns the members that a request reads from an empty object.
    fileprivate static func members<Request: ControlRequest>(of request: Request.Type) -> Members {
        var body = ControlBody([], at: "#")
        _ = Request(reading: &body)
        // Allowed (character): the names are those of the source code.
        return Members(known: Set(body.known), required: Set(body.requiredNames))
    }
}

/// The check of values that a program passes to the control plane without JSON. The rules and the errors are those of a request's
/// body, and all errors are reported together.
package struct ControlArguments {
    private var causes: [ProblemDocument.Cause] = []

    private init() {}

    /// Runs `content`, which checks every value. Throws a problem of status 400 that names each invalid value.
    package static func check(_ content: (inout ControlArguments) -> Void) throws(ProblemDocument) {
        var arguments = ControlArguments()
        content(&arguments)
        if let problem = ControlBody.problem(arguments.causes) { throw problem }
    }

    /// Checks a value, unless the value is nil. `name` is the path of the value in a request's body, such as `match/user`.
    package mutating func check<Value>(_ name: String, _ value: Value?, _ kind: FieldKind<Value>) {
        guard let value, let problem = kind.problem(value) else { return }
        reject(name, problem)
    }

    /// Reports an error of one value.
    package mutating func reject(_ name: String, _ detail: String) {
        causes.append(.init(pointer: "#/\(name)", detail: detail))
    }

    /// Reports an error of the values together, or of one of them.
    mutating func reject(_ contradiction: Contradiction) {
        causes.append(.init(pointer: contradiction.member.map { "#/\($0)" } ?? "#", detail: contradiction.detail))
    }
}

/// A contradiction between the values of a request.
struct Contradiction {
    /// The member to which the message belongs, or nil for the whole request.
    let member: String?
    let detail: String

    init(_ member: String? = nil, _ detail: String) {
        self.member = member
        self.detail = detail
    }
}

extension ControlBody {
    /// Reports a contradiction between members.
    mutating func reject(_ contradiction: Contradiction) {
        if let member = contradiction.member {
            reject(member, contradiction.detail)
        } else {
            reject(contradiction.detail)
        }
    }
}
