@testable import ControlPlane
import Formats
import FoundationEssentials
import HTTP
@testable import Protocol
import TestTags
import Testing
@testable import Understudy

/// The server serves `Config/openapi.yaml`, which describes every path of the control plane and no others.
@Suite struct OpenAPITests {
    private static let methods = ["get", "put", "post", "delete", "patch"]

    private static func document() throws -> JSONValue {
        try YAMLNode.parse(OpenAPIDocument.bytes).json
    }

    /// Each operation as `GET /path/{}`. Parameter names are omitted because they may differ from the route table.
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

    /// The operations behind the routes of Microsoft Graph.
    private static var graph: [String] {
        GraphOperation.table.flatMap { row in GraphService.roots.map { operation(row.method, $0 + row.pattern) } }
    }

    /// Whether the operation belongs to the console, which the document omits.
    private static func isOfConsole(_ operation: String) -> Bool {
        operation.hasSuffix("/_understudy") || operation.hasSuffix("/_understudy/")
            || operation.contains("/_understudy/console/")
    }

    /// docs/reference/graph.md lists every operation of Microsoft Graph; the document describes those with typed members in Swift.
    @Test("The document describes every control-plane route")
    func describesEveryRoute() throws {
        let described = Set(try OpenAPITests.operations())
        let routes = OpenAPITests.routes.filter { $0.contains(" /_understudy") && !OpenAPITests.isOfConsole($0) }
        #expect(routes.filter { !described.contains($0) } == [])
    }

    @Test("Every described operation has a route")
    func describesNoOperationWithoutRoute() throws {
        let routes = Set(OpenAPITests.routes + OpenAPITests.graph)
        #expect(try OpenAPITests.operations().filter { !routes.contains($0) } == [])
    }

