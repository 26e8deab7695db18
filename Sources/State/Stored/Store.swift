package import Directory
package import Entra
package import Wire

/// What the server remembers beyond its configuration. Verbs are atomic and answer with the outcome, never read-then-write,
/// so that replicas can share a store. Implementations are safe to call from any thread.
///
/// A verb that throws did nothing, `EntraError.storeUnavailable`, for the client to try again; of a store that is shared it may
/// have been done all the same (`SharedVerbs`, `Ledger`). What is answered is kept.
package protocol Store: Sendable {
    /// Marks a single-use value as used. Exactly one caller gets `.first`; the mark is kept until `expiry`.
    func redeem(_ id: GUID, until expiry: Timestamp, now: Timestamp) throws(EntraError) -> Redemption

    /// Whether a single-use value was used, to say so early: only `redeem` decides.
    func isRedeemed(_ id: GUID) throws(EntraError) -> Bool

    /// A number above the place of every revocation that was known when the request began and of its own, and below that of every
    /// revocation to come: tells what was issued or revoked first where clocks stand still or are moved. Rises within a request.
    func nextOrder() -> Int64

    /// Everything issued to the subject until now stops being good. `time` is for people: what the request's clock says.
    func revoke(_ subject: RevocationSubject, before time: Timestamp) throws(EntraError)

    /// The same for it to be kept together with other changes, or not at all: decided within a turn of the replica whose ledger
    /// the store is of.
    func revoking(_ subject: RevocationSubject, before time: Timestamp) throws(EntraError) -> SharedChange

    /// The time of the subject's revocation; nil when nothing was revoked.
    func revocation(of subject: RevocationSubject) -> Timestamp?

    /// The time of a revocation of any of the subjects that came after what has that place in the order; nil when there is
    /// none. The subjects are evaluated only where anything was revoked.
    func revocation(of subjects: @autoclosure () -> [RevocationSubject], after order: Int64) -> Timestamp?

    /// Delegated consents recorded at run time for a client in a tenant.
    func grants(to client: ClientID, in tenant: TenantID) -> [PermissionGrant]

    /// Adds consents to those on record, merged per resource and principal.
    func record(_ grants: [PermissionGrant], in tenant: TenantID) throws(EntraError)

    /// Application permissions that administrators granted to a client at run time.
    func appRoleAssignments(to client: ClientID, in tenant: TenantID) -> [AppRoleAssignment]

    /// Adds application permissions of a client to those on record.
    func record(_ assignments: [AppRoleAssignment], to client: ClientID, in tenant: TenantID) throws(EntraError)

    /// Every delegated consent recorded at run time in a tenant, in no order.
    func grants(in tenant: TenantID) -> [PermissionGrant]

    /// Every application permission granted at run time in a tenant, in no order.
    func appRoleAssignments(in tenant: TenantID) -> [AppRoleAssignment]

    /// Whether anything that was recorded at run time in a tenant is granted to the application, or on it: answered without a
    /// look at each.
    func involves(_ application: ClientID, in tenant: TenantID) -> Bool

    /// Takes back what was recorded at run time.
    func withdraw(_ consent: Withdrawal, in tenant: TenantID) throws(EntraError)

    /// Whether a consent that a code or refresh token brings along was ever taken back: then it counts where it is on record
    /// again, and no further.
    func isWithdrawn(_ grant: PermissionGrant, in tenant: TenantID) -> Bool

    /// The token that a host of managed identities keeps and still hands out; `published` are the ids of the keys that verify
    /// such tokens now.
    func hostToken(_ key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken?

    /// Keeps a host's token. Where another was kept meanwhile, that one stays and is given back.
    func keep(_ token: HostToken, for key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken

    /// Takes in what a device asked for.
    func startDevice(_ authorization: DeviceAuthorization, now: Timestamp) throws(EntraError) -> DeviceStart

    /// What a user code stands for that is entered at a place: on a tenant's page its own codes only, on a page of no tenant all.
    /// Wrong codes are counted (`UserCodeTries`). `clock` returns the time of a tenant, or the server's.
    func enterUserCode(
        _ code: UserCode, at place: UserCodeTries.Place, clock: (TenantID?) -> Timestamp
    ) throws(EntraError) -> UserCodeEntry

    /// Records what a person decided about a device. Exactly one decision is taken.
    func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp
    ) throws(EntraError) -> DeviceDecisionOutcome

    /// What became of an authorization, and whether the device asks too often. An approved one can be polled until it
    /// expires: `redeem` its id to use it.
    func pollDevice(_ id: GUID, now: Timestamp) throws(EntraError) -> DevicePoll

    /// Counts one more event, and answers how many there are in its period. The period begins with its first event, or anew
    /// with each event where `renewing`; at its end all its events are forgotten, and where the clock was set back and the end is
    /// further off than a period is long.
    func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp
    ) throws(EntraError) -> EventCount

    /// The events of the period under way, none of them added.
    func counted(_ event: CountedEvent, within seconds: Int64, now: Timestamp) throws(EntraError) -> EventCount

    /// Begins anew.
    func forget(_ event: CountedEvent) throws(EntraError)

    /// Forgets everything, or everything of one tenant (single-use marks are of no tenant and stay until they expire), and
    /// revokes what was issued until then. `now` is the time of the revocation.
    func reset(tenant: TenantID?, now: Timestamp) throws(EntraError)
}

