import Formats
import HTTP
import Protocol

extension ControlRoutes {
    /// The route of the description of Microsoft Graph.
    static let graphReference: [Route<ControlEndpoint>] = [Route(["GET"], "/_understudy/graph", .graphReference)]
}

extension ControlEndpoint {
    /// The operations of Microsoft Graph that this server has, and the properties of its types, as JSON. The reference page
    /// docs/reference/graph.md is written from it.
    static var graphReference: ControlEndpoint {
        .control("graphReference", usesStore: false, isPublic: true) { (_, _) throws(ProblemDocument) in
            .json(JSONWriter.value(GraphReference.json), isCompressible: true)
        }
    }
}

/// The description of a type: its name, its set, and its properties with their operators.
struct GraphTypeDescription: Sendable {
    let name: String
    let set: String
    let properties: [JSONValue]

    init<Entity>(_ type: GraphType<Entity>) {
        name = type.name
        set = type.set
        properties = type.table.properties.map { property in
            GraphTypeDescription.json(
                GraphPart(
                    name: property.name, kind: property.kind, support: property.support, parts: property.parts),
                [
                    .init("use", .string(property.use)), .init("default", .bool(property.isDefault)),
                    .init("required", .bool(property.isRequired)),
                ])
        }
    }

    private static func json(_ part: GraphPart, _ more: [JSONValue.Member] = []) -> JSONValue {
        let parts: [JSONValue.Member] =
            part.parts.isEmpty ? [] : [.init("parts", .array(part.parts.map { json($0) }))]
        return .object(
            [
                .init("name", .string(part.name)), .init("kind", .string(part.kind.rawValue)),
                .init("operators", .string(part.support.text)),
            ] + more + parts)
    }
}

extension GraphProperty {
    /// The rule for writes in one word.
    fileprivate var use: String {
        if isRelation { return "relation" }
        return switch access {
        case .readWrite: "readWrite"
        case .creation: "creation"
        case .read: "read"
        }
    }
}

private enum GraphReference {
    static let json: JSONValue = .object([
        .init("operations", .array(GraphOperation.table.map(operation))),
        .init("types", .array(types.map(type))),
    ])

    /// The types of the operations, each once.
    private static var types: [GraphTypeDescription] {
        var seen: Set<ByteString> = []
        return GraphOperation.table.compactMap { $0.type?() }.filter { seen.insert(ByteString($0.name)).inserted }
    }

    private static func type(_ type: GraphTypeDescription) -> JSONValue {
        .object([
            .init("name", .string(type.name)), .init("set", .string(type.set)),
            .init("properties", .array(type.properties)),
        ])
    }

    private static func operation(_ operation: GraphOperation) -> JSONValue {
        let permission = operation.permission
        let lists = [
            ("delegated", permission.delegated), ("own", permission.own), ("application", permission.application),
            ("applicationOwner", permission.applicationOwner),
        ].filter { !$0.1.isEmpty }
        let rejection: [JSONValue.Member] =
            operation.rejection.map { error in
                let members: [JSONValue.Member] = [
                    .init("status", .integer(Int64(error.status))), .init("code", .string(error.code)),
                    .init("message", .string(error.message)),
                ]
                return [.init("rejection", .object(members))]
            } ?? []
        return .object(
            [.init("method", .string(operation.method)), .init("path", .string(operation.pattern))]
                + lists.map { name, values in .init(name, .array(values.map { .string($0) })) } + rejection)
    }
}
