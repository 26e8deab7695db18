package import Entra
package import Wire

/// What a device asked for (RFC 8628 §3.1), kept from then until a person has decided and the device has heard of it.
package struct DeviceAuthorization: Sendable, Equatable {
    package var id: GUID
    package var userCode: UserCode
    package var client: ClientID
    /// The authority asked, as `Authority.segment` spells it: a tenant's id, or the word for several.
    package var authority: String
    package var endpoint: EndpointVersion
    /// The `scope` parameter of a v2 request, or nil.
    package var scope: String?
    /// The `resource` parameter of a v1 request, or nil.
    package var resource: String?
    /// The `claims` parameter.
    package var claims: String?
    /// Seconds since 1970 UTC.
    package var expiresAt: Int64
    /// Seconds from one poll to the next.
    package var interval: Int64

    /// The tenant that the authority is; nil where it is none. The word `consumers` means the tenant of personal accounts.
    package var tenant: TenantID? {
        if authority.isExactly("consumers") { return .consumers }
        return GUID(authority).map { _ in TenantID(authority) }
    }

    /// The spellings of a tenant as an authority.
    package static func authorities(of tenant: TenantID) -> [String] {
        tenant == .consumers ? [tenant.description, "consumers"] : [tenant.description]
    }

    /// Whether the page takes the user code: one of no tenant takes all, a tenant's page its own.
    func isKnown(at place: UserCodeTries.Place) -> Bool { place.tenant == nil || place.tenant == tenant }

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

/// Whether a device authorization was taken in.
package enum DeviceStart: Sendable, Equatable {
    case started
    /// The user code is another one's: draw again.
    case userCodeTaken
}

/// What a user code that was entered stands for.
package enum UserCodeEntry: Sendable, Equatable {
    case found(DeviceAuthorization)
    case unknown
    case expired
    /// It was approved or declined before.
    case used
    /// Too many wrong ones came from there.
    case blocked
}

/// What a person decides about a device.
package enum DeviceDecision: Sendable, Equatable {
    case approved(IssuedGrant)
    case declined
}

/// What became of a decision.
package enum DeviceDecisionOutcome: Sendable, Equatable {
    case recorded
    /// Somebody decided first.
    case decidedBefore
    case expired
}

/// What a poll finds.
package enum DevicePoll: Sendable, Equatable {
    case pending
    /// Sooner than the interval, which has grown by this.
    case tooSoon
    case approved(DeviceAuthorization, IssuedGrant)
    case declined
    /// Expired, given way to later ones, or gone with a restart: the device must start anew.
    case expired
}
