package import Directory
package import Entra
import Formats
package import Store

/// Queries of the configuration and the store for the flows.
extension Services {
    /// Returns the consents that a client has in a tenant, from the configuration, from run time and by preauthorization. `carried`
    /// are the consents that a code or refresh token contains.
    func grants(to client: Application, in tenant: Tenant, carried: [PermissionGrant] = []) -> ConsentGrants {
        var runtime = store.grants(to: client.clientID, in: tenant.id)
        for grant in carried where !store.isRevoked(grant, in: tenant.id) { runtime.append(grant) }
        return ConsentGrants(
            tenant: tenant, runtime: runtime, preauthorizations: client.preauthorizations ?? [], store: store)
    }

    /// Returns a resolver of the APIs that the client can see in the tenant.
    func resolver(
        for client: Application, in tenant: Tenant, carried: [PermissionGrant] = []
    ) -> ResourceResolver {
        ResourceResolver(
            directory: directory, client: client, grants: grants(to: client, in: tenant, carried: carried),
            cloud: cloud(of: tenant), ownOrigins: ownOrigins, isOnPremises: isOnPremises)
    }

    /// Returns the user's own run-time consents to a client, for the codes and tokens that are issued to the client.
    func consents(of user: ObjectID, to client: ClientID, in tenant: TenantID) -> [IssuedGrant.Consent] {
        store.grants(to: client, in: tenant).compactMap {
            $0.consentType == .principal(user) ? IssuedGrant.Consent(resource: $0.resource, scopes: $0.scopes) : nil
        }
    }

    /// Returns the time at which the sign-in was revoked, for the person or for this session, or nil if the sign-in is valid.
    func revocation(of authentication: Authentication) -> Timestamp? {
        store.revocation(
            of: [
                .session(authentication.sessionID), .user(authentication.home),
                .tenant(authentication.home.tenantID), .everything,
            ], after: authentication.order)
    }

    /// Returns the time at which the tenant revoked everything issued to this guest, or nil if nothing was revoked since the
    /// sign-in. The result is nil for a member of the tenant, too.
    func revocation(of authentication: Authentication, in tenant: TenantID) -> Timestamp? {
        store.revocation(of: [.guest(authentication.home, of: tenant)], after: authentication.order)
    }

    /// Whether the sign-in is still valid for a browser's session and its open pages.
    func isValid(_ authentication: Authentication) -> Bool {
        revocation(of: authentication) == nil && passwordChange(since: authentication) == nil
    }

    /// Returns the code that explains why a sign-in ended without a sign-out, or nil. A reset of the server leaves no trace.
    func endOfSession(of authentication: Authentication) -> AADSTS? {
        if passwordChange(since: authentication) != nil { return .sessionBeforePasswordChange }
        let subjects: [RevocationSubject] = [.user(authentication.home), .tenant(authentication.home.tenantID)]
        return store.revocation(of: subjects, after: authentication.order) == nil ? nil : .sessionRevoked
    }

    /// Returns the time at which a grant was revoked for its use by a client in a tenant, or nil if the grant is valid.
    ///
    /// A refresh token serves every tenant that has an account of the person, and every application of a family. A revocation
    /// therefore counts for the tenant and the application that the token was issued to, and for the tenant and the application
    /// that use the token. A guest's revocation affects only the use in that tenant. Codes and refresh tokens outlive their browser
    /// session: signing out ends no application's own sign-in (docs/reference/protocol.md#sign-out).
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

    /// Returns the time at which everything issued to the person was revoked, everywhere or in the tenant, or nil if nothing was
    /// revoked.
    func revocation(of person: User.Home, in tenant: TenantID, after order: Int64) -> Timestamp? {
        store.revocation(of: RevocationSubject.all(of: person, in: tenant), after: order)
    }

    /// Whether the requested service has an account of the person. The on-premises service has only the users of the stand-in's
    /// domains.
    func knows(_ user: User) -> Bool {
        !isOnPremises || directory.federatedDomain(of: user)?.isStandIn == true
    }

