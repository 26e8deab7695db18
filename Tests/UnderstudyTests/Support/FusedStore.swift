import Directory
import Entra
import Formats
import Store
import TestChangeLog
@testable import Understudy

/// A server in process whose store and change log fail on the uses that the fuse selects.
struct FusedEntra {
    let fuse = StoreFuse()
    let store: FusedStore
    let mock: MockEntra

    init(_ directory: Directory) throws {
        store = FusedStore(fuse)
        mock = try MockEntra(
            directory: directory, replica: Replica(TestChangeLog(epoch: GUID(value: 1), fuse: fuse)), store: store)
        try mock.server.restore()
    }

    init(yaml: String) throws { try self.init(MockEntra.directory(yaml)) }

    var site: Site { mock.site }

    /// Returns the number of wrong passwords and codes that are counted for the user.
    func wrongFactors(of home: User.Home) -> Int {
        let counted = [CountedEvent.wrongFirstFactor(home), .wrongSecondFactor(home)].map {
            store.memory.counted($0, within: 1_000_000, now: mock.clock.now()).count
        }
        return counted.reduce(0, +)
    }
}

/// A store in memory. Each call that can fail is one use of the fuse.
struct FusedStore: Store {
    let memory = MemoryStore()
    private let fuse: StoreFuse

    init(_ fuse: StoreFuse) {
        self.fuse = fuse
    }

    func redeem(_ id: GUID, until expiry: Timestamp, now: Timestamp) throws(EntraError) -> Redemption {
        try fuse.use()
        return memory.redeem(id, until: expiry, now: now)
    }

    func isRedeemed(_ id: GUID) throws(EntraError) -> Bool {
        try fuse.use()
        return memory.isRedeemed(id)
    }

    func nextOrder() -> Int64 { memory.nextOrder() }

    func revoke(_ subject: RevocationSubject, before time: Timestamp) throws(EntraError) {
        try fuse.use()
        memory.revoke(subject, before: time)
    }

    func revoking(_ subject: RevocationSubject, before time: Timestamp) throws(EntraError) -> SharedChange {
        try fuse.use()
        return memory.revoking(subject, before: time)
    }

    func revocation(of subject: RevocationSubject) -> Timestamp? { memory.revocation(of: subject) }

    func revocation(of subjects: @autoclosure () -> [RevocationSubject], after order: Int64) -> Timestamp? {
        memory.revocation(of: subjects(), after: order)
    }

    func grants(to client: ClientID, in tenant: TenantID) -> [PermissionGrant] {
        memory.grants(to: client, in: tenant)
    }

    func record(_ grants: [PermissionGrant], in tenant: TenantID) throws(EntraError) {
        try fuse.use()
        memory.record(grants, in: tenant)
    }

    func appRoleAssignments(to client: ClientID, in tenant: TenantID) -> [AppRoleAssignment] {
        memory.appRoleAssignments(to: client, in: tenant)
    }

    func record(
        _ assignments: [AppRoleAssignment], to client: ClientID, in tenant: TenantID
    ) throws(EntraError) {
        try fuse.use()
        memory.record(assignments, to: client, in: tenant)
    }

    func grants(in tenant: TenantID) -> [PermissionGrant] { memory.grants(in: tenant) }

    func appRoleAssignments(in tenant: TenantID) -> [AppRoleAssignment] { memory.appRoleAssignments(in: tenant) }

    func involves(_ application: ClientID, in tenant: TenantID) -> Bool {
        memory.involves(application, in: tenant)
    }

    func revoke(_ consent: ConsentRevocation, in tenant: TenantID) throws(EntraError) {
        try fuse.use()
        memory.revoke(consent, in: tenant)
    }

    func isRevoked(_ grant: PermissionGrant, in tenant: TenantID) -> Bool {
        memory.isRevoked(grant, in: tenant)
    }

    func hostToken(_ key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken? {
        memory.hostToken(key, now: now, published: published)
    }

    func keep(_ token: HostToken, for key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken {
        memory.keep(token, for: key, now: now, published: published)
    }

    func startDevice(_ authorization: DeviceAuthorization, now: Timestamp) throws(EntraError) -> DeviceStart {
        try fuse.use()
        return memory.startDevice(authorization, now: now)
    }

    func enterUserCode(
        _ code: UserCode, at source: UserCodeAttempts.Source, clock: (TenantID?) -> Timestamp
    ) throws(EntraError) -> UserCodeEntry {
        try fuse.use()
        return memory.enterUserCode(code, at: source, clock: clock)
    }

    func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp
    ) throws(EntraError) -> DeviceDecisionOutcome {
        try fuse.use()
        return memory.decideDevice(id, decision, now: now)
    }

    func pollDevice(_ id: GUID, now: Timestamp) throws(EntraError) -> DevicePoll {
        try fuse.use()
        return memory.pollDevice(id, now: now)
    }

    func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp
    ) throws(EntraError) -> EventCount {
        try fuse.use()
        return memory.count(event, within: seconds, renewing: renewing, now: now)
    }

    func counted(_ event: CountedEvent, within seconds: Int64, now: Timestamp) throws(EntraError) -> EventCount {
        try fuse.use()
        return memory.counted(event, within: seconds, now: now)
    }

    func forget(_ event: CountedEvent) throws(EntraError) {
        try fuse.use()
        memory.forget(event)
    }

    func reset(tenant: TenantID?, now: Timestamp) throws(EntraError) {
        try fuse.use()
        memory.reset(tenant: tenant, now: now)
    }
}
