package import Entra
import Formats

/// The common content of authorization codes and refresh tokens: the user, the client, and the parameters of the request.
package struct IssuedGrant: Sendable, Hashable {
    /// The delegated permissions of one resource that the user had consented to.
    package struct Consent: Sendable, Hashable {
        package let resource: ClientID
        /// The permission values, without a resource prefix.
        package let scopes: [String]

        package init(resource: ClientID, scopes: [String]) {
            self.resource = resource
            self.scopes = scopes
        }

        fileprivate func write(to writer: inout RecordWriter) {
            writer.write(resource)
            writer.write(scopes)
        }

        fileprivate init?(from reader: inout RecordReader) {
            guard let resource: ClientID = reader.identifier(), let scopes = reader.strings() else { return nil }
            self.init(resource: resource, scopes: scopes)
        }
    }

    package var client: ClientID
    /// The tenant that the user signed in to and that issues the tokens.
    package var tenant: TenantID
    /// The object ID of the user in that tenant.
    package var user: ObjectID
    package var authentication: Authentication
    /// The platform of the redirect URI. The platform determines the client type from then on
    /// (docs/reference/protocol.md#client-types).
    package var platform: ClientPlatform
    package var endpoint: EndpointVersion
    /// The `scope` parameter as sent to the v2 endpoint, or nil.
    package var scope: String?
    /// The `resource` parameter as sent to the v1 endpoint, or nil.
    package var resource: String?
    /// The user's own consents to this client at the time of sealing. A restarted server with the same keys, or a replica, can
    /// thereby honor them.
    package var consents: [Consent]
    /// The B2C policy that the grant was issued under and is bound to, in lower case.
    package var policy: String?
    /// The sequence number of the grant (`Store.nextOrder`). Tokens that are derived from the grant keep it.
    package var order: Int64

    package init(
        client: ClientID, tenant: TenantID, user: ObjectID, authentication: Authentication,
        platform: ClientPlatform, endpoint: EndpointVersion, scope: String?, resource: String?,
        consents: [Consent], policy: String? = nil, order: Int64
    ) {
        self.client = client
        self.tenant = tenant
        self.user = user
        self.authentication = authentication
        self.platform = platform
        self.endpoint = endpoint
        self.scope = scope
        self.resource = resource
        self.consents = consents
        self.policy = policy
        self.order = order
    }

    func write(to writer: inout RecordWriter) {
        writer.write(client)
        writer.write(tenant)
        writer.write(user)
        authentication.write(to: &writer)
        writer.write(platform.rawValue)
        writer.write(endpoint == .v2)
        writer.write(scope)
        writer.write(resource)
        writer.write(consents) { writer, consent in consent.write(to: &writer) }
        writer.write(policy)
        writer.write(order)
    }

    init?(from reader: inout RecordReader) {
        guard let client: ClientID = reader.identifier(), let tenant: TenantID = reader.identifier(),
            let user: ObjectID = reader.identifier(), let authentication = Authentication(from: &reader),
            let platform = reader.string().flatMap({ ClientPlatform(rawValue: $0) }), let isV2 = reader.bool(),
            let scope = reader.optionalString(), let resource = reader.optionalString(),
            let consents = reader.list({ Consent(from: &$0) }), let policy = reader.optionalString(),
            let order = reader.integer()
        else { return nil }
        self.init(
            client: client, tenant: tenant, user: user, authentication: authentication,
            platform: platform, endpoint: isV2 ? .v2 : .v1, scope: scope, resource: resource, consents: consents,
            policy: policy, order: order)
    }
}
