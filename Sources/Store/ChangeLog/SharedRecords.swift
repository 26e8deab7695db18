import Directory
import Entra
package import Formats
import Synchronization

/// The consents and revocations of the change log, in memory for every request. Safe to use from any thread.
package final class SharedRecords: ChangeSubscriber {
    package let kinds: [SharedDocument.Kind] = [.grant, .assignment, .withdrawal, .revocation]

    struct Owner: Hashable, Sendable {
        let tenant: TenantID
        let client: ClientID
    }

    struct Content: Sendable {
        var grants = ConsentTable<PermissionGrant>()
        var assignments = ConsentTable<AppRoleAssignment>()
        /// The tenants of withdrawals, by document key.
        var consentRevocations: [ByteString: TenantID] = [:]
        var revocations: [RevocationSubject: Revocation] = [:]
        fileprivate var revoked: [ByteString: RevocationSubject] = [:]
    }

    private let content = Mutex(Content())

    package init() {}

    package func canRead(_ document: SharedDocument) -> Bool { SharedRecords.isOurs(document) }

    package func begin(with documents: [SharedDocument]) {
        // The new state is built first, so that no reader sees an intermediate state.
        var begun = Content()
        for document in documents { begun.take(document) }
        content.withLock { $0 = begun }
    }

    package func follow(_ documents: [SharedDocument]) {
        content.withLock { content in for document in documents { content.take(document) } }
    }

    func read<Result: Sendable>(_ body: (Content) -> Result) -> Result { content.withLock { body($0) } }
}

/// A collection of consents of clients in tenants, by document key.
struct ConsentTable<Value: Consent>: Sendable {
    private var owners: [ByteString: SharedRecords.Owner] = [:]
    private var values: [SharedRecords.Owner: [ByteString: Value]] = [:]
    /// The number of consents that involve each application.
    private var involved: [SharedRecords.Owner: Int] = [:]

    var count: Int { owners.count }

    subscript(_ key: String) -> Value? { owners[key].flatMap { values[$0]?[key] } }

