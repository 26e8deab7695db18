import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// A service principal: an application's object in one tenant, with the application's properties.
struct ServicePrincipal: Sendable {
    enum Kind: String, Sendable {
        case application = "Application"
        case managedIdentity = "ManagedIdentity"
    }

    let id: ObjectID
    let kind: Kind
    /// The tenant in which the application is registered, Microsoft's own for Microsoft's APIs, or nil for managed identities.
    let home: TenantID?
    var application: Application
}

extension GraphType where Entity == ServicePrincipal {
    static let servicePrincipal = GraphType(
        "servicePrincipal", set: "servicePrincipals", id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id }.filterable,
            .property("accountEnabled", \.application.accountEnabled, .boolean).filterable,
            .stored("addIns", stored, .anyList, absent: .array([])),
            .stored("alternativeNames", stored, .anyTexts, absent: .array([])),
            .derived("appDisplayName", .text) { $0.application.displayName }.searchable,
            .property("appId", \.application.appId, .nonEmptyText).required.creationOnly.filterable,
            .derived("appOwnerOrganizationId", .guid) { $0.home }.filterable,
            .derived("applicationTemplateId", .text) { $0.application.templateID }.filterable,
            .property("appRoleAssignmentRequired", \.application.appRoleAssignmentRequired, .boolean),
            .derived("createdDateTime", .dateTime) { $0.application.createdDateTime },
            .derived("deletedDateTime", .dateTime) { $0.application.servicePrincipalDeletedDateTime },
            .stored("description", stored, .anyText(upTo: 1_024)),
            .derived("displayName", .text) { $0.application.displayName }.searchable,
            homepage,
            .stored("loginUrl", stored, .anyText),
            .derived("logoutUrl", .text) { $0.application.logoutUrl },
            .stored("notes", stored, .anyText(upTo: 1_024)),
            .stored("notificationEmailAddresses", stored, .anyTexts, absent: .array([])),
            .stored("preferredSingleSignOnMode", stored, .anyText),
            .stored("preferredTokenSigningKeyThumbprint", stored, .anyText),
            .derived("replyUrls", .list(.text)) { $0.application.redirectURIs.map(\.uri.string) },
            .stored("samlMetadataUrl", stored, .anyText).onSelect,
            .stored("samlSingleSignOnSettings", stored, .objectWithContent),
            .derived("servicePrincipalNames", .list(.text)) { $0.names }.filterable,
            .derived("servicePrincipalType", .text) { $0.kind.rawValue }.filterable,
            .derived("signInAudience", .word) { $0.application.signInAudience },
            .stored("tags", stored, .anyTexts, absent: .array([])).filterable,
            .stored("tokenEncryptionKeyId", stored, .anyText),
            .derived("appRoles", .list(.appRole)) { $0.application.appRoles },
            .property("keyCredentials", \.application.servicePrincipalCertificates, .list(.keyCredential)).detailed {
                .array($0.application.servicePrincipalCertificates.map(\.jsonWithKey))
            },
            .derived("oauth2PermissionScopes", .list(.permissionScope)) { $0.application.oauth2PermissionScopes }
                .only(in: .stable),
            .derived("publishedPermissionScopes", .list(.permissionScope)) { $0.application.oauth2PermissionScopes }
                .only(in: .beta),
            .derived("passwordCredentials", .list(.passwordCredential)) { $0.application.servicePrincipalSecrets },
        ])

    /// The home page of the service principal, or of the application until one is written.
    private static var homepage: GraphProperty<ServicePrincipal> {
        let own = GraphProperty<ServicePrincipal>.stored("homepage", stored, .anyText)
        return GraphProperty<ServicePrincipal>(name: own.name, kind: own.kind) { principal in
            let value = own.get(principal)
            return value == .null ? principal.application.homePageURL : value
        } set: { (principal, json, path) throws(GraphError) in
            try own.set?(&principal, json, path)
        }
    }
}

extension GraphValue where Value == JSONValue {
    /// An object, or null in place of an object without a value.
    fileprivate static let objectWithContent = GraphValue.parsed(.complex, { $0 }) { value in
        guard let read = try? anyObject.read(value, "") else { return nil }
        return read.object?.contains { !$0.isAnnotation && $0.value != .null } == true ? read : .null
    }
}

private let stored: any WritableKeyPath<ServicePrincipal, [JSONValue.Member]> & Sendable =
    \.application.otherPartProperties.servicePrincipal

extension Application {
    fileprivate var homePageURL: JSONValue {
        self.otherPartProperties.web.first { $0.name.isExactly("homePageUrl") }?.value ?? .null
    }