extension Store {
    /// The same on a page of no tenant, with one clock for all.
    package func enterUserCode(
        _ code: UserCode, from address: String, now: Timestamp
    ) throws(EntraError) -> UserCodeEntry {
        try enterUserCode(code, at: UserCodeTries.Place(nil, address)) { _ in now }
    }
}

/// What a redemption came to.
package enum Redemption: Sendable, Equatable {
    case first
    case again
    /// No room to remember the use, so it is not granted.
    case full
}

/// What is counted, so that too much of it can be refused.
package enum CountedEvent: Sendable, Hashable {
    /// Wrong passwords of a person, or codes in their place.
    case wrongFirstFactor(User.Home)
    /// Wrong codes of a person who had the first factor.
    case wrongSecondFactor(User.Home)
    /// One-time codes sent to a person.
    case codesSent(User.Home)
    /// One-time codes sent to an address of nobody in a tenant: a hash of it.
    case codesSentToStranger(TenantID, [UInt8])
    /// Token requests of a client in a tenant.
    case tokenRequests(ClientID, TenantID?)
    /// Sign-ins by a session without a page, all for the same: the session, and a hash of what was asked for.
    case silentSignIns(GUID, [UInt8])

    /// The tenant that it belongs to, where it belongs to one.
    package var tenant: TenantID? {
        switch self {
        case .wrongFirstFactor(let home), .wrongSecondFactor(let home), .codesSent(let home): home.tenantID
        case .codesSentToStranger(let tenant, _): tenant
        case .tokenRequests(_, let tenant): tenant
        case .silentSignIns: nil
        }
    }
}

/// How often something happened in a period, and when that ends.
package struct EventCount: Sendable, Equatable {
    package var count: Int
    package var until: Timestamp

    package init(count: Int, until: Timestamp) {
        self.count = count
        self.until = until
    }
}

/// Whose tokens and sessions a revocation ends.
package enum RevocationSubject: Sendable, Hashable {
    /// A person, in every tenant.
    case user(User.Home)
    /// A person as the guest of one tenant; the other tenants, that at home too, are not asked.
    case guest(User.Home, of: TenantID)
    /// What a person's earlier password gave: browser sessions, and what public clients hold.
    case password(User.Home)
    /// One browser session.
    case session(GUID)
    /// A client in a tenant.
    case application(ClientID, TenantID)
    /// What a tenant issued, and the sessions of its people.
    case tenant(TenantID)
    case everything
}

extension RevocationSubject {
    /// Whether it may end what is issued to the person whose own revocation comes just before: not what ends another person's
    /// sign-ins, a session, or what is of another tenant.
    func mayEnd(whatFollows own: RevocationSubject) -> Bool {
        guard let person = own.person else { return true }
        return switch self {
        case .user, .guest, .password: self.person == person
        case .session: false
        case .application(_, let tenant), .tenant(let tenant): tenant == person.tenantID || tenant == own.guestTenant
        case .everything: true
        }
    }

    private var person: User.Home? {
        switch self {
        case .user(let home), .guest(let home, _), .password(let home): home
        case .session, .application, .tenant, .everything: nil
        }
    }

    private var guestTenant: TenantID? {
        if case .guest(_, let tenant) = self { tenant } else { nil }
    }

    /// What a tenant can revoke of a person: of its own everything, of a guest what is of the tenant.
    package static func account(of home: User.Home, in tenant: TenantID) -> RevocationSubject {
        home.tenantID == tenant ? .user(home) : .guest(home, of: tenant)
    }
}
