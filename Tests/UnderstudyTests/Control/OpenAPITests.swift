import FoundationEssentials
import HTTP
import Testing
import Wire

@testable import Control
@testable import Understudy

/// `Config/openapi.yaml` is what the server serves, and tells of every path of the control plane and of none that is not there.
@Suite struct OpenAPITests {
    private static let methods = ["get", "put", "post", "delete", "patch"]

    private static func document() throws -> JSONValue {
        try YAMLNode.parse(Array(OpenAPIDocument.yaml.utf8)).json
    }

    /// `GET /path/{}` of each operation: a capture may have another name.
    private static func operations() throws -> [String] {
        let paths = try #require(document()["paths"]?.object)
        return paths.flatMap { path in
            (path.value.object ?? []).filter { methods.contains($0.name) }
                .map { operation($0.name.uppercased(), path.name) }
        }
    }

    private static func operation(_ method: String, _ path: String) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        return "\(method) " + segments.map { $0.hasPrefix("{") ? "{}" : String($0) }.joined(separator: "/")
    }

    private static var routes: [String] {
        Routes.table.flatMap { route in route.methods.map { operation($0, route.pattern) } }
    }

    /// What stands behind the routes of Microsoft Graph.
    private static var graph: [String] {
        GraphOperation.table.map { operation($0.method, GraphService.root + $0.pattern) }
    }

    /// The console is for people.
    private static func isOfConsole(_ operation: String) -> Bool {
        operation.hasSuffix("/_understudy") || operation.hasSuffix("/_understudy/")
            || operation.contains("/_understudy/console/")
    }

    @Test("every route of the control plane and every operation of Microsoft Graph is told of")
    func complete() throws {
        let described = Set(try OpenAPITests.operations())
        let routes = OpenAPITests.routes.filter { $0.contains(" /_understudy") && !OpenAPITests.isOfConsole($0) }
        #expect((routes + OpenAPITests.graph).filter { !described.contains($0) } == [])
    }

    @Test("every operation has a route")
    func existing() throws {
        let routes = Set(OpenAPITests.routes + OpenAPITests.graph)
        #expect(try OpenAPITests.operations().filter { !routes.contains($0) } == [])
    }

    @Test("every reference leads somewhere, every component is used, and no operation shares its id")
    func references() throws {
        let document = try OpenAPITests.document()
        var found: Set<String> = []
        OpenAPITests.visit(document) { member in
            if member.name == "$ref", let text = member.value.string { found.insert(text) }
        }
        let components = try #require(document["components"]?.object).filter { $0.name != "securitySchemes" }
        let defined = components.flatMap { kind in
            (kind.value.object ?? []).map { "#/components/\(kind.name)/\($0.name)" }
        }
        #expect(found == Set(defined))
        var ids: [String] = []
        OpenAPITests.visit(document) { member in
            if member.name == "operationId", let text = member.value.string { ids.append(text) }
        }
        #expect(ids.count == Set(ids).count)
        #expect(ids.count == (try OpenAPITests.operations().count))
    }

    @Test("the query of each operation of the control plane is told as it is taken")
    func queries() throws {
        let document = try OpenAPITests.document()
        let paths = try #require(document["paths"]?.object)
        var told: [String: Set<String>] = [:]
        for path in paths {
            for operation in path.value.object ?? [] where OpenAPITests.methods.contains(operation.name) {
                let names = (operation.value["parameters"]?.array ?? []).compactMap { entry in
                    let name = entry["$ref"]?.string.map { String($0.dropFirst("#/components/parameters/".count)) }
                    let parameter = name.flatMap { document["components"]?["parameters"]?[$0] } ?? entry
                    return parameter["in"]?.string == "query" ? parameter["name"]?.string : nil
                }
                told[OpenAPITests.operation(operation.name.uppercased(), path.name)] = Set(names)
            }
        }
        for route in Routes.table {
            guard let query = route.handler.query else { continue }
            for method in route.methods {
                let operation = OpenAPITests.operation(method, route.pattern)
                #expect(told[operation] == Set(query.known), "\(operation)")
            }
        }
    }

    private static func visit(_ value: JSONValue, _ visitor: (JSONValue.Member) -> Void) {
        for member in value.object ?? [] {
            visitor(member)
            visit(member.value, visitor)
        }
        for element in value.array ?? [] { visit(element, visitor) }
    }

    @Test("the document names this version, and the endpoints that scripts and the journal know")
    func names() throws {
        let document = try OpenAPITests.document()
        #expect(document["openapi"]?.string == "3.1.0")
        #expect(document["info"]?["version"]?.string == Version.text)
        let names = document["components"]?["schemas"]?["EndpointName"]?["enum"]?.array?.compactMap(\.string)
        #expect(names == EndpointName.names)
        let match = document["components"]?["schemas"]?["Match"]?["properties"]?.object?.map(\.name)
        #expect(match == ExchangeMatch.members)
    }

    @Test("the file is what is built in: run scripts/embed")
    func embedded() throws {
        let file = try Data(contentsOf: SourceScan.root.appending(path: "Config/openapi.yaml"))
        #expect(Array(file) == Array(OpenAPIDocument.yaml.utf8))
    }

    @Test("both forms are served, without a control token")
    func served() throws {
        let site = try MockEntra(settings: ServerSettings(controlToken: "secret")).site
        let yaml = try site.get("/_understudy/openapi.yaml")
        #expect(yaml.status == 200)
        #expect(yaml.header("Content-Type") == "application/yaml; charset=utf-8")
        #expect(yaml.text == OpenAPIDocument.yaml)
        let json = try site.get("/_understudy/openapi.json")
        #expect(json.header("Content-Type") == "application/json; charset=utf-8")
        #expect(json.json == (try OpenAPITests.document()))
    }
}