    /// The ID of the template from which the application was made, or nil.
    fileprivate var templateID: String? {
        self.otherProperties.first { $0.name.isExactly("applicationTemplateId") }?.value.string
    }
}

extension ServicePrincipal {
    /// The properties that belong to the service principal and not to the registration.
    fileprivate var properties: ServicePrincipalProperties {
        var properties = ServicePrincipalProperties()
        properties.accountEnabled = application.accountEnabled
        properties.appRoleAssignmentRequired = application.appRoleAssignmentRequired
        properties.otherProperties = application.otherPartProperties.servicePrincipal
        return properties
    }

    fileprivate var names: [String] { [application.appId] + application.identifierUris }
}

/// The service principals of a tenant: of the tenant's own applications, of Microsoft's APIs, of managed identities, and of
/// applications of other tenants with a consent or an assignment in this tenant.
struct ServicePrincipals: Sendable {
    let tenant: Tenant
    let services: Services

    init(_ tenant: Tenant, _ services: Services) {
        self.tenant = tenant
        self.services = services
    }

    var all: [ServicePrincipal] {
        (tenant.ownApplications + tenant.microsoftAPIs).compactMap(own) + tenant.managedIdentities.map(managed)
            + foreign
    }

    func find(_ id: ObjectID) -> ServicePrincipal? {
        if let application = tenant.applications.first(where: { $0.servicePrincipalID == id }) {
            return own(application)
        }
        if let api = tenant.microsoftAPI(servicePrincipal: id) { return own(api) }
        return tenant.managedIdentities.first { $0.principalID == id }.map(managed) ?? foreign.first { $0.id == id }
    }

    func find(_ client: ClientID) -> ServicePrincipal? {
        if let application = tenant.application(client) { return own(application) }
        return tenant.managedIdentities.first { $0.clientID == client }.map(managed)
            ?? foreign.first { $0.application.clientID == client }
    }

    private func own(_ application: Application) -> ServicePrincipal? {
        guard application.hasServicePrincipal || grants.hasServicePrincipal(application.clientID) else { return nil }
        return ServicePrincipal(
            id: application.servicePrincipalID, kind: .application,
            home: application.microsoft == nil ? tenant.id : .microsoft,
            application: application.microsoft == nil ? application : inTenant(application))
    }

    /// Returns an application that another tenant or Microsoft registers, with the properties of its service principal here.
    private func inTenant(_ application: Application) -> Application {
        var changed = tenant.inTenant(application)
        let others = tenant.servicePrincipalProperties[application.clientID]?.otherProperties ?? []
        guard others != changed.otherPartProperties.servicePrincipal else { return changed }
        changed.otherPartProperties.servicePrincipal = others
        return changed
    }

    private func managed(_ identity: ManagedIdentity) -> ServicePrincipal {
        ServicePrincipal(
            id: identity.principalID, kind: .managedIdentity, home: nil, application: identity.application)
    }

    private var grants: ConsentGrants { ConsentGrants(tenant: tenant, store: services.store) }

    /// The service principals of other tenants' applications, sorted by client ID.
    private var foreign: [ServicePrincipal] {
        let runtime = services.store.grants(in: tenant.id)
        let parties = (tenant.grants + runtime).flatMap { [$0.client, $0.resource] }
        let assignments = tenant.appRoleAssignments + services.store.appRoleAssignments(in: tenant.id)
        let assigned = assignments.flatMap { [$0.resource] + $0.principal.clients }
        let clients = tenant.servicePrincipals.union(parties).union(assigned).filter { tenant.application($0) == nil }
        return clients.sorted().compactMap { client in
            services.directory.registration(of: client).map { home, application in
                ServicePrincipal(
                    id: .servicePrincipal(of: client, in: tenant.id), kind: .application, home: home.id,
                    application: inTenant(application))
            }
        }
    }
}

extension AppRoleAssignment.Principal {
    fileprivate var clients: [ClientID] {
        if case .application(let client) = self { [client] } else { [] }
    }
}

extension GraphOperation {
    private static let collection = GraphCollection<ServicePrincipal>(
        path: "/servicePrincipals", type: .servicePrincipal,
        indexes: [
            GraphIndex("id") { ServicePrincipals($0.tenant, $0.services).find(ObjectID($1)) },
            GraphIndex("appId") { ServicePrincipals($0.tenant, $0.services).find(ClientID($1)) },
        ],
        all: { (request) throws(GraphError) in ServicePrincipals(request.tenant, request.services).all },
        find: { (request) throws(GraphError) in try request.servicePrincipal() })

