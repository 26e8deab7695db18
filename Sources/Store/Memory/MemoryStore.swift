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
    /// The maximum number of device authorizations. Beyond the maximum, an old authorization is evicted (`DeviceTable`).
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
        var withdrawn = RevokedConsents(capacity: MemoryStore.maximumConsents)
        var revocations: [RevocationSubject: Revocation] = [:]

        var remainingConsents: Int { max(0, MemoryStore.maximumConsents - consentCount) }

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

        /// Records a revocation. If the subject has one already, the later time and the higher sequence number stay.
        mutating func revoke(_ subject: RevocationSubject, before time: Timestamp, order: Int64) {
            let known = revocations[subject]
            if known == nil, revocations.count >= MemoryStore.maximumRevocations { forgetOldRevocations() }
            revocations[subject] = Revocation(
                time: max(time, known?.time ?? .distantPast), order: max(order, known?.order ?? .min))
        }

        private mutating func forgetOldRevocations() {
            for subject in RevocationSubject.evicted(from: revocations.mapValues(\.order)) {
                revocations[subject] = nil
            }
        }

        mutating func removeAll(of tenant: TenantID?) {
            guard let tenant else {
                self = Records()
                return
            }
            grants = grants.filter { $0.key.tenant != tenant }
            assignments = assignments.filter { $0.key.tenant != tenant }
            withdrawn.removeAll(of: tenant)
            recount()
            revocations = revocations.filter {
                switch $0.key {
                case .user(let home), .password(let home): home.tenantID != tenant
                case .application(_, let owner), .guest(_, let owner): owner != tenant
                case .session, .tenant, .everything: true
                }
            }
        }
    }

    private struct Revocation {
        var time: Timestamp
        var order: Int64
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
        records.withLock { $0.revoke(subject, before: time, order: order ?? sequence.next()) }
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
            for grant in grants {
                let key = GrantKey(tenant: tenant, application: grant.client)
                var known = records.grants[key] ?? []
                if let position = known.firstIndex(where: grant.hasSameParties) {
                    known[position].merge(grant)
                } else if records.consentCount < MemoryStore.maximumConsents {
                    known.append(grant)
                    records.consentCount += 1
                    records.involve(grant, in: tenant)
                }
                records.grants[key] = known.isEmpty ? nil : known
            }
        }
    }

    package func appRoleAssignments(to client: ClientID, in tenant: TenantID) -> [AppRoleAssignment] {
        records.withLock { $0.assignments[GrantKey(tenant: tenant, application: client)] ?? [] }
    }

    package func record(_ assignments: [AppRoleAssignment], to client: ClientID, in tenant: TenantID) {
        let key = GrantKey(tenant: tenant, application: client)
        records.withLock { records in
            let added = assignments.unknown(to: records.assignments[key] ?? [], atMost: records.remainingConsents)
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
            records.withdrawn.add(consent, in: tenant)
        }
    }

    package func isRevoked(_ grant: PermissionGrant, in tenant: TenantID) -> Bool {
        records.withLock { $0.withdrawn.contains(grant, in: tenant) }
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
            records.revoke(subject, before: now, order: order ?? sequence.next())
        }
        hostTokens.withLock { tokens in
            if let tenant { tokens.remove(of: tenant) } else { tokens = HostTokens() }
        }
        devices.removeAll(of: tenant)
        events.removeAll { tenant == nil || $0.tenant == tenant }
        if tenant == nil { for stripe in stripes { stripe.removeAll() } }
    }
}

extension [AppRoleAssignment] {
    /// Returns the assignments that are not in `known`, without duplicates and at most `limit` of them.
    func unknown(to known: [AppRoleAssignment], atMost limit: Int) -> [AppRoleAssignment] {
        var seen = Set(known)
        var new: [AppRoleAssignment] = []
        for assignment in self where new.count < limit && seen.insert(assignment).inserted { new.append(assignment) }
        return new
    }
}
