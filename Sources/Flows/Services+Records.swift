package import Directory
package import Entra
package import State
import Wire

/// What configuration and store have on record, as flows ask for it.
extension Services {
    /// Consents on record to a client in a tenant, configured and given at run time; `carried` are those that a code or
    /// refresh token brings along.
    func grants(to client: ClientID, in tenant: Tenant, carried: [PermissionGrant] = []) -> GrantsOnRecord {
        var runtime = store.grants(to: client, in: tenant.id)
        for grant in carried where !store.isWithdrawn(grant, in: tenant.id) { runtime.append(grant) }
        return GrantsOnRecord(tenant: tenant, runtime: runtime, store: store)
    }

    /// Finds APIs as the client sees them in the tenant.
    func resolver(
        for client: Application, in tenant: Tenant, carried: [PermissionGrant] = []
    ) -> ResourceResolver {
        ResourceResolver(
            directory: directory, client: client, grants: grants(to: client.clientID, in: tenant, carried: carried),
            cloud: cloud(of: tenant))
    }

    /// The user's own run-time consents to a client, to be carried by what is issued to it.
    func consents(of user: ObjectID, to client: ClientID, in tenant: TenantID) -> [IssuedGrant.Consent] {
        store.grants(to: client, in: tenant).compactMap {
            $0.consentType == .principal(user) ? IssuedGrant.Consent(resource: $0.resource, scopes: $0.scopes) : nil
        }
    }

    /// When the sign-in was revoked: of the person, or of that one session. Nil when it is good.
    func revocation(of authentication: Authentication) -> Timestamp? {
        store.revocation(
            of: [
                .session(authentication.sessionID), .user(authentication.home),
                .tenant(authentication.home.tenantID), .everything,
            ], after: authentication.order)
    }

    /// When the tenant revoked what a guest has there by a sign-in. Nil when it is good, and for who is at home there.
    func revocation(of authentication: Authentication, in tenant: TenantID) -> Timestamp? {
        store.revocation(of: [.guest(authentication.home, of: tenant)], after: authentication.order)
    }

    /// Whether a browser's session and its open pages may go on with the sign-in.
    func isGood(_ authentication: Authentication) -> Bool {
        revocation(of: authentication) == nil && passwordChange(since: authentication) == nil
    }

    /// When what was issued was revoked, as a client uses it in a tenant. Nil when it is good.
    ///
    /// A refresh token serves every tenant where the person is, and every application of a family: what ends it is of the tenant
    /// and the application that it was issued to, and of those that use it. A guest's revocation ends what is used in that tenant
    /// alone. Codes and refresh tokens outlive the browser session they come from: signing out ends no application's own sign-in
    /// (docs/reference/protocol.md#sign-out).
    func revocation(of grant: IssuedGrant, usedBy client: ClientID, in tenant: TenantID) -> Timestamp? {
        let home = grant.authentication.home
        return store.revocation(
            of: [.user(home), .tenant(home.tenantID), .everything], after: grant.authentication.order)
            ?? revocation(of: grant.authentication, in: tenant)
            ?? store.revocation(
                of: [grant.tenant, tenant].flatMap { tenant in
                    [.tenant(tenant), .application(grant.client, tenant), .application(client, tenant)]
                }, after: grant.order)
    }

    /// When everything issued to the person was revoked, everywhere or in the tenant; nil when it is good.
    func revocation(of person: User.Home, in tenant: TenantID, after order: Int64) -> Timestamp? {
        store.revocation(of: RevocationSubject.all(of: person, in: tenant), after: order)
    }

    /// Whether the service that the request is for has an account of the person: on premises there are the users of the
    /// stand-in's domains only.
    func knows(_ user: User) -> Bool {
        !isOnPremises || directory.federatedDomain(of: user)?.isStandIn == true
    }

    /// When the person chose another password since, nil when it is the one of the sign-in.
    func passwordChange(since authentication: Authentication) -> Timestamp? {
        passwordChange(
            of: authentication.home, methods: authentication.methods, since: authentication.time,
            after: authentication.order)
    }

