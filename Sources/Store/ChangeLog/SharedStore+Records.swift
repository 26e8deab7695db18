package import Directory
package import Entra
package import Formats

/// The store's consents and revocations, which are documents of the change log.
extension SharedStore {
    package func revoke(_ subject: RevocationSubject, before time: Timestamp) throws(EntraError) {
        try sharing.replica.make { () throws(EntraError) in [try revoking(subject, before: time)] }
    }

    package func revoking(_ subject: RevocationSubject, before time: Timestamp) throws(EntraError) -> SharedChange {
        try revoking(concerning: subject) { content, order in
            var documents: [SharedDocument] = []
            if content.revocations.count >= MemoryStore.maximumRevocations, content.revocations[subject] == nil {
                documents = SharedStore.oldRevocations(content)
            }
            let known = content.revocations[subject]?.time ?? .distantPast
            return documents + [SharedRecords.document(subject, before: max(time, known), order: order)]
        }
    }

    package func revocation(of subject: RevocationSubject) -> Timestamp? { read { $0.revocations[subject]?.time } }

    package func revocation(of subjects: @autoclosure () -> [RevocationSubject], after order: Int64) -> Timestamp? {
        read { content in
            guard !content.revocations.isEmpty else { return nil }
            return subjects().lazy.compactMap { content.revocations[$0] }.first { $0.order > order }?.time
        }
    }

    package func grants(to client: ClientID, in tenant: TenantID) -> [PermissionGrant] {
        read { $0.grants.all(of: .init(tenant: tenant, client: client)) }
    }

    package func grants(in tenant: TenantID) -> [PermissionGrant] { read { $0.grants.all(in: tenant).map(\.value) } }

    package func appRoleAssignments(to client: ClientID, in tenant: TenantID) -> [AppRoleAssignment] {
        read { $0.assignments.all(of: .init(tenant: tenant, client: client)) }
    }

    package func appRoleAssignments(in tenant: TenantID) -> [AppRoleAssignment] {
        read { $0.assignments.all(in: tenant).map(\.value) }
    }

    package func involves(_ application: ClientID, in tenant: TenantID) -> Bool {
        let owner = SharedRecords.Owner(tenant: tenant, client: application)
        return read { $0.grants.involves(owner) || $0.assignments.involves(owner) }
    }

    package func isRevoked(_ grant: PermissionGrant, in tenant: TenantID) -> Bool {
        read { content in
            !content.consentRevocations.isEmpty
                && SharedRecords.consentRevocations(of: grant, in: tenant).contains {
                    content.consentRevocations[$0] != nil
                }
        }
    }

    package func record(_ grants: [PermissionGrant], in tenant: TenantID) throws(EntraError) {
        try write { content in
            var merged: [ByteString: PermissionGrant] = [:]
            for grant in grants {
                let key = SharedRecords.key(of: grant, in: tenant)
                let known = merged[key] ?? content.grants[key]
                guard known != nil || SharedStore.consents(content) + merged.count < MemoryStore.maximumConsents
                else { continue }
                var all = known ?? grant
                all.merge(grant)
                merged[key] = all
            }
            let changed = merged.filter { content.grants[$0.key.string] != $0.value }.sorted { $0.key < $1.key }
            return changed.map { SharedRecords.document($0.value, in: tenant) }
        }
    }

    package func record(
        _ assignments: [AppRoleAssignment], to client: ClientID, in tenant: TenantID
    ) throws(EntraError) {
        try write { content in
            let capacity = max(0, MemoryStore.maximumConsents - SharedStore.consents(content))
            let documents = assignments.unknown(to: [], atMost: .max)
                .map { SharedRecords.document($0, to: client, in: tenant) }
            return Array(documents.filter { content.assignments[$0.key] == nil }.prefix(capacity))
        }
    }

    package func revoke(_ consent: ConsentRevocation, in tenant: TenantID) throws(EntraError) {
        try write { content in
            var documents = content.grants.all(in: tenant).filter { consent.includes($0.value) }
                .map { SharedDocument(.grant, $0.key, nil) }
            documents += content.assignments.all(in: tenant).filter { consent.includes($0.value) }
                .map { SharedDocument(.assignment, $0.key, nil) }
            guard let remembered = SharedRecords.document(consent, in: tenant) else { return documents }
            // `MemoryStore` has the same limit: beyond the maximum, all withdrawals are forgotten.
            if content.consentRevocations.count >= MemoryStore.maximumConsents {
                documents += content.consentRevocations.keys.map { SharedDocument(.withdrawal, $0.string, nil) }
            }
            return documents + [remembered]
        }
    }

    private static func consents(_ content: SharedRecords.Content) -> Int {
        content.grants.count + content.assignments.count
    }

    private static func oldRevocations(_ content: SharedRecords.Content) -> [SharedDocument] {
        RevocationSubject.evicted(from: content.revocations.mapValues(\.order)).map {
            SharedDocument(.revocation, SharedRecords.key(of: $0), nil)
        }
    }

    /// Returns documents that delete everything of a tenant, or everything if `tenant` is nil.
    static func removals(of tenant: TenantID?, _ content: SharedRecords.Content) -> [SharedDocument] {
        var documents = content.grants.keys(in: tenant).map { SharedDocument(.grant, $0, nil) }
        documents += content.assignments.keys(in: tenant).map { SharedDocument(.assignment, $0, nil) }
        documents += content.consentRevocations.filter { tenant == nil || $0.value == tenant }
            .map { SharedDocument(.withdrawal, $0.key.string, nil) }
        let ended = content.revocations.keys.filter { subject in
            guard let tenant else { return true }
            switch subject {
            case .user(let home), .password(let home): return home.tenantID == tenant
            case .application(_, let owner), .guest(_, let owner): return owner == tenant
            case .session, .tenant, .everything: return false
            }
        }
        return documents + ended.map { SharedDocument(.revocation, SharedRecords.key(of: $0), nil) }
    }
}
