import Entra
import Formats

/// A JSON object of an export during its construction. Values that the configuration implies are left out: nil, empty lists and
/// objects, and defaults.
struct ExportedObject {
    private(set) var members: [JSONValue.Member] = []

    var value: JSONValue { .object(members) }

    mutating func set(_ name: String, _ value: JSONValue?) {
        if let value { members.append(JSONValue.Member(name, value)) }
    }

    mutating func set(_ name: String, _ text: String?) { set(name, text.map(JSONValue.string)) }

    mutating func set(_ name: String, _ number: Int?) { set(name, number.map { .integer(Int64($0)) }) }

    mutating func set(_ name: String, _ words: [some CustomStringConvertible]) {
        set(name, words.map { JSONValue.string($0.description) })
    }

    mutating func set(_ name: String, _ values: [JSONValue]) {
        if !values.isEmpty { set(name, .array(values)) }
    }

    /// Adds a nested object unless the object is empty.
    mutating func nested(_ name: String, _ fill: (inout ExportedObject) -> Void) {
        set(name, unlessEmpty: .exported(fill))
    }

    mutating func set(_ name: String, unlessEmpty object: JSONValue) {
        if object != .object([]) { set(name, object) }
    }
}

extension JSONValue {
    static func exported(_ fill: (inout ExportedObject) -> Void) -> JSONValue {
        var object = ExportedObject()
        fill(&object)
        return object.value
    }
}

/// The objects of a tenant to which references may point. Objects are deleted at run time, and references to them remain. An
/// export leaves such references out, because no configuration may contain them.
struct LiveObjects {
    let tenant: Tenant
    let directory: Directory

    /// Returns an application that has, or can have, a service principal in the tenant.
    func application(_ id: ClientID) -> Application? {
        if let own = tenant.application(id) { return own }
        guard let application = directory.registration(of: id)?.application, application.signInAudience.isMultiTenant
        else { return nil }
        return application
    }

    /// Returns whether an appId alone names an application of another tenant.
    func isRegisteredElsewhere(_ id: ClientID) -> Bool {
        directory.registration(of: id).map { $0.tenant.id != tenant.id } ?? false
    }

    func grant(_ grant: PermissionGrant) -> PermissionGrant? {
        guard application(grant.client) != nil, let resource = application(grant.resource) else { return nil }
        if case .principal(let user) = grant.consentType, tenant.user(user) == nil { return nil }
        var live = grant
        live.scopes = grant.scopes.filter { name in
            resource.oauth2PermissionScopes.contains { $0.value.isExactlyIgnoringASCIICase(name) }
        }
        return live
    }

    func assignment(_ assignment: AppRoleAssignment) -> AppRoleAssignment? {
        guard let resource = application(assignment.resource) else { return nil }
        let role = resource.appRoles.first { $0.id == assignment.appRole }
        let isForAll = assignment.appRole == .defaultAccess
        let isLive =
            switch assignment.principal {
            case .user(let id): tenant.user(id) != nil && (isForAll || role?.allowsUsers == true)
            case .group(let id): tenant.group(id) != nil && (isForAll || role?.allowsUsers == true)
            case .application(let id):
                (application(id) != nil || tenant.managedIdentities.contains { $0.clientID == id })
                    && (isForAll || role?.allowsApplications == true)
            }
        return isLive ? assignment : nil
    }

    func required(_ required: RequiredResource) -> RequiredResource? {
        guard let resource = application(required.resourceAppId) else { return nil }
        return RequiredResource(
            resourceAppId: required.resourceAppId,
            scopes: required.scopes.filter { id in resource.oauth2PermissionScopes.contains { $0.id == id } },
            roles: required.roles.filter { id in resource.appRoles.contains { $0.id == id } })
    }

    func names(_ names: PolicyUsers.Names) -> PolicyUsers.Names {
        var live = names
        live.ids = names.ids.filter { tenant.user($0) != nil || tenant.group($0) != nil }
        return live
    }

    func selection(_ selection: Selection<ClientID>) -> Selection<ClientID> {
        var live = selection
        live.included = selection.included.filter { application($0) != nil }
        live.excluded = selection.excluded.filter { application($0) != nil }
        return live
    }
}
