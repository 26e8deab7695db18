import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The page with the configuration of a tenant, or of the whole directory, as YAML.
struct DirectoryExportView: ConsoleView {
    let tenant: (id: String, name: String)?
    let yaml: String
    let showsSecrets: Bool

    /// Creates the page of the tenant that the target names, or else of the whole directory.
    init(_ target: DirectoryTarget, mask: SecretMask, showsSecrets: Bool) {
        tenant = target.tenant.map { ($0.id.description, $0.displayName) }
        self.showsSecrets = showsSecrets
        let export = DirectoryExport.json(target.directory)
        yaml = YAMLWriter.text(mask.json(target.tenant.map { DirectoryExportView.part(export, $0) } ?? export))
    }

    /// Returns the export with one tenant.
    private static func part(_ export: JSONValue, _ tenant: Tenant) -> JSONValue {
        let id = tenant.kind == .consumers ? "consumers" : tenant.id.description
        let tenants = (export["tenants"]?.array ?? []).filter { $0["id"] == .string(id) }
        return .object([.init("tenants", .array(tenants))])
    }

    static let path = "\(ConsoleSection.directory.path)/export"

    static func link(_ tenant: Tenant?) -> String {
        path + (tenant.map { "?tenant=\(DirectoryOperation.key($0.id))" } ?? "")
    }

    var section: ConsoleSection { .directory }
    var title: String { tenant.map { "\($0.name) as YAML" } ?? "The directory as YAML" }
    var lead: String {
        showsSecrets
            ? Console.secretsWarning
            : "The configuration that starts a server with this directory. Secrets are masked."
    }

    private var fields: [Form.Field] { tenant.map { [Form.Field("tenant", $0.id)] } ?? [] }

    func write(to html: inout HTMLWriter) {
        html.trail(
            from: section,
            tenant.map { [($0.name, ConsoleSection.directory.link([Form.Field("tenant", $0.id)]))] } ?? [])
        html.element("div", ["class": "actions"]) { html in
            if showsSecrets {
                html.exportForm("post", "Download with secrets", fields + [Form.Field("download", "1")])
            } else {
                html.exportForm("get", "Download", fields + [Form.Field("download", "1")])
                html.exportForm("post", "Show secrets", fields)
            }
        }
        html.raw("\n")
        html.codeBlock(CodeBlock("understudy.yaml", yaml))
    }

    /// The configuration as a file.
    var file: HTTPResponse {
        var response = HTTPResponse(
            status: 200, contentType: "application/yaml; charset=utf-8", body: Array(yaml.utf8))
        response.headers.set("Content-Disposition", "attachment; filename=\"understudy.yaml\"")
        response.headers.set("Cache-Control", "no-store")
        return response
    }
}

extension HTMLWriter {
    fileprivate mutating func exportForm(_ method: String, _ button: String, _ fields: [Form.Field]) {
        element("form", ["method": method, "action": DirectoryExportView.path, "class": "inline"]) { html in
            html.hiddenFields(fields)
            html.element("button", ["class": "small"], text: button)
        }
    }
}
