import CConfig
import Directory
import Formats
import HTTP
import Protocol

extension ControlRoutes {
    /// The routes of the OpenAPI description and of the JSON Schema of the configuration file.
    static let openAPI: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/openapi.yaml", .openAPI(.yaml)),
        Route(["GET"], "/_understudy/openapi.json", .openAPI(.json)),
        Route(["GET"], "/_understudy/schema.json", .configurationSchema),
    ]
}

extension ControlEndpoint {
    enum OpenAPIFormat: Sendable {
        case yaml
        case json
    }

    /// Returns the endpoint of the OpenAPI 3.1 document, which is the text of `Config/openapi.yaml`.
    static func openAPI(_ format: OpenAPIFormat) -> ControlEndpoint {
        .control("openapi", usesStore: false, isPublic: true) { (_, _) throws(ProblemDocument) in
            switch format {
            case .yaml:
                return HTTPResponse(
                    status: 200, headers: HeaderList([.init("Content-Type", "application/yaml; charset=utf-8")]),
                    sharing: openAPIYAML)
            case .json: return .json(openAPIJSON)
            }
        }
    }

    /// The JSON Schema of the configuration file, for editors.
    static var configurationSchema: ControlEndpoint {
        .control("schema", usesStore: false, isPublic: true) { (_, _) throws(ProblemDocument) in
            .json(configurationSchemaJSON)
        }
    }

    private static let configurationSchemaJSON = SharedBody(ConfigurationSchema.json())
    private static let openAPIYAML = SharedBody(OpenAPIDocument.bytes)

    /// The OpenAPI document as JSON. Tests ensure that the document is valid YAML.
    private static let openAPIJSON = SharedBody(
        (try? YAMLNode.parse(OpenAPIDocument.bytes)).map { JSONWriter.value($0.json) } ?? [])
}

/// The OpenAPI description of the HTTP interface: the text of `Config/openapi.yaml`, which the compiler puts into the program.
package enum OpenAPIDocument {
    package static var bytes: [UInt8] { Array(EmbeddedText.bytes(of: cconfig_openapi)) }
}
