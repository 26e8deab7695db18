package import Entra
package import Wire

/// What the native authentication API hands to the next step of a journey (docs/reference/wire.md#native-auth-endpoints): opaque,
/// new at each step, bound to one client and tenant. It carries all that the journey has come to, so the server keeps nothing.
package struct ContinuationToken: SealedValue, Equatable {
    package static let kind = "continuation"
    package static let prefix = "AQ"
    package static let version: UInt8 = 4
    /// Seconds for which a step may be taken.
    package static let lifetime: Int64 = 600

    package var id: GUID
    /// Where the journey stands; flows give the words their meaning.
    package var step: String
    package var client: ClientID
    package var tenant: TenantID
    /// As the user typed it.
    package var username: String
    /// Seconds since 1970 UTC.
    package var issuedAt: Int64
    /// Its place among all that was issued and revoked (`Store.nextOrder`).
    package var order: Int64
    /// What the client can do, as it said at the start of the journey.
    package var challengeTypes: [String]
    package var capabilities: [String]
    /// The code that was sent and is waited for.
    package var pendingCode: PendingCode?
    /// How the user has proved themselves so far, as in `amr`.
    package var methods: [String] = []
    /// Sign-up: the password chosen.
    package var password: String?
    /// Sign-up: the attributes collected, a JSON object.
    package var attributes: String?
    /// The scopes of the token request that a second factor interrupted.
    package var scope: String?
    /// Of a journey by version 2 of the API; nil in version 1.
    package var interaction: Interaction?

    /// What the client asked for where a journey of version 2 began.
    package struct Interaction: Sendable, Equatable {
        /// What the journey is for; nil until the client chose.
        package var scenario: String?
        /// The `scope` parameter; nil: the token request has it.
        package var scope: String?
        /// The `claims` parameter.
        package var claims: String?

        package init(scenario: String? = nil, scope: String?, claims: String?) {
            self.scenario = scenario
            self.scope = scope
            self.claims = claims
        }
    }

    package init(
        id: GUID, step: String, client: ClientID, tenant: TenantID, username: String, issuedAt: Int64,
        order: Int64, challengeTypes: [String], capabilities: [String]
    ) {
        self.id = id
        self.step = step
        self.client = client
        self.tenant = tenant
        self.username = username
        self.issuedAt = issuedAt
        self.order = order
        self.challengeTypes = challengeTypes
        self.capabilities = capabilities
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(id)
        writer.write(step)
        writer.write(client)
        writer.write(tenant)
        writer.write(username)
        writer.write(issuedAt)
        writer.write(order)
        writer.write(challengeTypes)
        writer.write(capabilities)
        writer.write(methods)
        writer.write(password)
        writer.write(attributes)
        writer.write(scope)
        writer.write(interaction != nil)
        if let interaction {
            writer.write(interaction.scenario)
            writer.write(interaction.scope)
            writer.write(interaction.claims)
        }
        writer.write(pendingCode != nil)
        pendingCode?.write(to: &writer)
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let step = reader.string(),
            let client: ClientID = reader.identifier(), let tenant: TenantID = reader.identifier(),
            let username = reader.string(), let issuedAt = reader.integer(),
            let order = reader.integer(), let challengeTypes = reader.strings(), let capabilities = reader.strings(),
            let methods = reader.strings(), let password = reader.optionalString(),
            let attributes = reader.optionalString(), let scope = reader.optionalString(),
            let isInteraction = reader.bool()
        else { return nil }
        self.init(
            id: id, step: step, client: client, tenant: tenant, username: username, issuedAt: issuedAt, order: order,
            challengeTypes: challengeTypes, capabilities: capabilities)
        self.methods = methods
        self.password = password
        self.attributes = attributes
        self.scope = scope
        if isInteraction {
            guard let scenario = reader.optionalString(), let scope = reader.optionalString(),
                let claims = reader.optionalString()
            else { return nil }
            interaction = Interaction(scenario: scenario, scope: scope, claims: claims)
        }
        guard let hasCode = reader.bool() else { return nil }
        guard hasCode else { return }
        guard let code = PendingCode(from: &reader) else { return nil }
        pendingCode = code
    }
}