    /// Returns the consents of a client, ordered by key. The order is the same in every process.
    func all(of owner: SharedRecords.Owner) -> [Value] {
        (values[owner] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

    func all(in tenant: TenantID) -> [(key: String, value: Value)] {
        values.filter { $0.key.tenant == tenant }.flatMap { $0.value.map { ($0.key.string, $0.value) } }
    }

    func involves(_ application: SharedRecords.Owner) -> Bool { involved[application] != nil }

    func keys(in tenant: TenantID?) -> [String] {
        owners.filter { tenant == nil || $0.value.tenant == tenant }.map(\.key.string)
    }

    mutating func set(_ key: String, _ value: Value, of owner: SharedRecords.Owner) {
        remove(key)
        owners[key] = owner
        values[owner, default: [:]][key] = value
        for application in value.involved {
            involved[.init(tenant: owner.tenant, client: application), default: 0] += 1
        }
    }

    mutating func remove(_ key: String) {
        guard let owner = owners.removeValue(forKey: key), let value = values[owner]?.removeValue(forKey: key) else {
            return
        }
        if values[owner]?.isEmpty == true { values[owner] = nil }
        for application in value.involved {
            let party = SharedRecords.Owner(tenant: owner.tenant, client: application)
            involved[party] = involved[party].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }
}

extension SharedRecords.Content {
    /// Applies a document. A document in an unknown form counts as deleted. A shared change log never returns a document that
    /// is `isUnreadable`.
    mutating func take(_ document: SharedDocument) {
        let key = document.key
        let content = document.content
        switch document.kind {
        case .grant:
            grants.remove(key)
            if let (owner, grant) = content.flatMap(SharedRecords.grant) { grants.set(key, grant, of: owner) }
        case .assignment:
            assignments.remove(key)
            if let (owner, assignment) = content.flatMap(SharedRecords.assignment) {
                assignments.set(key, assignment, of: owner)
            }
        case .withdrawal: consentRevocations[key] = content?["tenant"]?.string.map { TenantID($0) }
        case .revocation:
            if let known = revoked.removeValue(forKey: key) { revocations[known] = nil }
            guard let (subject, revocation) = content.flatMap(SharedRecords.revocation) else { return }
            revoked[key] = subject
            revocations[subject] = revocation
        case .directory, .change, .stub, .clock, .keys, .message: return
        }
    }
}

/// The documents of consents and revocations. Keys name the parties and are never parsed.
extension SharedRecords {
    static func key(of grant: PermissionGrant, in tenant: TenantID) -> String {
        "\(tenant) \(grant.client) \(grant.resource) \(grant.consentType.column)"
    }

    static func document(_ grant: PermissionGrant, in tenant: TenantID) -> SharedDocument {
        let content = object([
            ("tenant", tenant.description), ("client", grant.client.description),
            ("resource", grant.resource.description), ("principal", grant.consentType.column),
        ])
        let scopes = JSONValue.Member("scopes", .array(grant.scopes.map(JSONValue.string)))
        return SharedDocument(.grant, key(of: grant, in: tenant), .object(content + [scopes]))
    }

    static func grant(_ content: JSONValue) -> (Owner, PermissionGrant)? {
        guard let owner = owner(content), let resource = content["resource"]?.string,
            let principal = content["principal"]?.string, let scopes = content["scopes"]?.array,
            scopes.allSatisfy({ $0.string != nil })
        else { return nil }
        let grant = PermissionGrant(
            client: owner.client, resource: ClientID(resource), consentType: .init(column: principal),
            scopes: scopes.compactMap(\.string))
        return (owner, grant)
    }

    static func document(
        _ assignment: AppRoleAssignment, to client: ClientID, in tenant: TenantID
    ) -> SharedDocument {
        let principal = assignment.principal.columns
        let parts = [
            ("tenant", tenant.description), ("client", client.description), ("kind", principal.kind),
            ("principal", principal.id), ("resource", assignment.resource.description),
            ("role", assignment.appRole.description),
        ]
        return SharedDocument(.assignment, parts.map(\.1).joined(separator: " "), .object(object(parts)))
    }

    static func assignment(_ content: JSONValue) -> (Owner, AppRoleAssignment)? {
        guard let owner = owner(content), let kind = content["kind"]?.string, let id = content["principal"]?.string,
            let principal = AppRoleAssignment.Principal(kind: kind, id: id),
            let resource = content["resource"]?.string, let role = content["role"]?.string
        else { return nil }
        let assignment = AppRoleAssignment(
            principal: principal, resource: ClientID(resource), appRole: PermissionID(role))
        return (owner, assignment)
    }

    /// Returns the document that remembers a revoked consent, for copies inside codes and refresh tokens.
    static func document(_ parties: RevokedParties) -> SharedDocument {
        SharedDocument(.withdrawal, key(of: parties), .object(object([("tenant", parties.tenant.description)])))
    }

    static func key(of parties: RevokedParties) -> String {
        let columns = parties.columns
        guard parties.grant != nil else { return "\(columns.tenant) \(columns.client)" }
        return "\(columns.tenant) \(columns.client) \(columns.resource) \(columns.principal)"
    }

    static func key(of subject: RevocationSubject) -> String {
        let columns = subject.columns
        return "\(columns.kind) \(columns.subject) \(columns.tenant)"
    }

    /// Returns the document of a revocation with the given sequence number.
    package static func document(
        _ subject: RevocationSubject, before time: Timestamp, order: Int64
    ) -> SharedDocument {
        let columns = subject.columns
        let names = object([("kind", columns.kind), ("subject", columns.subject), ("tenant", columns.tenant)])
        let numbers = [
            JSONValue.Member("seconds", .integer(time.seconds)),
            JSONValue.Member("nanoseconds", .integer(Int64(time.nanoseconds))),
            JSONValue.Member("order", .integer(order)),
        ]
        return SharedDocument(.revocation, key(of: subject), .object(names + numbers))
    }

    static func revocation(_ content: JSONValue) -> (RevocationSubject, Revocation)? {
        guard let kind = content["kind"]?.string, let subject = content["subject"]?.string,
            let tenant = content["tenant"]?.string,
            let revoked = RevocationSubject(kind: kind, subject: subject, tenant: tenant),
            let seconds = content["seconds"]?.integer, let nanoseconds = content["nanoseconds"]?.integer,
            let order = content["order"]?.integer
        else { return nil }
        let time = Timestamp(seconds: seconds, nanoseconds: Int32(clamping: nanoseconds))
        return (revoked, Revocation(time: time, order: order))
    }

    /// Whether a document revokes something in an unknown form. A reader that skipped such a document would keep revoked values
    /// valid.
    package static func isUnreadable(_ document: SharedDocument) -> Bool {
        [.revocation, .withdrawal].contains(document.kind) && document.content != nil && !isOurs(document)
    }

    /// Whether the content of a document has the form of its kind.
    static func isOurs(_ document: SharedDocument) -> Bool {
        guard let content = document.content else { return false }
        return switch document.kind {
        case .grant: grant(content) != nil
        case .assignment: assignment(content) != nil
        case .withdrawal: content["tenant"]?.string != nil
        case .revocation: revocation(content) != nil
        case .directory, .change, .stub, .clock, .keys, .message: false
        }
    }

    private static func owner(_ content: JSONValue) -> Owner? {
        guard let tenant = content["tenant"]?.string, let client = content["client"]?.string else { return nil }
        return Owner(tenant: TenantID(tenant), client: ClientID(client))
    }

    private static func object(_ members: [(String, String)]) -> [JSONValue.Member] {
        members.map { JSONValue.Member($0, .string($1)) }
    }
}
