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
            let known = content.revocations[subject]
            let mustMakeRoom = RevocationSubject.mustMakeRoom(content.revocations.count, isKnown: known != nil)
            let evicted = mustMakeRoom ? RevocationSubject.evicted(from: content.revocations) : []
            let merged = Revocation(time: time, order: order).merged(with: known)
            return SharedStore.removals(of: evicted)
                + [SharedRecords.document(subject, before: merged.time, order: merged.order)]
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
                && RevokedParties.revoking(grant, in: tenant).contains {
                    content.consentRevocations[SharedRecords.key(of: $0)] != nil
                }
        }
    }

    package func record(_ grants: [PermissionGrant], in tenant: TenantID) throws(EntraError) {
        try write { content in
            func known(_ grant: PermissionGrant) -> PermissionGrant? {
                content.grants[SharedRecords.key(of: grant, in: tenant)]
            }
            let documents = grants.merged(into: known, room: SharedStore.room(content))
                .map { SharedRecords.document($0, in: tenant) }
            return documents.sorted { ByteString($0.key) < ByteString($1.key) }
        }
    }

    package func record(
        _ assignments: [AppRoleAssignment], to client: ClientID, in tenant: TenantID
    ) throws(EntraError) {
        try write { content in
            assignments
                .unknown(
                    to: content.assignments.all(of: .init(tenant: tenant, client: client)),
                    room: SharedStore.room(content)
                )
                .map { SharedRecords.document($0, to: client, in: tenant) }
        }
    }

    package func revoke(_ consent: ConsentRevocation, in tenant: TenantID) throws(EntraError) {
        try write { content in
            var documents = content.grants.all(in: tenant).filter { consent.includes($0.value) }
                .map { SharedDocument(.grant, $0.key, nil) }
            documents += content.assignments.all(in: tenant).filter { consent.includes($0.value) }
                .map { SharedDocument(.assignment, $0.key, nil) }
            guard let parties = RevokedParties(consent, in: tenant) else { return documents }
            if RevokedParties.mustForgetAll(content.consentRevocations.count) {
                documents += content.consentRevocations.keys.map { SharedDocument(.withdrawal, $0.string, nil) }
            }
            return documents + [SharedRecords.document(parties)]
        }
    }

    /// Returns the number of consents that can still be recorded.
    private static func room(_ content: SharedRecords.Content) -> Int {
        max(0, MemoryStore.maximumConsents - content.grants.count - content.assignments.count)
    }

    private static func removals(of subjects: [RevocationSubject]) -> [SharedDocument] {
        subjects.map { SharedDocument(.revocation, SharedRecords.key(of: $0), nil) }
    }

    /// Returns documents that delete everything of a tenant, or everything if `tenant` is nil.
    static func removals(of tenant: TenantID?, _ content: SharedRecords.Content) -> [SharedDocument] {
        var documents = content.grants.keys(in: tenant).map { SharedDocument(.grant, $0, nil) }
        documents += content.assignments.keys(in: tenant).map { SharedDocument(.assignment, $0, nil) }
        documents += content.consentRevocations.filter { tenant == nil || $0.value == tenant }
            .map { SharedDocument(.withdrawal, $0.key.string, nil) }
        return documents + removals(of: content.revocations.keys.filter { $0.isRemoved(byResetOf: tenant) })
    }
}
