import Entra
import Formats
import Platform

extension DirectoryBuilder {
    /// Resolves the references between applications. All applications must be resolved before.
    mutating func resolveApplicationReferences() {
        for tenant in tenants.indices {
            for position in tenants[tenant].draft.applications.indices {
                if !tenants[tenant].draft.applications[position].required.isEmpty {
                    tenants[tenant].applications[position].requiredResourceAccess =
                        required(tenants[tenant].draft.applications[position], in: tenant)
                }
                if !tenants[tenant].draft.applications[position].preAuthorized.isEmpty {
                    tenants[tenant].applications[position].preAuthorizedApplications = preAuthorized(
                        tenants[tenant].draft.applications[position], tenants[tenant].applications[position])
                }
                checkLimits(of: position, in: tenant)
                adviseOnCredentials(
                    tenants[tenant].applications[position], at: tenants[tenant].draft.applications[position].location)
            }
            SystemThread.empty(&tenants[tenant].draft.applications)
        }
    }

    private mutating func required(_ draft: ApplicationDraft, in tenant: Int) -> [RequiredResource] {
        var result: [RequiredResource] = []
        for entry in draft.required {
            guard let resource = entry.resource else { continue }
            guard let api = api(resource.value, in: tenant) else {
                let message = "no API with the appId \(resource.value) is known in this tenant"
                if draft.isExport {
                    findings.warning(resource.location, message, hint: "the permissions of this API are ignored")
                } else {
                    findings.error(resource.location, message)
                }
                continue
            }
            var required = RequiredResource(resourceAppId: api.clientID, scopes: [], roles: [])
            for access in entry.access { add(access, of: api, to: &required, isExport: draft.isExport) }
            result.append(required)
        }
        return result
    }

    /// Returns the API with the appId, or the API of Microsoft with the App ID URI or display name.
    func api(_ name: String, in tenant: Int) -> Application? {
        if let api = application(ClientID(name), visibleIn: tenant) { return api }
        let owner = MicrosoftNames.owner(of: name)
        let cloud = tenants[tenant].draft.cloud ?? .global
        let named = owner.flatMap { $0.clouds.contains(cloud) ? $0.api : nil }
        guard let id = named ?? MicrosoftAPI.find(named: name)?.clientID else { return nil }
        return application(id, visibleIn: tenant)
    }

    private mutating func add(
        _ access: RequiredAccessDraft, of api: Application, to required: inout RequiredResource, isExport: Bool
    ) {
        guard let name = access.id else { return }
        let permission: PermissionID?
        switch access.kind {
        case .scope: permission = scope(name.value, of: api)?.id
        case .role: permission = role(name.value, of: api)?.id
        }
        guard let permission else {
            let message = "\(api.displayName) has no permission \(name.value) of type \(access.kind.rawValue)"
            if isExport {
                findings.warning(name.location, message, hint: "the permission is ignored")
            } else {
                let hint = permissionHint(name.value, of: api, access.kind)
                findings.error(name.location, message, hint: hint)
            }
            return
        }
        switch access.kind {
        case .scope: required.scopes.append(permission)
        case .role: required.roles.append(permission)
        }
    }

    private func permissionHint(_ name: String, of api: Application, _ kind: RequiredAccessDraft.Kind) -> String? {
        switch kind {
        case .scope where role(name, of: api) != nil: "\(name) is a permission of type Role"
        case .role where scope(name, of: api) != nil: "\(name) is a permission of type Scope"
        case .scope: Suggestion.hint(for: name, among: api.oauth2PermissionScopes.map(\.value))
        case .role: Suggestion.hint(for: name, among: api.appRoles.map(\.value))
        }
    }

    private mutating func preAuthorized(
        _ draft: ApplicationDraft, _ application: Application
    ) -> [PreAuthorizedApplication] {
        draft.preAuthorized.compactMap { entry in
            guard let client = entry.appId else { return nil }
            var ids: [PermissionID] = []
            for name in entry.permissions {
                guard let scope = scope(name.value, of: application) else {
                    findings.error(
                        name.location, "this application has no scope \(name.value)",
                        hint: Suggestion.hint(for: name.value, among: application.oauth2PermissionScopes.map(\.value)))
                    continue
                }
                ids.append(scope.id)
            }
            return PreAuthorizedApplication(appId: ClientID(client), delegatedPermissionIds: ids)
        }
    }

    /// Returns the scope with the ID or value.
    func scope(_ name: String, of api: Application) -> PermissionScope? {
        api.scope(PermissionID(name)) ?? api.scope(named: name)
    }

    /// Returns the role with the ID or value.
    func role(_ name: String, of api: Application) -> AppRole? {
        api.role(PermissionID(name)) ?? api.role(named: name)
    }
}