    static let servicePrincipals: [GraphOperation] =
        collection.reading(.readApplications, tracksChanges: true)
        + collection.creating(.createServicePrincipals) { (request) throws(GraphError) in
            let principal = try create(request)
            return request.created(principal, .servicePrincipal, at: "/servicePrincipals")
        }
        + collection.changing(.manageServicePrincipals) { (request, principal) throws(GraphError) in
            let members = try request.members()
            guard let home = principal.home else { throw unchangeable }
            guard home == request.tenant.id else { return try changeForeign(principal, members, request) }
            try request.change(principal.application) { (changed) throws(GraphError) in
                var after = ServicePrincipal(
                    id: principal.id, kind: principal.kind, home: principal.home, application: changed)
                try GraphType.servicePrincipal.table.write(members, into: &after, .change)
                changed = after.application
                complete(&changed, request)
            }
        }
        + collection.deleting(.manageServicePrincipals) { (request, principal) throws(GraphError) in
            guard principal.home != nil, principal.home != .microsoft else {
                throw .badRequest("The service principal of a Microsoft API or a managed identity cannot be deleted.")
            }
            let client = principal.application.clientID
            let recorded = request.recorded
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                edit.delete(servicePrincipalOf: client, at: request.services.now, recorded)
            }
            try request.revoke(.application(client))
        }

    static let unchangeable = GraphError.badRequest(
        "The service principal of a Microsoft API or a managed identity cannot be changed.")

    /// Changes the service principal of another tenant's application. Only the properties that belong to the service principal can
    /// be changed.
    private static func changeForeign(
        _ principal: ServicePrincipal, _ members: [JSONValue.Member], _ request: GraphRequest
    ) throws(GraphError) {
        var after = principal
        try GraphType.servicePrincipal.table.write(members, into: &after, .change)
        guard !after.application.hasServicePrincipalCredentials else { throw CredentialHolder.locked }
        let client = principal.application.clientID
        var wanted = after.properties
        wanted.owners = request.owners(of: principal)
        let properties = wanted
        try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            let outcome = edit.update(servicePrincipalOf: client, properties)
            try GraphError.check(outcome, key: client.description, conflict: "appId")
        }
    }

    /// Creates a service principal. The object ID is derived from the client ID for an application of another tenant, and is new
    /// for an application of this tenant.
    private static func create(_ request: GraphRequest) throws(GraphError) -> ServicePrincipal {
        var requested = ServicePrincipal(
            id: ObjectID(""), kind: .application, home: nil,
            application: Application(appId: "", servicePrincipalID: ObjectID(""), displayName: ""))
        let (members, owners) = try request.members(binding: "owners")
        for owner in owners { try checkOwner(owner, request) }
        try GraphType.servicePrincipal.table.write(members, into: &requested, .creation)
        let client = requested.application.clientID
        var wanted = requested.properties
        wanted.owners = ([request.caller.owner].compactMap(\.self) + owners).firstOfEach(\.self)
        let properties = wanted
        let others = requested.application.otherPartProperties.servicePrincipal
        let certificates = requested.application.servicePrincipalCertificates
        let newID = request.newID()
        return try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            guard let (home, application) = request.services.directory.registration(of: client, in: edit.tenant),
                home.id == edit.tenant.id || application.signInAudience.isMultiTenant
            else {
                throw .badRequest(
                    "No application that can be used in this tenant has the appId '\(client)'.",
                    [GraphError.Detail(code: "NoBackingApplicationObject", target: "appId")])
            }
            guard request.caller.mayAdd(application, of: home.id, to: edit.tenant.id) else { throw .denied }
            guard ServicePrincipals(edit.tenant, request.services).find(client) == nil else {
                throw .exists("The application '\(client)' already has a service principal.")
            }
            let isHome = home.id == edit.tenant.id
            guard isHome || certificates.isEmpty else { throw CredentialHolder.locked }
            let id = isHome ? newID : .servicePrincipal(of: client, in: edit.tenant.id)
            let outcome =
                isHome
                ? edit.addServicePrincipal(of: client, id: id) : edit.update(servicePrincipalOf: client, properties)
            try GraphError.check(outcome, key: client.description, conflict: "appId")
            var made = application
            made.accountEnabled = properties.accountEnabled
            made.appRoleAssignmentRequired = properties.appRoleAssignmentRequired
            made.otherPartProperties.servicePrincipal = others
            if isHome {
                made.hasServicePrincipal = true
                made.servicePrincipalID = id
                made.servicePrincipalOwners = properties.owners
                made.servicePrincipalCertificates = certificates
                complete(&made, request)
                let outcome = edit.update(made)
                try GraphError.check(outcome, key: client.description, conflict: "appId")
            }
            return ServicePrincipal(id: id, kind: .application, home: home.id, application: made)
        }
    }
}
