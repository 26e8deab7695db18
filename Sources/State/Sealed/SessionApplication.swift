package import Entra
package import Wire

/// That an account of the session signed in to an application: whom a sign-out has to tell (OpenID Connect Front-Channel
/// Logout 1.0 §3).
package struct SessionApplication: Sendable, Equatable {
    package let client: ClientID
    /// Which sign-in: `Authentication.sessionID`.
    package let sessionID: GUID
    /// The tenant whose tokens the application got; its issuer goes with the notice.
    package let tenant: TenantID
    /// Decides the form of that issuer.
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