    @Test("Every reference resolves, every component is used and every operation ID is unique")
    func resolvesReferencesAndHasUniqueOperationIDs() throws {
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

    @Test("Each control-plane operation describes exactly the query parameters that the server accepts")
    func describesAcceptedQueryParameters() throws {
        let document = try OpenAPITests.document()
        let paths = try #require(document["paths"]?.object)
        var documented: [String: Set<String>] = [:]
        for path in paths {
            for operation in path.value.object ?? [] where OpenAPITests.methods.contains(operation.name) {
                let names = (operation.value["parameters"]?.array ?? []).compactMap { entry in
                    let name = entry["$ref"]?.string.map { String($0.dropFirst("#/components/parameters/".count)) }
                    let parameter = name.flatMap { document["components"]?["parameters"]?[$0] } ?? entry
                    return parameter["in"]?.string == "query" ? parameter["name"]?.string : nil
                }
                documented[OpenAPITests.operation(operation.name.uppercased(), path.name)] = Set(names)
            }
        }
        for route in Routes.table {
            guard let query = route.handler.query else { continue }
            for method in route.methods {
                let operation = OpenAPITests.operation(method, route.pattern)
                #expect(documented[operation] == Set(query), "\(operation)")
            }
        }
    }

    /// The endpoints of the control plane by operation, such as `GET /_understudy/keys/{}`, without the console.
    private static var endpoints: [String: ControlEndpoint] {
        let pairs = ControlRoutes.all.flatMap { route in
            route.methods.map { (operation($0, route.pattern), route.handler) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test("Each control-plane operation describes exactly the members that its request reads")
    func describesMembersOfBody() throws {
        for described in DescribedOperation.controlPlane {
            let endpoint = OpenAPITests.endpoints[OpenAPITests.operation(described.method, described.path)]
            // The body of `PUT directory` is a configuration, which has a schema of its own.
            guard described.id != "replaceDirectory" else { continue }
            #expect(described.members == endpoint?.members()?.known, "\(described.id)")
            #expect(described.required == endpoint?.members()?.required ?? [], "\(described.id)")
        }
    }

    @Test("The operations without a security requirement are those that need no control token")
    func describesOpenOperations() throws {
        let mock = try MockEntra()
        for described in DescribedOperation.controlPlane {
            let endpoint = OpenAPITests.endpoints[OpenAPITests.operation(described.method, described.path)]
            #expect(described.isOpen == endpoint?.endpoint(of: mock.server).isPublic, "\(described.id)")
        }
    }

    private static func visit(_ value: JSONValue, _ visitor: (JSONValue.Member) -> Void) {
        for member in value.object ?? [] {
            visitor(member)
            visit(member.value, visitor)
        }
        for element in value.array ?? [] { visit(element, visitor) }
    }

    @Test("The document contains the current version, the endpoint names and the match members")
    func listsVersionEndpointsAndMatchMembers() throws {
        let document = try OpenAPITests.document()
        #expect(document["openapi"]?.string == "3.1.0")
        #expect(document["info"]?["version"]?.string == Version.text)
        let names = document["components"]?["schemas"]?["EndpointName"]?["enum"]?.array?.compactMap(\.string)
        #expect(names == EndpointName.names)
        let match = document["components"]?["schemas"]?["Match"]?["properties"]?.object?.map(\.name)
        #expect(match == RequestCriteria.members)
    }

    struct DurationCase: Row {
        let name: String
        /// The path to the schema from the root of the document.
        let path: [String]
        let request: String
        /// The request body before and after the duration.
        let body: (before: String, after: String)
        /// The longest duration that the server accepts.
        var limit: Duration = .seconds(1 << 40)
    }

    private static func properties(_ path: String) -> [String] {
        ["paths", "/_understudy/\(path)", "requestBody", "content", "application/json", "schema", "properties"]
    }

    private static let responseSchema = ["components", "schemas", "ScriptedAnswer", "properties"]
    private static let stub = #"{"match":{"clientId":"a"},"responses":[{"#

    static let durations: [DurationCase] = [
        DurationCase(
            name: "offset", path: properties("clock"), request: "PUT clock", body: (#"{"offset":""#, #""}"#)),
        DurationCase(
            name: "advance", path: properties("clock"), request: "PUT clock", body: (#"{"advance":""#, #""}"#)),
        DurationCase(
            name: "lifetime", path: properties("tokens"), request: "POST tokens",
            body: (#"{"user":"alex@contoso.com","lifetime":""#, #""}"#)),
        DurationCase(
            name: "grace", path: properties("keys/rotate"), request: "POST keys/rotate",
            body: (#"{"grace":""#, #""}"#)),
        DurationCase(
            name: "delay", path: responseSchema, request: "POST responses", body: (stub + #""delay":""#, #""}]}"#),
            limit: .seconds(60)),
        DurationCase(
            name: "duration", path: responseSchema, request: "POST responses",
            body: (stub + #""fault":"drip","duration":""#, #""}]}"#), limit: .seconds(60)),
    ]

    @Test("The duration patterns accept the same values as the server", .tags(.slow), arguments: durations)
    func durationPatternsMatchServer(_ row: DurationCase) throws {
        let document = try OpenAPITests.document()
        let words = row.request.split(separator: " ").map(String.init)
        var schema = document
        for key in row.path {
            schema = try #require(schema[key] ?? schema[words[0].lowercased()]?[key], "\(key)")
        }
        let reference = try #require(schema[row.name]?["$ref"]?.string?.split(separator: "/").last.map(String.init))
        let pattern = try #require(document["components"]?["schemas"]?[reference]?["pattern"]?.string)
        let regex = try Regex(pattern)
        let site = try MockEntra().site
        for text in [
            "PT0S", "PT2S", "PT0.5S", "PT0.2S", "+PT1S", "PT1,25S", "PT1M", "PT1H", "P1D",
            "PT31536000S", "PT525600M", "PT100000H", "PT0.1234567890S", "PT1.0M", "P1W", "P1WT1H", "P36500D", "-PT1H",
            "-PT0.5S", "-P1W", "", "P", "PT", "P1H", "P1DT", "P1D1W", "PT1", "PT.5S", "PT0.5M", "1h",
        ] {
            if let duration = Duration(iso8601: text), duration > row.limit { continue }
            let response = try site.control(words[0], words[1], row.body.before + text + row.body.after)
            #expect((response.status < 400) == (text.wholeMatch(of: regex) != nil), "\(text): \(response.text)")
        }
    }

    @Test("The embedded document is equal to the file")
    func embedsCurrentOpenAPIFile() throws {
        let file = try Data(contentsOf: SourceScan.root.appending(path: "Config/openapi.yaml"))
        #expect(Array(file) == OpenAPIDocument.bytes)
    }

    @Test("The server serves YAML and JSON without a control token")
    func servesYAMLAndJSONWithoutToken() throws {
        let site = try MockEntra(settings: ServerSettings(controlToken: "secret")).site
        let yaml = try site.get("/_understudy/openapi.yaml")
        #expect(yaml.status == 200)
        #expect(yaml.header("Content-Type") == "application/yaml; charset=utf-8")
        #expect(Array(yaml.body) == OpenAPIDocument.bytes)
        let json = try site.get("/_understudy/openapi.json")
        #expect(json.header("Content-Type") == "application/json; charset=utf-8")
        #expect(json.json == (try OpenAPITests.document()))
    }
}
