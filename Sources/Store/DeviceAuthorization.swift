package import Entra
package import Formats

/// The parameters of a device authorization request (RFC 8628 §3.1). The store keeps them until the device code expires, and
/// for `DeviceLimits.afterlife` seconds longer.
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
    /// The minimum time between two polls, in seconds. Each poll that is too soon increases the interval.
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
    func isKnown(at source: UserCodeAttempts.Source) -> Bool { source.tenant == nil || source.tenant == tenant }

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
    /// Too many wrong codes came from the same page and address.
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

extension DeviceDecision {
    /// The format version of the record of an approved grant.
    private static let version: UInt8 = 3

    /// The encoding that stores keep: the record of the grant, or no bytes for a declined authorization.
    package var record: [UInt8] {
        guard case .approved(let grant) = self else { return [] }
        var writer = RecordWriter(version: DeviceDecision.version)
        grant.write(to: &writer)
        return writer.bytes
    }

    /// Decodes a stored record. A record that contains no valid grant counts as declined.
    package init(record: [UInt8]) {
        if var reader = RecordReader(record, version: DeviceDecision.version), let grant = IssuedGrant(from: &reader) {
            self = .approved(grant)
        } else {
            self = .declined
        }
    }
}

/// The code with which a device polls (RFC 8628 §3.2). The code names the stored authorization, its client, its authority and
/// its expiry, so that polls of other clients never reach the store.
package struct DeviceCode: SealedValue, Equatable {
    package static let kind = "device"
    package static let prefix = "BAQ"
    package static let version: UInt8 = 2

    /// The ID of the authorization.
    package var id: GUID
    package var client: ClientID
    /// The requested authority, in the spelling of `Authority.segment`.
    package var authority: String
    /// The expiry time, in seconds since 1970 UTC.
    package var expiresAt: Int64

    package init(_ authorization: DeviceAuthorization) {
        self.init(
            id: authorization.id, client: authorization.client, authority: authorization.authority,
            expiresAt: authorization.expiresAt)
    }

    package init(id: GUID, client: ClientID, authority: String, expiresAt: Int64) {
        self.id = id
        self.client = client
        self.authority = authority
        self.expiresAt = expiresAt
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(id)
        writer.write(client)
        writer.write(authority)
        writer.write(expiresAt)
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let client: ClientID = reader.identifier(), let authority = reader.string(),
            let expiresAt = reader.integer()
        else { return nil }
        self.init(id: id, client: client, authority: authority, expiresAt: expiresAt)
    }
}
