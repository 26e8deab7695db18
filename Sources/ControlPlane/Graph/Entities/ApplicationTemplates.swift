import Directory
import Entra
import Formats
import HTTP
import Protocol

/// A template of Microsoft's application gallery. The server has the template for applications that are not in the gallery.
struct ApplicationTemplate: Sendable {
    static let custom = ApplicationTemplate()

    let id = "8adf8e6e-67b2-4cf2-a259-e3dc5476c621"
}

extension GraphType where Entity == ApplicationTemplate {
    static let applicationTemplate = GraphType(
        "applicationTemplate", set: "applicationTemplates", id: { $0.id },
        [
            .derived("id", .text) { $0.id }.filterable,
            .derived("displayName", .text) { _ in "Custom" }.filterable,
            .derived("categories", .list(.text)) { _ in [] },
            .derived("description", .text) { _ in nil as String? },
            .derived("homePageUrl", .text) { _ in nil as String? },
            .derived("logoUrl", .text) { _ in nil as String? },
            .derived("publisher", .text) { _ in nil as String? },
            .derived("supportedProvisioningTypes", .list(.text)) { _ in [] },
            .derived("supportedSingleSignOnModes", .list(.text)) { _ in ["password", "saml", "notSupported"] },
        ])
}

/// The operations on application templates: they are read, and an application is made from one.
extension GraphOperation {
    private static let path = "/applicationTemplates"

    static let applicationTemplates: [GraphOperation] =
        GraphCollection<ApplicationTemplate>(
            path: path, type: .applicationTemplate, all: { (_) throws(GraphError) in [.custom] },
            find: { (request) throws(GraphError) in try template(request) }
        ).reading(.readApplications)
        + ["instantiate", "microsoft.graph.instantiate"].map { name in
            GraphOperation("POST", "\(path)/{id}/\(name)", .createApplications, instantiate)
        }

    private static func template(_ request: GraphRequest) throws(GraphError) -> ApplicationTemplate {
        let key = request.key().value
        guard key.isExactlyIgnoringASCIICase(ApplicationTemplate.custom.id) else { throw .notFound(key) }
        return .custom
    }

    /// Creates an application of the template, with its service principal.
    private static func instantiate(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let template = try template(request)
        guard let name = try request.members().first(where: { $0.name.isExactly("displayName") })?.value.string,
            !name.isEmpty
        else { throw .missingValue("displayName") }
        var application = Application(
            appId: request.services.random.guid().description, servicePrincipalID: request.newID(), displayName: name)
        application.id = request.newID()
        application.owners = [request.caller.owner].compactMap(\.self)
        application.createdDateTime = request.services.now
        application.otherProperties = [JSONValue.Member("applicationTemplateId", .string(template.id))]
        let new = application
        try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            let outcome = edit.add(new)
            try GraphError.check(outcome, key: new.id.description, conflict: "appId")
        }
        let principal = ServicePrincipal(
            id: new.servicePrincipalID, kind: .application, home: request.tenant.id, application: new)
        return GraphResponse.json(
            [
                GraphResponse.context("microsoft.graph.applicationServicePrincipal", request),
                JSONValue.Member("application", .object(GraphType.application.members(new, in: request.version))),
                JSONValue.Member(
                    "servicePrincipal", .object(GraphType.servicePrincipal.members(principal, in: request.version))),
            ], status: 201)
    }
}
