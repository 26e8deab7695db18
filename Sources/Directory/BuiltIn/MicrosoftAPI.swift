package import Entra
import Formats
import Synchronization

/// One of Microsoft's own APIs, such as Microsoft Graph or Azure Key Vault (docs/reference/protocol.md#microsofts-apis). Each
/// fact is read on first use and kept for the life of the process.
package final class MicrosoftAPI: Sendable {
    package let clientID: ClientID
    package let displayName: String
    /// Whether every tenant has the API. Another API needs a service principal in the tenant.
    package let isCore: Bool
    /// Whether the tenant of personal accounts has the API.
    let admitsPersonalAccounts: Bool
    let tokenVersion: Int
    private let read = Mutex(Read())

    private struct Read: Sendable {
        var scopes: [PermissionScope]?
        var roles: [AppRole]?
        /// The delegated permissions that requests named.
        var scopesByName: [CaseInsensitiveString: PermissionScope] = [:]
        /// The positions of the permissions by ID.
        var scopeIDs: [PermissionID: Int]?
        var roleIDs: [PermissionID: Int]?
        var names: [Cloud: [String]] = [:]
    }

    private init(_ line: SortedLines.Line) {
        let fields = line.fields
        clientID = ClientID(fields[0])
        isCore = fields[1].isExactly("core")
        tokenVersion = fields[2].isExactly("2") ? 2 : 1
        admitsPersonalAccounts = fields[3].isExactly("all")
        displayName = fields[4]
    }

    private static let known = Mutex<[ClientID: MicrosoftAPI]>([:])

    /// The positions of the APIs in `MicrosoftFacts.apis`.
    private static let positions: [ClientID: Int] = {
        var positions: [ClientID: Int] = [:]
        let lines = MicrosoftFacts.apis
        lines.forEach(in: lines.bytes.indices) { positions[ClientID($0[0])] = $0.range.lowerBound }
        return positions
    }()

    /// Returns the API with the application ID, or nil if Microsoft has no such API.
    package static func find(_ id: ClientID) -> MicrosoftAPI? {
        guard let position = positions[id] else { return nil }
        if let api = known.withLock({ $0[id] }) { return api }
        let made = MicrosoftAPI(MicrosoftFacts.apis.line(at: position))
        return known.withLock { known in
            if let other = known[id] { return other }
            known[id] = made
            return made
        }
    }

    /// Returns the API with the display name, ignoring ASCII case.
    static func find(named name: String) -> MicrosoftAPI? {
        all.first { $0.displayName.isExactlyIgnoringASCIICase(name) }
    }

    /// All APIs, sorted by application ID.
    package static let all = positions.keys.sorted().compactMap(find)

    /// The APIs that every tenant has, sorted by application ID.
    static let core = all.filter(\.isCore)

    /// The delegated permissions, sorted by value.
    var scopes: [PermissionScope] {
        read.withLock { read in
            if let scopes = read.scopes { return scopes }
            var scopes: [PermissionScope] = []
            let lines = MicrosoftFacts.scopes
            lines.forEach(in: lines.lines(ownKey)) { scopes.append(PermissionScope($0)) }
            read.scopes = scopes
            return scopes
        }
    }

    /// The application permissions, sorted by value.
    var roles: [AppRole] {
        read.withLock { read in
            if let roles = read.roles { return roles }
            var roles: [AppRole] = []
            let lines = MicrosoftFacts.roles
            lines.forEach(in: lines.lines(ownKey)) { roles.append(AppRole($0)) }
            read.roles = roles
            return roles
        }
    }

    /// Returns the delegated permission with the value, ignoring ASCII case.
    func scope(named value: String) -> PermissionScope? {
        let name = CaseInsensitiveString(value)
        return read.withLock { read in
            if let scope = read.scopesByName[name] { return scope }
            let line = MicrosoftFacts.scopes.line(SortedLines.key(clientID.description, value))
            guard let scope = line.map({ PermissionScope($0) }) else { return nil }
            read.scopesByName[name] = scope
            return scope
        }
    }

    func scope(_ id: PermissionID) -> PermissionScope? {
        let lines = MicrosoftFacts.scopes
        let position = read.withLock { read in
            if read.scopeIDs == nil { read.scopeIDs = positions(in: lines, PermissionID.init(scope:)) }
            return read.scopeIDs?[id]
        }
        return position.map { PermissionScope(lines.line(at: $0)) }
    }

    /// Returns the application permission with the value, ignoring ASCII case.
    func role(named value: String) -> AppRole? {
        MicrosoftFacts.roles.line(SortedLines.key(clientID.description, value)).map { AppRole($0) }
    }

    func role(_ id: PermissionID) -> AppRole? {
        let lines = MicrosoftFacts.roles
        let position = read.withLock { read in
            if read.roleIDs == nil { read.roleIDs = positions(in: lines, PermissionID.init(role:)) }
            return read.roleIDs?[id]
        }
        return position.map { AppRole(lines.line(at: $0)) }
    }

    private var ownKey: [UInt8] { SortedLines.key(clientID.description) ?? [] }

    private func positions(
        in lines: SortedLines, _ id: (SortedLines.Line) -> PermissionID
    ) -> [PermissionID: Int] {
        var positions: [PermissionID: Int] = [:]
        lines.forEach(in: lines.lines(ownKey)) { positions[id($0)] = $0.range.lowerBound }
        return positions
    }

    /// Returns the registered names in a cloud as a service principal lists them (`servicePrincipalNames`), except the
    /// application ID. The name that clients use most comes first.
    func names(in cloud: Cloud) -> [String] {
        read.withLock { read in
            if let names = read.names[cloud] { return names }
            let names = MicrosoftNames.registered(clientID, in: cloud)
            read.names[cloud] = names
            return names
        }
    }
}

extension Application {
    /// Whether the application is one of Microsoft's own APIs.
    package var isOfMicrosoft: Bool { self.microsoft != nil || MicrosoftAPI.find(self.clientID) != nil }
}

extension ObjectID {
    /// Returns the object ID of an application's service principal in a tenant, unless the configuration sets another ID.
    package static func servicePrincipal(of client: ClientID, in tenant: TenantID) -> ObjectID {
        ObjectID(GUID(derivedFrom: "servicePrincipal", tenant.description, client.description).description)
    }
}

extension TenantID {
    /// Microsoft's own tenant, which registers Microsoft's applications (`appOwnerOrganizationId`).
    package static let microsoft = TenantID("f8cdef31-a31e-4b4a-93e4-5f571e91255a")
}
