import Directory
import Formats
import Testing

/// Implements the part of JSON Schema that the configuration's schema uses, without patterns.
private struct SchemaCheck {
    let root: JSONValue

    /// Returns the paths at which a value violates the schema.
    func violations(_ value: JSONValue, _ schema: JSONValue, _ path: String = "") -> [String] {
        if let reference = schema["$ref"]?.string {
            guard let target = root["$defs"]?[String(reference.dropFirst("#/$defs/".count))] else {
                return ["\(path): \(reference)"]
            }
            return violations(value, target, path)
        }
        if let choices = schema["anyOf"]?.array {
            let results = choices.map { violations(value, $0, path) }
            guard !results.contains([]) else { return [] }
            return results.min { $0.count < $1.count } ?? []
        }
        if let words = schema["enum"]?.array { return words.contains(value) ? [] : [path] }
        guard let type = schema["type"]?.string else { return [] }
        switch (type, value) {
        case ("object", .object(let members)): return object(members, schema, path)
        case ("array", .array(let values)):
            guard let items = schema["items"] else { return [] }
            return values.enumerated().flatMap { violations($1, items, "\(path)[\($0)]") }
        case ("string", .string), ("boolean", .bool), ("null", .null): return []
        case ("integer", .integer(let number)):
            let isInside = schema["minimum"]?.integer ?? .min <= number && number <= schema["maximum"]?.integer ?? .max
            return isInside ? [] : [path]
        default: return [path]
        }
    }

    private func object(_ members: [JSONValue.Member], _ schema: JSONValue, _ path: String) -> [String] {
        var found = (schema["required"]?.array ?? []).compactMap(\.string)
            .filter { name in !members.contains { $0.name == name } }.map { "\(path).\($0) missing" }
        for member in members {
            if let property = schema["properties"]?[member.name] {
                found += violations(member.value, property, "\(path).\(member.name)")
            } else if schema["additionalProperties"] == .bool(false), !isAnnotation(member.name, schema) {
                found.append("\(path).\(member.name) unknown")
            }
        }
        return found
    }

    /// Whether the name matches the only pattern of the schema.
    private func isAnnotation(_ name: String, _ schema: JSONValue) -> Bool {
        schema["patternProperties"]?.object?.map(\.name) == [#"@(odata|microsoft\.graph)\."#]
            && (name.contains("@odata.") || name.contains("@microsoft.graph."))
    }
}

@Suite struct ConfigurationSchemaTests {
    private let schema: JSONValue

    init() throws {
        schema = try #require(JSONValue(parsing: ConfigurationSchema.json()))
    }

    private func violations(_ text: String) throws -> [String] {
        SchemaCheck(root: schema).violations(try YAMLNode.parse(Array(text.utf8)).json, schema)
    }

    @Test func schemaNamesDialectAndObjects() {
        #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
        let definitions = schema["$defs"]?.object?.map(\.name) ?? []
        for name in ["tenant", "user", "application", "settings", "server", "group"] {
            #expect(definitions.contains(name))
        }
    }

    @Test func everyKeyHasDescription() {
        for definition in (schema["$defs"]?.object ?? []) + [JSONValue.Member("root", schema)] {
            for property in definition.value["properties"]?.object ?? [] {
                #expect(property.value["description"]?.string?.isEmpty == false, "\(definition.name).\(property.name)")
            }
        }
    }

    @Test(arguments: [SeedDirectory.yaml, StarterConfiguration.text])
    func shippedConfigurationsAreValid(text: String) throws {
        #expect(try violations(text) == [])
        let outcome = load(text)
        #expect(outcome.problems.map(\.description) == [])
        #expect(outcome.configuration?.warnings == [])
    }

    @Test(
        "The schema rejects what the parser rejects",
        arguments: [
            ("tenant: []", ".tenant unknown"), ("tenants: [{domains: []}]", ".tenants[0].id missing"),
            ("settings: {signIn: x}", ".settings.signIn"),
            ("settings: {idTokenLifetime: 0}", ".settings.idTokenLifetime"),
            ("tenants: [{id: x, settings: {azureRegion: x}}]", ".tenants[0].settings.azureRegion unknown"),
            ("server: {httpPort: 70000}", ".server.httpPort"), ("server: {hots: x}", ".server.hots unknown"),
            ("tenants: [{id: x, users: [{}]}]", ".tenants[0].users[0].userPrincipalName missing"),
            ("tenants: [{id: x, applications: [{appId: 1}]}]", ".tenants[0].applications[0].appId"),
            ("tenants: [{id: x, users: [{userPrincipalName: a, password: null}]}]", ".tenants[0].users[0].password"),
            ("tenants: [{id: x, users: [{userPrincipalName: a, mfa: null}]}]", ".tenants[0].users[0].mfa"),
            (
                "tenants: [{id: x, users: [{userPrincipalName: a, oneTimeCode: null}]}]",
                ".tenants[0].users[0].oneTimeCode"
            ),
            ("server: {controlToken: null}", ".server.controlToken"),
            (
                "tenants: [{id: x, applications: [{appId: a, keyCredentials: [{usage: verify}]}]}]",
                ".tenants[0].applications[0].keyCredentials[0].usage"
            ),
        ])
    func schemaRejectsWhatParserRejects(text: String, violation: String) throws {
        #expect(try violations(text) == [violation])
        #expect(!load(text).problems.isEmpty)
    }

    @Test(
        "Server options accept the form of the command line",
        arguments: [
            "httpsPort: '8443,443'", "httpsPort: [8443, '443']", "httpsPort: 'off'", "httpPort: '8080'",
            "trustProxy: 'yes'",
            "trustProxy: 0", "workers: '2'", "maxBody: '1024'", "headerTimeout: '2.5'", "controlHost: 'a.test,.b.test'",
        ])
    func acceptsOptionsAsOnCommandLine(text: String) throws {
        #expect(try violations("server: {\(text)}") == [])
        #expect(load("server: {\(text)}").problems.map(\.description) == [])
    }

    @Test("Annotations are ignored, even in objects that reject other properties")
    func ignoresAnnotations() throws {
        let text = tenant("settings: {consent@odata.type: x, 'signIn@microsoft.graph.tips': null}")
        #expect(try violations(text) == [])
        #expect(load(text).problems.map(\.description) == [])
        let other = tenant("settings: {consent@x: 1}")
        #expect(try violations(other) == [".tenants[0].settings.consent@x unknown"])
        #expect(load(other).problems.count == 1)
    }

    @Test func acceptsOtherGraphProperties() throws {
        #expect(try violations("tenants: [{id: x, applications: [{appId: a, tags: [b], web: null}]}]") == [])
    }

    @Test("A password may be missing in an export, and a key may have any usage that Graph knows")
    func acceptsExportsWithoutPasswords() throws {
        for text in [
            tenant("users: [{userPrincipalName: a@contoso.com, passwordProfile: {password: null}}]"),
            application("keyCredentials: [{key: MAA=, usage: Encrypt}, {key: MAA=, usage: null}]"),
        ] {
            #expect(try violations(text) == [])
            #expect(load(text).problems.map(\.description) == [])
        }
    }
}