    /// The same for a person who signed in by these methods at a time, in seconds since 1970 UTC, with this place in the order:
    /// only what a password began ends with it (docs/reference/protocol.md#refresh-token). A change made here has its place in the
    /// order of what is issued; of one that the directory tells of, there is the time alone, and one that is still to come was made
    /// by a clock that went ahead.
    func passwordChange(
        of person: User.Home, methods: [String], since time: Int64, after order: Int64
    ) -> Timestamp? {
        guard methods.containsExactly("pwd") else { return nil }
        if let change = store.revocation(of: [.password(person)], after: order) { return change }
        let user = directory.tenant(person.tenantID)?.user(person.objectID)
        guard let change = user?.lastPasswordChange, change <= now(in: person.tenantID), time < change.seconds
        else { return nil }
        return change
    }

    /// Whether the password is not this directory's to change.
    func keepsPasswordOnPremises(_ user: User) -> Bool {
        user.isSyncedFromPremises || directory.federatedDomain(of: user) != nil
    }

    /// What is told of an expired password: that it is changed on premises where it is kept there.
    func expiredPassword(of user: User) -> AADSTS {
        keepsPasswordOnPremises(user) ? .passwordChangeRequired : .passwordExpired
    }

    /// The person as a user of the home tenant, where the password is.
    func homeUser(of user: User) -> User { directory.homeAccount(of: user) ?? user }

    /// Whether this is the first use of what is good once, until it expires. Throws AADSTS90033 where there is no room to remember
    /// that it was used.
    func isFirstUse(_ id: GUID, until expiry: Timestamp) throws(EntraError) -> Bool {
        switch try store.redeem(id, until: expiry, now: horizon) {
        case .first: true
        case .again: false
        case .full: throw .storeUnavailable("the table of single-use marks is full")
        }
    }

    /// Counts one more event, by the clock of the tenant that it belongs to, whichever tenant the request is for: a clock that is
    /// moved in one tenant shifts no count of another. See `Store.count`.
    func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool
    ) throws(EntraError) -> EventCount {
        try store.count(event, within: seconds, renewing: renewing, now: event.tenant.map(now(in:)) ?? now)
    }

    /// The events of the current period, by the same clock.
    func counted(_ event: CountedEvent, within seconds: Int64) throws(EntraError) -> EventCount {
        try store.counted(event, within: seconds, now: event.tenant.map(now(in:)) ?? now)
    }

    /// Changes a tenant in the directory in force, and with it ends what was issued until then to whom `ending` finds from the
    /// outcome: both or neither, so that who has to try again finds the change still to be made. Nil where the tenant is not there.
    package func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome, ending: (Outcome) -> RevocationSubject?
    ) throws(EntraError) -> Outcome? {
        try editor.edit(tenant, change) { (outcome) throws(EntraError) in
            guard let subject = ending(outcome) else { return [] }
            return [try store.revoking(subject, before: now)]
        }
    }

    /// Changes an account in the directory in force, and with it ends what was issued to `subject`. Throws AADSTS500341 where the
    /// account is gone since the request came.
    func change(
        _ user: User, in tenant: Tenant, ending subject: RevocationSubject? = nil, _ change: (inout User) -> Void
    ) throws(EntraError) {
        let outcome = try edit(tenant.id) {
            $0.update(user.id, change)
        } ending: {
            $0 == .done ? subject : nil
        }
        guard outcome == .done else {
            throw EntraError(.userDeleted, [.user: user.id.description, .tenant: tenant.displayName])
        }
    }

    /// One-time codes sent to one recipient, or to anyone, that can still be read: those that are not over by any clock. The
    /// newest first.
    package func sentMessages(to recipient: String? = nil) -> [Outbox.Message] {
        outbox.messages(to: recipient, now: horizon)
    }

    /// How tokens and messages name where an account comes from (`idp`).
    func identityProvider(of home: TenantID) -> String {
        home == .consumers ? "live.com" : origin.issuerV1(home.description)
    }
}

extension RevocationSubject {
    /// Whatever may have ended what a person was issued in a tenant, the client aside.
    static func all(of person: User.Home, in tenant: TenantID) -> [RevocationSubject] {
        [.user(person), .guest(person, of: tenant), .tenant(person.tenantID), .everything]
    }
}