    /// Returns the time at which the person's password changed after the sign-in, or nil if the password is unchanged.
    func passwordChange(since authentication: Authentication) -> Timestamp? {
        passwordChange(
            of: authentication.home, methods: authentication.methods, since: authentication.time,
            after: authentication.order)
    }

    /// Returns the time at which the password changed after a sign-in with these methods. `time` is the time of the sign-in, in
    /// seconds since 1970 UTC, and `order` its sequence number. The result is nil if the sign-in used no password
    /// (docs/reference/protocol.md#refresh-token).
    ///
    /// A change by this server has a sequence number. A change in the directory's data has only a time. A change in the future is
    /// ignored, because a clock that ran ahead made it.
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

    /// Whether another directory or identity provider keeps the password, so that this directory cannot change it.
    func keepsPasswordOnPremises(_ user: User) -> Bool {
        user.isSyncedFromPremises || directory.federatedDomain(of: user) != nil
    }

    /// Returns the error for an expired password, which depends on where the user changes the password: on premises or here.
    func expiredPassword(of user: User) -> AADSTS {
        keepsPasswordOnPremises(user) ? .passwordChangeRequired : .passwordExpired
    }

    /// Returns the user of the home tenant, which keeps the password.
    func homeUser(of user: User) -> User { directory.homeAccount(of: user) ?? user }

    /// Marks a single-use value as used until it expires, and returns whether this is the first use. Throws AADSTS90033 if the
    /// table of marks is full.
    func isFirstUse(_ id: GUID, until expiry: Timestamp) throws(EntraError) -> Bool {
        switch try store.redeem(id, until: expiry, now: horizon) {
        case .first: true
        case .again: false
        case .full: throw .storeUnavailable("the table of single-use marks is full")
        }
    }

    /// Counts one more event on the clock of the event's tenant, whichever tenant the request is for. A clock that is moved in one
    /// tenant therefore shifts no count of another tenant. See `Store.count`.
    func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool
    ) throws(EntraError) -> EventCount {
        try store.count(event, within: seconds, renewing: renewing, now: event.tenant.map(now(in:)) ?? now)
    }

    /// Returns the count of the current period, on the clock of the event's tenant.
    func counted(_ event: CountedEvent, within seconds: Int64) throws(EntraError) -> EventCount {
        try store.counted(event, within: seconds, now: event.tenant.map(now(in:)) ?? now)
    }

    /// Changes a tenant in the current directory and revokes what was issued until now to the subject that `ending` derives from
    /// the outcome. The server writes both or neither, so that a retry still finds the change to make. Returns nil if there is no
    /// such tenant.
    package func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome, ending: (Outcome) -> RevocationSubject?
    ) throws(EntraError) -> Outcome? {
        try editor.edit(tenant, change) { (outcome) throws(EntraError) in
            guard let subject = ending(outcome) else { return [] }
            return [try store.revoking(subject, before: now)]
        }
    }

    /// Changes an account in the current directory and revokes what was issued to `subject`. Throws AADSTS500341 if the account was
    /// deleted since the request arrived.
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

    /// Returns the one-time codes sent to one recipient, or to all recipients, the newest first. The result has the codes that are
    /// unexpired on at least one clock.
    package func sentMessages(to recipient: String? = nil) -> [Outbox.Message] {
        outbox.messages(to: recipient, now: horizon)
    }

    /// Returns the name of the identity provider of a home tenant (`idp` in tokens and messages).
    func identityProvider(of home: TenantID) -> String {
        home == .consumers ? "live.com" : origin.issuerV1(home.description)
    }
}

extension RevocationSubject {
    /// Returns the revocations that invalidate what was issued to a person in a tenant, whichever client it was issued to.
    static func all(of person: User.Home, in tenant: TenantID) -> [RevocationSubject] {
        [.user(person), .guest(person, of: tenant), .tenant(person.tenantID), .everything]
    }
}
