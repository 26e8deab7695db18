package import Directory
package import Entra
package import Formats

/// The state that the server keeps beyond its configuration. Operations are atomic and return their outcome, so that replicas
/// can share a store without a separate read before each write. Implementations are safe to call from any thread.
///
/// An operation that throws `EntraError.storeUnavailable` has changed nothing, and the client may retry. A shared store may
/// have applied the change anyway (`SharedOperations`, `ChangeLog`). A change is stored before the response is sent.
package protocol Store: Sendable {
    /// Marks a single-use value as used. Exactly one caller receives `.first`. The store keeps the mark until `expiry`.
    func redeem(_ id: GUID, until expiry: Timestamp, now: Timestamp) throws(EntraError) -> Redemption

    /// Whether a single-use value was used. Callers use this check to reject a request early; only `redeem` is authoritative.
    func isRedeemed(_ id: GUID) throws(EntraError) -> Bool

    /// Returns a sequence number above every revocation that was known when the request began and above the request's own
    /// revocations, and below every later revocation. The numbers order issued values and revocations even if clocks stand
    /// still or are moved. The numbers increase within a request.
    func nextOrder() -> Int64

    /// Invalidates everything that was issued to the subject until now. `time` is the request's clock time, for display only.
    func revoke(_ subject: RevocationSubject, before time: Timestamp) throws(EntraError)

    /// Returns a revocation that the caller writes together with other changes, all or none. The call must happen within a
    /// transaction of the replica whose change log backs the store.
    func revoking(_ subject: RevocationSubject, before time: Timestamp) throws(EntraError) -> SharedChange

    /// Returns the time of the subject's revocation, or nil if nothing was revoked.
    func revocation(of subject: RevocationSubject) -> Timestamp?

    /// Returns the time of a revocation of any of the subjects whose sequence number is above `order`, or nil if there is none.
    /// The subjects are evaluated only if the store contains revocations.
    func revocation(of subjects: @autoclosure () -> [RevocationSubject], after order: Int64) -> Timestamp?

    /// Returns the delegated consents that were recorded at run time for a client in a tenant.
    func grants(to client: ClientID, in tenant: TenantID) -> [PermissionGrant]

    /// Adds consents to the recorded ones, merged per resource and principal.
    func record(_ grants: [PermissionGrant], in tenant: TenantID) throws(EntraError)

    /// Returns the application permissions that administrators granted to a client at run time.
    func appRoleAssignments(to client: ClientID, in tenant: TenantID) -> [AppRoleAssignment]

    /// Adds application permissions of a client to the recorded ones.
    func record(_ assignments: [AppRoleAssignment], to client: ClientID, in tenant: TenantID) throws(EntraError)

    /// Returns every delegated consent that was recorded at run time in a tenant, in no particular order.
    func grants(in tenant: TenantID) -> [PermissionGrant]

    /// Returns every application permission that was granted at run time in a tenant, in no particular order.
    func appRoleAssignments(in tenant: TenantID) -> [AppRoleAssignment]

    /// Whether any consent that was recorded at run time in a tenant involves the application as client or as API.
    /// Implementations use an index instead of a search.
    func involves(_ application: ClientID, in tenant: TenantID) -> Bool

    /// Revokes consents that were recorded at run time.
    func revoke(_ consent: ConsentRevocation, in tenant: TenantID) throws(EntraError)

    /// Whether a consent inside a code or refresh token was ever revoked. Such a consent counts only if the store has recorded
    /// it again.
    func isRevoked(_ grant: PermissionGrant, in tenant: TenantID) -> Bool

    /// Returns the cached token of a managed identity's host if the token is still fresh. `published` contains the IDs of the
    /// keys that currently verify such tokens.
    func hostToken(_ key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken?

    /// Caches a host's token and returns the cached token. If another fresh token was cached in the meantime, that token stays.
    func keep(_ token: HostToken, for key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken

    /// Stores a device authorization.
    func startDevice(_ authorization: DeviceAuthorization, now: Timestamp) throws(EntraError) -> DeviceStart

    /// Looks up a user code that was entered at `source`. A tenant's page finds only codes of that tenant; a page without a
    /// tenant finds all codes. The store counts wrong codes (`UserCodeAttempts`). `clock` returns the time of a tenant, or the
    /// server's time for nil.
    func enterUserCode(
        _ code: UserCode, at source: UserCodeAttempts.Source, clock: (TenantID?) -> Timestamp
    ) throws(EntraError) -> UserCodeEntry

    /// Records a person's decision about a device. Exactly one decision is accepted.
    func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp
    ) throws(EntraError) -> DeviceDecisionOutcome

    /// Returns the state of an authorization, and whether the device polls too often. An approved authorization can be polled
    /// until it expires; the caller passes its ID to `redeem` to use it.
    func pollDevice(_ id: GUID, now: Timestamp) throws(EntraError) -> DevicePoll

    /// Counts one more event and returns the count of the current period. The period begins with its first event, or again with
    /// each event if `renewing` is true. At the end of the period the count restarts. The count also restarts if the clock was
    /// set back so far that the end is further away than one period.
    func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp
    ) throws(EntraError) -> EventCount

    /// Returns the event count of the current period without adding an event.
    func counted(_ event: CountedEvent, within seconds: Int64, now: Timestamp) throws(EntraError) -> EventCount

    /// Forgets all counts of the event.
    func forget(_ event: CountedEvent) throws(EntraError)

    /// Forgets everything, or everything of one tenant, and revokes everything issued until then. `now` is the time of the
    /// revocation. Single-use marks belong to no tenant; a tenant's reset keeps them until they expire.
    func reset(tenant: TenantID?, now: Timestamp) throws(EntraError)
}

