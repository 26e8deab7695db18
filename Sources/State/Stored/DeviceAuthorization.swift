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
