import Entra
import Formats

/// The service principal of an application that another tenant registers.
struct ServicePrincipalDraft: Sendable {
    let location: ConfigurationLocation
    var appId: Marked<String>?
    var properties = ServicePrincipalProperties()

    /// The appId.
    var value: String { appId?.value ?? "" }
}

extension TenantDraft {
    /// The properties of the listed service principals that are not the usual ones.
    var servicePrincipalProperties: [ClientID: ServicePrincipalProperties] {
        servicePrincipals.reduce(into: [:]) { properties, draft in
            if draft.properties != ServicePrincipalProperties() {
                properties[ClientID(draft.value)] = draft.properties
            }
        }
    }
}

extension ServicePrincipalDraft {
    static let keys = ObjectSpec<ServicePrincipalDraft>(
        "servicePrincipal", "The service principal of an application that another tenant or Microsoft registers.",
        unknownKeys: .kept(\.properties.otherProperties),
        keys: [
            .key("appId", \.appId, .marked(.nonEmptyText), "The application (client) id.").required,
            .key(
                "accountEnabled", \.properties.accountEnabled, .bool,
                "false: the application is disabled in this tenant. Default true."),
            .key(
                "appRoleAssignmentRequired", \.properties.appRoleAssignmentRequired, .bool,
                "true: in this tenant, only assigned users and clients get tokens. Default false."),
            .key(
                "owners", \.properties.owners, .list(.objectID),
                "Object ids of the users and service principals of this tenant that own the service principal."),
        ])

    /// An appId alone, or an object.
    static let value: ValueSpec<ServicePrincipalDraft> = {
        let object = keys.value { ServicePrincipalDraft(location: $0) }
        let text = ValueSpec<Marked<String>>.marked(.nonEmptyText)
        let export: ValueSpec<ServicePrincipalDraft>.Export = { draft in
            guard draft.properties == ServicePrincipalProperties(), let appId = draft.appId else {
                return object.export(draft)
            }
            return text.export(appId)
        }
        return ValueSpec(.either([.text, object.shape]), export: export) { input, location, findings in
            guard case .scalar = input.kind else { return object.read(input, location, &findings) }
            return text.read(input, location, &findings).map { ServicePrincipalDraft(location: location, appId: $0) }
        }
    }()

    /// Creates the draft from which the service principal of a client is exported.
    init(of client: ClientID, in tenant: Tenant) {
        self.init(
            location: .none, appId: .exported(client.description),
            properties: tenant.servicePrincipalProperties[client] ?? ServicePrincipalProperties())
    }
}
