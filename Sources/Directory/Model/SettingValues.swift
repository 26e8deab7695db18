/// `interactive`: pages; `automatic`: the login_hint's user, else the only user, is signed in without a page.
package enum SignInMode: String, Sendable, CaseIterable {
    case interactive
    case automatic
}

/// `required`: a user without `password` cannot sign in by password; `any`: such a user signs in with any password.
package enum PasswordMode: String, Sendable, CaseIterable {
    case required
    case any
}

/// `prompt`: the consent page; `automatic`: whatever may be consented is, without a page.
package enum ConsentMode: String, Sendable, CaseIterable {
    case prompt
    case automatic
}

/// What users may consent to for themselves; everything else is for an administrator (AADSTS90094;
/// docs/reference/protocol.md#consent).
package enum UserConsentPolicy: String, Sendable, CaseIterable {
    case allowed
    /// Signing in and the own profile, for applications of their own tenant and of verified publishers.
    case verifiedPublishers
    case disabled
}

/// What the application is told when the user declines consent (docs/reference/protocol.md#contradictions).
package enum ConsentDeclinedError: String, Sendable, CaseIterable {
    case accessDenied = "access_denied"
    case consentRequired = "consent_required"
}

/// The issuer that tokens of a b2c policy name: the tenant's, or the policy's own (docs/reference/protocol.md#b2c-and-ciam-urls).
package enum UserFlowIssuer: String, Sendable, CaseIterable {
    case tenant
    case policy
}

/// The claim that names the policy in tokens of a b2c tenant.
package enum PolicyClaim: String, Sendable, CaseIterable {
    case tfp
    case acr
}

/// A refresh that names scopes of several resources: the first resource's token, or AADSTS28000
/// (docs/reference/protocol.md#contradictions).
package enum SeveralResources: String, Sendable, CaseIterable {
    case first
    case error
}

/// A client assertion that comes again: `refuse` it with the same request, on behalf of a user excepted; `singleUse`, with any
/// request; `allow` it.
package enum ClientAssertionReplay: String, Sendable, CaseIterable {
    case refuse
    case singleUse
    case allow
}

/// Whether clients that can are asked for the certificate of their device: `pkeyAuth`, by Microsoft's challenge of that name.
package enum DeviceChallengeMode: String, Sendable, CaseIterable {
    case none
    case pkeyAuth
}

/// Access tokens for Microsoft Graph: `opaque`, only Graph can check their signature, as at Entra; `verifiable`, anyone can.
package enum GraphTokenSignature: String, Sendable, CaseIterable {
    case opaque
    case verifiable
}

/// What Microsoft Graph's directory asks of an access token: `enforced`, the permission that the operation needs, as at Entra;
/// `anyToken`, only that it is one for Graph.
package enum GraphPermissionMode: String, Sendable, CaseIterable {
    case enforced
    case anyToken
}

/// How many token requests each client may make in a tenant before it is told to wait.
package struct Throttle: Sendable, Equatable {
    package var requests: Int
    /// Seconds.
    package var per: Int

    package init(requests: Int = 0, per: Int = 60) {
        self.requests = requests
        self.per = per
    }
}

/// How the service fails while it is away.
package struct Outage: Sendable, Equatable {
    package var status = 503
    /// Seconds; nil: no `Retry-After`.
    package var retryAfter: Int?

    package init() {}
}
