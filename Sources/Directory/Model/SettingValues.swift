/// The way of signing in. `interactive` shows pages; `automatic` signs in the login_hint's user, or else the only user, without a
/// page.
package enum SignInMode: String, Sendable, CaseIterable {
    case interactive
    case automatic
}

/// The rule for passwords. `required` rejects a password for a user without `password`; `any` accepts any password for such a
/// user.
package enum PasswordMode: String, Sendable, CaseIterable {
    case required
    case any
}

/// The way of consenting. `prompt` shows the consent page; `automatic` grants every allowed permission without a page.
package enum ConsentMode: String, Sendable, CaseIterable {
    case prompt
    case automatic
}

/// The permissions to which users may consent for themselves. All other permissions need an administrator (AADSTS90094;
/// docs/reference/protocol.md#consent).
package enum UserConsentPolicy: String, Sendable, CaseIterable {
    case allowed
    /// Users may consent to signing in and to reading their own profile, for applications of their own tenant and of verified
    /// publishers.
    case verifiedPublishers
    case disabled
}

/// The error that the application receives after the user declined consent (docs/reference/protocol.md#contradictions).
package enum ConsentDeclinedError: String, Sendable, CaseIterable {
    case accessDenied = "access_denied"
    case consentRequired = "consent_required"
}

/// The issuer in tokens of a B2C policy: the tenant's, or the policy's own (docs/reference/protocol.md#b2c-and-ciam-urls).
package enum UserFlowIssuer: String, Sendable, CaseIterable {
    case tenant
    case policy
}

/// The claim with the name of the policy in tokens of a B2C tenant.
package enum PolicyClaim: String, Sendable, CaseIterable {
    case tfp
    case acr
}

/// The result of a refresh that names scopes of several resources: the first resource's token, or AADSTS28000
/// (docs/reference/protocol.md#contradictions).
package enum SeveralResources: String, Sendable, CaseIterable {
    case first
    case error
}

/// The rule for a repeated client assertion. `refuse` rejects the assertion with the same request, except on behalf of a user;
/// `singleUse` rejects the assertion with any request; `allow` accepts it.
package enum ClientAssertionReplay: String, Sendable, CaseIterable {
    case reject = "refuse"
    case singleUse
    case allow
}

/// Whether the server requests a device certificate from clients that can present one. `pkeyAuth` uses Microsoft's challenge of
/// that name.
package enum DeviceChallengeMode: String, Sendable, CaseIterable {
    case none
    case pkeyAuth
}

/// The signature of access tokens for Microsoft Graph. With `opaque`, only Graph can verify the signature, as at Entra; with
/// `verifiable`, anyone can.
package enum GraphTokenSignature: String, Sendable, CaseIterable {
    case opaque
    case verifiable
}

/// The permissions that Microsoft Graph's directory requires in an access token. `enforced` requires the permission of the
/// operation, as at Entra; `anyToken` requires only a token for Graph.
package enum GraphPermissionMode: String, Sendable, CaseIterable {
    case enforced
    case anyToken
}

/// The number of token requests that each client may send in a tenant before the server rejects further requests.
package struct Throttle: Sendable, Equatable {
    package var requests: Int
    /// The period, in seconds.
    package var per: Int

    package init(requests: Int = 0, per: Int = 60) {
        self.requests = requests
        self.per = per
    }
}

/// The failure of the service during a simulated outage.
package struct Outage: Sendable, Equatable {
    package var status = 503
    /// The value of `Retry-After`, in seconds, or nil for no header.
    package var retryAfter: Int?

    package init() {}
}
