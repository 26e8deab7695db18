@testable import ControlPlane
import Formats
import FoundationEssentials
import HTTP
@testable import Protocol
import Testing
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
                #expect(told[operation] == Set(query), "\(operation)")
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

    struct DurationPlace: Row {
        let name: String
        /// Its schema, from the root of the document.
        let path: [String]
        let request: String
        /// The body around the duration.
        let body: (before: String, after: String)
        /// The longest that is taken, in seconds.
        var limit: Duration = .seconds(1 << 40)
    }

    private static func properties(_ path: String) -> [String] {
        ["paths", "/_understudy/\(path)", "requestBody", "content", "application/json", "schema", "properties"]
    }

    private static let answer = ["components", "schemas", "ScriptedAnswer", "properties"]
    private static let script = #"{"match":{"clientId":"a"},"responses":[{"#

    static let durationPlaces: [DurationPlace] = [
        DurationPlace(
            name: "offset", path: properties("clock"), request: "PUT clock", body: (#"{"offset":""#, #""}"#)),
        DurationPlace(
            name: "advance", path: properties("clock"), request: "PUT clock", body: (#"{"advance":""#, #""}"#)),
        DurationPlace(
            name: "lifetime", path: properties("tokens"), request: "POST tokens",
            body: (#"{"user":"alex@contoso.com","lifetime":""#, #""}"#)),
        DurationPlace(
            name: "grace", path: properties("keys/rotate"), request: "POST keys/rotate",
            body: (#"{"grace":""#, #""}"#)),
        DurationPlace(
            name: "delay", path: answer, request: "POST responses", body: (script + #""delay":""#, #""}]}"#),
            limit: .seconds(60)),
        DurationPlace(
            name: "duration", path: answer, request: "POST responses",
            body: (script + #""fault":"drip","duration":""#, #""}]}"#), limit: .seconds(60)),
    ]

    @Test("durations are told as they are taken", arguments: durationPlaces)
    func durations(_ row: DurationPlace) throws {
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
            let answer = try site.control(words[0], words[1], row.body.before + text + row.body.after)
            #expect((answer.status < 400) == (text.wholeMatch(of: regex) != nil), "\(text): \(answer.text)")
        }
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
