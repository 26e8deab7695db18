package import Directory
package import Entra
package import Formats
import Synchronization

/// The store of one process, in memory. Single-use marks are spread over stripes, each with its own lock. Consents and
/// revocations change rarely and share one lock.
package final class MemoryStore: Store {
    /// The maximum number of single-use marks. Beyond the maximum, `redeem` returns `.full`.
    package static let maximumRedemptions = 1 << 20
    /// The maximum numbers of consents and of revocations. Consents beyond the maximum are not recorded. Beyond the maximum of
    /// revocations, the oldest eighth is evicted, resets last.
    package static let maximumConsents = 100_000
    package static let maximumRevocations = 100_000
    /// The maximum number of device authorizations. Beyond the maximum, an old authorization is evicted (`DeviceLimits`).
    package static let maximumDevices = 10_000

    /// The maximum number of event counts. Beyond the maximum, an eighth is evicted (`EventCounter`).
    package static let maximumCounts = 100_000

    private static let stripeCount = 16

    private let stripes: [RedemptionStripe]
    private let records = Mutex(Records())
    private let hostTokens = Mutex(HostTokens())
    private let devices = DeviceTable(capacity: MemoryStore.maximumDevices)
    private let events = EventCounter(capacity: MemoryStore.maximumCounts)
    private let sequence: IssueOrder

    private struct Records {
        var grants: [GrantKey: [PermissionGrant]] = [:]
        var assignments: [GrantKey: [AppRoleAssignment]] = [:]
        var consentCount = 0
        /// The applications that the recorded consents involve.
        var involved: Set<GrantKey> = []
        var withdrawn: Set<RevokedParties> = []
        var revocations: [RevocationSubject: Revocation] = [:]

        var remainingConsents: Int { max(0, MemoryStore.maximumConsents - consentCount) }

        /// Returns the recorded consent of the same parties.
        func grant(_ grant: PermissionGrant, in tenant: TenantID) -> PermissionGrant? {
            grants[GrantKey(tenant: tenant, application: grant.client)]?.first(where: grant.hasSameParties)
        }

        mutating func recount() {
            consentCount =
                grants.values.reduce(0) { $0 + $1.count } + assignments.values.reduce(0) { $0 + $1.count }
            involved = []
            for (key, known) in grants { for grant in known { involve(grant, in: key.tenant) } }
            for (key, known) in assignments { for assignment in known { involve(assignment, in: key.tenant) } }
        }

        mutating func involve(_ consent: some Consent, in tenant: TenantID) {
            for application in consent.involved {
                involved.insert(GrantKey(tenant: tenant, application: application))
            }
        }

        mutating func revoke(_ subject: RevocationSubject, _ revocation: Revocation) {
            let known = revocations[subject]
            if RevocationSubject.mustMakeRoom(revocations.count, isKnown: known != nil) {
                for old in RevocationSubject.evicted(from: revocations) { revocations[old] = nil }
            }
            revocations[subject] = revocation.merged(with: known)
        }

        mutating func revoke(_ parties: RevokedParties) {
            if RevokedParties.mustForgetAll(withdrawn.count) { withdrawn = [] }
            withdrawn.insert(parties)
        }

        mutating func removeAll(of tenant: TenantID?) {
            guard let tenant else {
                self = Records()
                return
            }
            grants = grants.filter { $0.key.tenant != tenant }
            assignments = assignments.filter { $0.key.tenant != tenant }
            withdrawn = withdrawn.filter { $0.tenant != tenant }
            recount()
            revocations = revocations.filter { !$0.key.isRemoved(byResetOf: tenant) }
        }
    }

    private struct GrantKey: Hashable {
        let tenant: TenantID
        let application: ClientID
    }

    /// Creates a store whose sequence numbers begin above `firstOrder`. If values of an earlier process are still valid,
    /// `firstOrder` must be above all numbers of that process.
    package init(firstOrder: Int64 = 0) {
        sequence = IssueOrder(after: firstOrder)
        stripes = (0..<MemoryStore.stripeCount).map { _ in
            RedemptionStripe(capacity: MemoryStore.maximumRedemptions / MemoryStore.stripeCount)
        }
    }

    package func redeem(_ id: GUID, until expiry: Timestamp, now: Timestamp) -> Redemption {
        let stripe = Int(id.bytes.last ?? 0) % stripes.count
        return stripes[stripe].redeem(id, until: expiry, now: now)
    }

    package func isRedeemed(_ id: GUID) -> Bool {
        stripes[Int(id.bytes.last ?? 0) % stripes.count].isRedeemed(id)
    }

    package func nextOrder() -> Int64 { sequence.next() }

    /// Returns the sequence number of a revocation that is written before it takes effect. See `pass`.
    func orderAhead() -> Int64 { sequence.orderAhead() }

    /// Raises the sequence numbers when a revocation takes effect: everything issued later is above `order`.
    func pass(_ order: Int64) { sequence.pass(order) }

    package func revoke(_ subject: RevocationSubject, before time: Timestamp) {
        revoke(subject, before: time, order: nil)
    }

    package func revoking(_ subject: RevocationSubject, before time: Timestamp) -> SharedChange {
        SharedChange([]) { [self] in revoke(subject, before: time) }
    }

    /// Records a revocation with the given sequence number, or with the next one if `order` is nil.
    func revoke(_ subject: RevocationSubject, before time: Timestamp, order: Int64?) {
        records.withLock { $0.revoke(subject, Revocation(time: time, order: order ?? sequence.next())) }
    }

    package func revocation(of subject: RevocationSubject) -> Timestamp? {
        records.withLock { $0.revocations[subject]?.time }
    }

    package func revocation(of subjects: @autoclosure () -> [RevocationSubject], after order: Int64) -> Timestamp? {
        records.withLock { records in
            guard !records.revocations.isEmpty else { return nil }
            for subject in subjects() {
                if let revocation = records.revocations[subject], revocation.order > order { return revocation.time }
            }
            return nil
        }
    }

    package func grants(to client: ClientID, in tenant: TenantID) -> [PermissionGrant] {
        records.withLock { $0.grants[GrantKey(tenant: tenant, application: client)] ?? [] }
    }

    package func record(_ grants: [PermissionGrant], in tenant: TenantID) {
        records.withLock { records in
            let merged = grants.merged(into: { records.grant($0, in: tenant) }, room: records.remainingConsents)
            for grant in merged {
                let key = GrantKey(tenant: tenant, application: grant.client)
                if let position = records.grants[key]?.firstIndex(where: grant.hasSameParties) {
                    records.grants[key]?[position] = grant
                } else {
                    records.grants[key, default: []].append(grant)
                    records.consentCount += 1
                    records.involve(grant, in: tenant)
                }
            }
        }
    }

    package func appRoleAssignments(to client: ClientID, in tenant: TenantID) -> [AppRoleAssignment] {
        records.withLock { $0.assignments[GrantKey(tenant: tenant, application: client)] ?? [] }
    }

    package func record(_ assignments: [AppRoleAssignment], to client: ClientID, in tenant: TenantID) {
        let key = GrantKey(tenant: tenant, application: client)
        records.withLock { records in
            let added = assignments.unknown(to: records.assignments[key] ?? [], room: records.remainingConsents)
            guard !added.isEmpty else { return }
            records.assignments[key, default: []] += added
            records.consentCount += added.count
            for assignment in added { records.involve(assignment, in: tenant) }
        }
    }

    package func grants(in tenant: TenantID) -> [PermissionGrant] {
        records.withLock { $0.grants.filter { $0.key.tenant == tenant }.flatMap(\.value) }
    }

    package func appRoleAssignments(in tenant: TenantID) -> [AppRoleAssignment] {
        records.withLock { $0.assignments.filter { $0.key.tenant == tenant }.flatMap(\.value) }
    }

    package func involves(_ application: ClientID, in tenant: TenantID) -> Bool {
        records.withLock { $0.involved.contains(GrantKey(tenant: tenant, application: application)) }
    }

    package func revoke(_ consent: ConsentRevocation, in tenant: TenantID) {
        records.withLock { records in
            for (key, known) in records.grants where key.tenant == tenant && known.contains(where: consent.includes) {
                let left = known.filter { !consent.includes($0) }
                records.grants[key] = left.isEmpty ? nil : left
            }
            for (key, known) in records.assignments
            where key.tenant == tenant && known.contains(where: consent.includes) {
                let left = known.filter { !consent.includes($0) }
                records.assignments[key] = left.isEmpty ? nil : left
            }
            records.recount()
            if let parties = RevokedParties(consent, in: tenant) { records.revoke(parties) }
        }
    }

    package func isRevoked(_ grant: PermissionGrant, in tenant: TenantID) -> Bool {
        records.withLock { records in
            !records.withdrawn.isEmpty
                && RevokedParties.revoking(grant, in: tenant).contains(where: records.withdrawn.contains)
        }
    }

    /// Remembers the parties of a revoked consent.
    func revoke(_ parties: RevokedParties) { records.withLock { $0.revoke(parties) } }

    /// Returns the recorded consent of the same parties.
    func grant(_ grant: PermissionGrant, in tenant: TenantID) -> PermissionGrant? {
        records.withLock { $0.grant(grant, in: tenant) }
    }

    /// Returns the subjects of the revocations that a reset removes.
    func revocations(removedByResetOf tenant: TenantID?) -> [RevocationSubject] {
        records.withLock { $0.revocations.keys.filter { $0.isRemoved(byResetOf: tenant) } }
    }

    package func hostToken(_ key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken? {
        hostTokens.withLock { $0.fresh(key, at: now, published) }
    }

    package func keep(_ token: HostToken, for key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken {
        hostTokens.withLock { $0.keep(token, key, at: now, published) }
    }

    package func startDevice(_ authorization: DeviceAuthorization, now: Timestamp) -> DeviceStart {
        devices.start(authorization, now: now)
    }

    package func enterUserCode(
        _ code: UserCode, at source: UserCodeAttempts.Source, clock: (TenantID?) -> Timestamp
    ) -> UserCodeEntry {
        devices.enter(code, at: source, now: clock(source.tenant), serverNow: clock(nil)).entry(clock: clock)
    }

    package func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp
    ) -> DeviceDecisionOutcome {
        devices.decide(id, decision, now: now)
    }

    package func pollDevice(_ id: GUID, now: Timestamp) -> DevicePoll {
        devices.poll(id, now: now)
    }

    package func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp
    ) -> EventCount {
        events.count(event, within: seconds, renewing: renewing, now: now)
    }

    package func counted(_ event: CountedEvent, within seconds: Int64, now: Timestamp) -> EventCount {
        events.counted(event, within: seconds, now: now)
    }

    package func forget(_ event: CountedEvent) { events.forget(event) }

    /// The number of consents that can still be recorded.
    var remainingConsents: Int { records.withLock(\.remainingConsents) }

    package func reset(tenant: TenantID?, now: Timestamp) { reset(tenant: tenant, now: now, order: nil) }

    /// Resets the store and records the revocation with the given sequence number, or with the next one if `order` is nil.
    func reset(tenant: TenantID?, now: Timestamp, order: Int64?) {
        // The revocation comes first, so that no value is valid whose use is forgotten.
        records.withLock { records in
            records.removeAll(of: tenant)
            let subject = tenant.map(RevocationSubject.tenant) ?? .everything
            records.revoke(subject, Revocation(time: now, order: order ?? sequence.next()))
        }
        hostTokens.withLock { tokens in
            if let tenant { tokens.remove(of: tenant) } else { tokens = HostTokens() }
        }
        devices.removeAll(of: tenant)
        events.removeAll { tenant == nil || $0.tenant == tenant }
        if tenant == nil { for stripe in stripes { stripe.removeAll() } }
    }
}
