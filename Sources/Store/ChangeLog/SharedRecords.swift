import Directory
import Entra
import Formats
import Synchronization

/// The consents and revocations of the change log, in memory for every request. Safe to use from any thread.
package final class SharedRecords: ChangeSubscriber {
    package let kinds: [SharedDocument.Kind] = [.grant, .assignment, .withdrawal, .revocation]

    struct Owner: Hashable, Sendable {
        let tenant: TenantID
        let client: ClientID
    }

    struct Revocation: Sendable {
        var time: Timestamp
        var order: Int64
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
            let place = SharedRecords.Owner(tenant: owner.tenant, client: application)
            involved[place] = involved[place].flatMap { $0 > 1 ? $0 - 1 : nil }
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
        case .directory, .change, .script, .clock, .keys, .message: return
        }
    }
}
