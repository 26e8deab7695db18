import ControlPlane
import Directory
import Entra
import Formats
import Protocol

/// The directory as a whole: tenants with their users, applications and settings. Use
/// ``UnderstudyServer/graph(forTenant:)`` to edit single objects.
public struct DirectoryControl: Sendable {
    let control: ControlCalls

    /// Returns the current directory, with secrets and passwords, in the form of the configuration.
    ///
    /// - Throws: ``ControlError`` if the server does not return the directory.
    public func export() throws(ControlError) -> JSON {
        try control.call { (server) throws(ProblemDocument) in JSON(DirectoryExport.json(server.directory)) }
    }

    /// Replaces the whole directory until a reset. On an error nothing changes.
    ///
    /// - Parameter directory: A directory in the form of the configuration, without `server` and without names of files. If the
    ///   server has no control token, the directory must not name a key folder of Azure Arc, or an issuer whose keys are
    ///   fetched, that is neither in the current directory nor in the configuration with which the server started.
    /// - Throws: ``ControlError`` of status 400 with a cause for each error, and 503 if the store is unavailable.
    public func replace(with directory: JSON) throws(ControlError) {
        try control.call { (server) throws(ProblemDocument) in
            try DirectoryRequest.put(
                JSONWriter.value(directory.value), isOpen: !server.controlGuard.needsToken, server.controls)
        }
    }

    /// Creates a copy of a tenant for one test. User names and secrets are the same as in the original, and IDs are new.
    ///
    /// - Parameters:
    ///   - original: The ID or domain of the original.
    ///   - displayName: The name of the copy, or nil for the name of the original.
    ///   - keepsAppIDs: Whether applications keep their client IDs.
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant, and 409 if there are too many tenants.
    public func makeTenant(
        cloneOf original: String, displayName: String? = nil, keepsAppIDs: Bool = false
    ) throws(ControlError) -> NewTenant {
        try make { () throws(ProblemDocument) in
            try TenantRequest(checkingCopyOf: original, displayName: displayName, keepsAppIds: keepsAppIDs)
        }
    }

    /// Creates an empty tenant.
    ///
    /// - Parameters:
    ///   - kind: The kind of the tenant.
    ///   - displayName: The name of the tenant, or nil for its domain.
    /// - Throws: ``ControlError`` of status 409 if there are too many tenants.
    public func makeTenant(
        _ kind: TenantKind = .workforce, displayName: String? = nil
    ) throws(ControlError) -> NewTenant {
        try make { () throws(ProblemDocument) in
            try TenantRequest(checking: kind.kind, displayName: displayName)
        }
    }

    /// Deletes a tenant with all its data. A reset restores a tenant of the configuration.
    ///
    /// - Parameter tenant: The ID or domain of the tenant.
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant, and 409 for the tenant of personal accounts.
    public func deleteTenant(_ tenant: String) throws(ControlError) {
        try control.call { (server) throws(ProblemDocument) in
            guard let found = try server.controls.tenant(named: tenant) else { return }
            try server.controls.delete(found)
        }
    }

    private func make(_ request: () throws(ProblemDocument) -> TenantRequest) throws(ControlError) -> NewTenant {
        try control.call { (server) throws(ProblemDocument) in
            NewTenant(try request().make(server.controls, random: server.random))
        }
    }
}

/// A tenant created at run time, with the new IDs of copied objects.
public struct NewTenant: Sendable, Hashable {
    /// The ID of the tenant in URLs and tokens.
    public let id: String
    /// The name of the tenant.
    public let displayName: String
    /// The domains of the tenant, with the initial domain first.
    public let domains: [String]
    /// The new client ID of each application, keyed by the client ID in the original.
    public let applications: [String: String]
    /// The new ID of each user, keyed by the ID in the original.
    public let users: [String: String]
    /// The new ID of each group, keyed by the ID in the original.
    public let groups: [String: String]

    init(_ clone: TenantClone) {
        func map(_ ids: [(old: String, new: String)]) -> [String: String] {
            // Allowed (character): IDs are ASCII, in the public type too.
            Dictionary(ids.map { ($0.old, $0.new) }) { _, last in last }
        }
        id = clone.tenant.id.description
        displayName = clone.tenant.displayName
        domains = clone.tenant.domains
        applications = map(clone.applications)
        users = map(clone.users)
        groups = map(clone.groups)
    }
}
