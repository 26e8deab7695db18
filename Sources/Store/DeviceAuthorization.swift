package import Entra
package import Formats

/// The parameters of a device authorization request (RFC 8628 §3.1). The store keeps them until the device code expires, and
/// for `DeviceTable.afterlife` seconds longer.
package struct DeviceAuthorization: Sendable, Equatable {
    package var id: GUID
    package var userCode: UserCode
    package var client: ClientID
    /// The requested authority, in the spelling of `Authority.segment`: a tenant ID, or a word for several tenants.
    package var authority: String
    package var endpoint: EndpointVersion
    /// The `scope` parameter of a v2 request, or nil.
    package var scope: String?
    /// The `resource` parameter of a v1 request, or nil.
    package var resource: String?
    /// The `claims` parameter.
    package var claims: String?
    /// The expiry time, in seconds since 1970 UTC.
    package var expiresAt: Int64
    /// The minimum time between two polls, in seconds.
    package var interval: Int64

    /// The tenant that the authority names, or nil if the authority names no single tenant. The word `consumers` names the
    /// tenant of personal accounts.
    package var tenant: TenantID? {
        if authority.isExactly("consumers") { return .consumers }
        return GUID(authority).map { _ in TenantID(authority) }
    }

    /// Returns every spelling of a tenant as an authority.
    package static func authorities(of tenant: TenantID) -> [String] {
        tenant == .consumers ? [tenant.description, "consumers"] : [tenant.description]
    }

    /// Whether a page accepts the user code. A page without a tenant accepts every code; a tenant's page accepts only codes of
    /// that tenant.
    func isKnown(at place: UserCodeAttempts.Place) -> Bool { place.tenant == nil || place.tenant == tenant }

    package init(
        id: GUID, userCode: UserCode, client: ClientID, authority: String, endpoint: EndpointVersion, scope: String?,
        resource: String?, claims: String?, expiresAt: Int64, interval: Int64
    ) {
        self.id = id
        self.userCode = userCode
        self.client = client
        self.authority = authority
        self.endpoint = endpoint
        self.scope = scope
        self.resource = resource
        self.claims = claims
        self.expiresAt = expiresAt
        self.interval = interval
    }
}

/// The result of storing a device authorization.
package enum DeviceStart: Sendable, Equatable {
    case started
    /// Another authorization has the same user code. The caller generates a new code.
    case userCodeTaken
}

/// The result of looking up an entered user code.
package enum UserCodeEntry: Sendable, Equatable {
    case found(DeviceAuthorization)
    case unknown
    case expired
    /// The authorization was approved or declined before.
    case used
    /// Too many wrong codes came from the same place.
    case blocked
}

/// A person's decision about a device.
package enum DeviceDecision: Sendable, Equatable {
    case approved(IssuedGrant)
    case declined
}

/// The result of recording a decision.
package enum DeviceDecisionOutcome: Sendable, Equatable {
    case recorded
    /// Another decision was recorded first.
    case decidedBefore
    case expired
}

/// The result of a poll.
package enum DevicePoll: Sendable, Equatable {
    case pending
    /// The poll came before the interval was over. The store has increased the interval.
    case tooSoon
    case approved(DeviceAuthorization, IssuedGrant)
    case declined
    /// The authorization expired, was evicted in favor of later ones, or was lost at a restart. The device must start again.
    case expired
}
