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
                    status: 200, contentType: "application/yaml; charset=utf-8",
                    body: Array(OpenAPIDocument.yaml.utf8), isCompressible: true)
            case .json: return .json(openAPIJSON, isCompressible: true)
            }
        }
    }

    /// The JSON Schema of the configuration file, for editors.
    static var configurationSchema: ControlEndpoint {
        .control("schema", usesStore: false, isPublic: true) { (_, _) throws(ProblemDocument) in
            .json(configurationSchemaJSON, isCompressible: true)
        }
    }

    private static let configurationSchemaJSON = ConfigurationSchema.json()

    /// The OpenAPI document as JSON. Tests ensure that the document is valid YAML.
    private static let openAPIJSON: [UInt8] =
        (try? YAMLNode.parse(Array(OpenAPIDocument.yaml.utf8))).map { JSONWriter.value($0.json) } ?? []
}
