package import Entra
package import Formats

/// The sign-in of a session's account to an application. A sign-out notifies the application (OpenID Connect Front-Channel
/// Logout 1.0 §3).
package struct SessionApplication: Sendable, Equatable {
    package let client: ClientID
    /// The ID of the sign-in: `Authentication.sessionID`.
    package let sessionID: GUID
    /// The tenant whose tokens the application received. The notice contains the tenant's issuer.
    package let tenant: TenantID
    /// The endpoint version, which determines the form of the issuer.
    package let endpoint: EndpointVersion

    package init(client: ClientID, sessionID: GUID, tenant: TenantID, endpoint: EndpointVersion) {
        self.client = client
        self.sessionID = sessionID
        self.tenant = tenant
        self.endpoint = endpoint
    }

    func write(to writer: inout RecordWriter) {
        writer.write(client)
        writer.write(sessionID)
        writer.write(tenant)
        writer.write(endpoint == .v2)
    }

    init?(from reader: inout RecordReader) {
        guard let client: ClientID = reader.identifier(), let sessionID = reader.guid(),
            let tenant: TenantID = reader.identifier(), let isV2 = reader.bool()
        else { return nil }
        self.init(client: client, sessionID: sessionID, tenant: tenant, endpoint: isV2 ? .v2 : .v1)
    }
}
