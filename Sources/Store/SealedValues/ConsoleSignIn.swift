package import Entra
package import Formats

/// A sign-in that an operator started in the web console. The sealed text is the `state` of the authorization request, so that the
/// server keeps no copy and every replica recognizes the response. Only the console creates the value, so no client can make one.
package struct ConsoleSignIn: SealedValue, Equatable {
    package static let kind = "console sign-in"
    /// The time in which the user must finish the sign-in, in seconds.
    package static let lifetime: Int64 = 3_600
    /// The length of the shortest sealed text, in bytes. A shorter `state` is not opened.
    package static let minimumBytes = 128

    /// The path of the authority: a tenant, or a tenant and its policy.
    package var authority: String
    /// The tenant that has the registration of the client.
    package var tenant: TenantID
    package var client: ClientID
    /// The parameters of the authorization request as a query string, without `state`, `code_challenge` and `client-request-id`.
    package var request: String
    /// The PKCE verifier, or nil for a request without PKCE.
    package var verifier: String?
    /// The correlation ID of every request of this sign-in.
    package var correlationID: String
    /// The time of the start, in seconds since 1970 UTC.
    package var startedAt: Int64

    package init(
        authority: String, tenant: TenantID, client: ClientID, request: String, verifier: String?,
        correlationID: String, startedAt: Int64
    ) {
        self.authority = authority
        self.tenant = tenant
        self.client = client
        self.request = request
        self.verifier = verifier
        self.correlationID = correlationID
        self.startedAt = startedAt
    }

    /// The decoded parameters of the authorization request.
    package var parameters: Form { (try? Form(parsing: request.utf8)) ?? Form() }

    /// Whether the sign-in is pending: started at most `lifetime` seconds ago.
    package func isPending(at now: Timestamp) -> Bool {
        (0...ConsoleSignIn.lifetime).contains(now.seconds - startedAt)
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(authority)
        writer.write(tenant)
        writer.write(client)
        writer.write(request)
        writer.write(verifier)
        writer.write(correlationID)
        writer.write(startedAt)
    }

    package init?(from reader: inout RecordReader) {
        guard let authority = reader.string(), let tenant: TenantID = reader.identifier(),
            let client: ClientID = reader.identifier(), let request = reader.string(),
            let verifier = reader.optionalString(), let correlationID = reader.string(),
            let startedAt = reader.integer()
        else { return nil }
        self.init(
            authority: authority, tenant: tenant, client: client, request: request, verifier: verifier,
            correlationID: correlationID, startedAt: startedAt)
    }
}
