import ControlPlane
import Formats
import Testing
@testable import Understudy

/// An operation of the control plane as `Config/openapi.yaml` describes it.
struct DescribedOperation: Row {
    let id: String
    let method: String
    /// The pattern of the path, such as `/_understudy/keys/{key}`.
    let path: String
    /// The names of the query parameters.
    let query: Set<String>
    /// The members of the JSON body, or nil if the body has no declared members.
    let members: Set<String>?
    let required: Set<String>
    /// Whether the operation needs no control token.
    let isOpen: Bool
    /// The example of the body, or nil if there is none.
    let example: JSONValue?

    var name: String { id }

    /// The path below `/_understudy/`, with `x` for each capture.
    var examplePath: String {
        path.split(separator: "/").dropFirst().map { $0.hasPrefix("{") ? "x" : String($0) }.joined(separator: "/")
    }

    /// Sends the example, and returns the status of the response.
    func status(at site: Site) throws -> Int {
        let body = example.map { String(decoding: JSONWriter.value($0), as: UTF8.self) } ?? ""
        return try site.control(method, examplePath, body).status
    }

    /// Every described operation below `/_understudy/`.
    static let controlPlane: [DescribedOperation] = {
        guard let document = try? YAMLNode.parse(OpenAPIDocument.bytes).json else { return [] }
        return (document["paths"]?.object ?? []).filter { $0.name.hasPrefix("/_understudy/") }.flatMap { path in
            (path.value.object ?? []).map { DescribedOperation(method: $0.name, path.name, $0.value, in: document) }
        }
    }()

    private init(method: String, _ path: String, _ operation: JSONValue, in document: JSONValue) {
        id = operation["operationId"]?.string ?? ""
        self.method = method.uppercased()
        self.path = path
        let parameters = (operation["parameters"]?.array ?? []).map { DescribedOperation.resolve($0, in: document) }
        query = Set(parameters.filter { $0["in"]?.string == "query" }.compactMap { $0["name"]?.string })
        let content = operation["requestBody"]?["content"]?["application/json"]
        let schema = content?["schema"].map { DescribedOperation.resolve($0, in: document) }
        members = (schema?["properties"]?.object).map { Set($0.map(\.name)) }
        required = Set((schema?["required"]?.array ?? []).compactMap(\.string))
        isOpen = operation["security"]?.array?.first?.object?.isEmpty == true
        example = content?["example"] ?? content?["examples"]?.object?.first?.value["value"]
    }

    private static func resolve(_ value: JSONValue, in document: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string else { return value }
        return reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? .null }
    }
}