extension Store {
    /// Looks up a user code on a page without a tenant, with one clock for all tenants.
    package func enterUserCode(
        _ code: UserCode, from address: String, now: Timestamp
    ) throws(EntraError) -> UserCodeEntry {
        try enterUserCode(code, at: UserCodeAttempts.Source(nil, address)) { _ in now }
    }
}

/// An event that the server counts to limit its rate.
package enum CountedEvent: Sendable, Hashable {
    /// Wrong passwords of a person, or wrong codes in place of a password.
    case wrongFirstFactor(User.Home)
    /// Wrong codes of a person after a correct first factor.
    case wrongSecondFactor(User.Home)
    /// One-time codes that were sent to a person.
    case codesSent(User.Home)
    /// One-time codes that were sent to an address without an account in a tenant; the bytes are a hash of the address.
    case codesSentToUnknownAddress(TenantID, [UInt8])
    /// One-time codes that were sent in a stage of a native authentication flow: the ID of the stage, and the tenant.
    case codesSentInStage(GUID, TenantID)
    /// Token requests of a client in a tenant.
    case tokenRequests(ClientID, TenantID?)
    /// Sign-ins by a session without a page, for the same request: the session ID and a hash of the request.
    case silentSignIns(GUID, [UInt8])

    /// The tenant of the event, or nil if the event belongs to no tenant.
    package var tenant: TenantID? {
        switch self {
        case .wrongFirstFactor(let home), .wrongSecondFactor(let home), .codesSent(let home): home.tenantID
        case .codesSentToUnknownAddress(let tenant, _), .codesSentInStage(_, let tenant): tenant
        case .tokenRequests(_, let tenant): tenant
        case .silentSignIns: nil
        }
    }
}

/// The number of events in a period, and the end of the period.
package struct EventCount: Sendable, Equatable {
    package var count: Int
    package var until: Timestamp

    package init(count: Int, until: Timestamp) {
        self.count = count
        self.until = until
    }
}

/// The holder of the tokens and sessions that a revocation invalidates.
package enum RevocationSubject: Sendable, Hashable {
    /// A person, in every tenant.
    case user(User.Home)
    /// A person as the guest of one tenant. Other tenants, including the home tenant, are not affected.
    case guest(User.Home, of: TenantID)
    /// Everything that was obtained with a person's earlier password: browser sessions and tokens of public clients.
    case password(User.Home)
    /// One browser session.
    case session(GUID)
    /// A client in a tenant.
    case application(ClientID, TenantID)
    /// Everything that a tenant issued, and the sessions of the tenant's users.
    case tenant(TenantID)
    case everything
}

extension RevocationSubject {
    /// Returns the revocation that a tenant can perform on a person: everything for the tenant's own users, and only this
    /// tenant's part for guests.
    package static func account(of home: User.Home, in tenant: TenantID) -> RevocationSubject {
        home.tenantID == tenant ? .user(home) : .guest(home, of: tenant)
    }
}
