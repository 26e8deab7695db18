package import Entra
package import Formats

/// The state of a native authentication flow between two requests (docs/reference/wire.md#native-auth-endpoints). The token is
/// opaque, new at each step, and bound to one client and tenant. The token contains the whole state, so that the server keeps
/// nothing but the end of each stage.
package struct ContinuationToken: SealedValue, Equatable {
    package static let kind = "continuation"
    package static let prefix = "AQ"
    package static let version: UInt8 = 4
    /// The time in which the next step must be taken, in seconds.
    package static let lifetime: Int64 = 600

    /// The ID of the stage: the requests up to the next proof or input of the user. All tokens of a stage are valid until the
    /// stage ends.
    package var stage: GUID
    /// The current step of the flow. The flows define the words.
    package var step: String
    package var client: ClientID
    package var tenant: TenantID
    /// The username as the user typed it.
    package var username: String
    /// The time of issue, in seconds since 1970 UTC.
    package var issuedAt: Int64
    /// The sequence number of the token (`Store.nextOrder`).
    package var order: Int64
    /// The challenge types that the client supports, as sent at the start of the flow.
    package var challengeTypes: [String]
    package var capabilities: [String]
    /// The one-time code that was sent and is expected.
    package var pendingCode: PendingCode?
    /// The methods by which the user has authenticated so far, as in `amr`.
    package var methods: [String] = []
    /// The password chosen during sign-up.
    package var password: String?
    /// The attributes collected during sign-up, as a JSON object.
    package var attributes: String?
    /// The scopes of the token request that a second factor interrupted.
    package var scope: String?
    /// The parameters of a flow of version 2 of the API, or nil in version 1.
    package var interaction: Interaction?

    /// The request parameters at the start of a flow of version 2.
    package struct Interaction: Sendable, Equatable {
        /// The purpose of the flow, or nil until the client has chosen.
        package var scenario: String?
        /// The `scope` parameter, or nil if the token request contains the scopes.
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
        stage: GUID, step: String, client: ClientID, tenant: TenantID, username: String, issuedAt: Int64,
        order: Int64, challengeTypes: [String], capabilities: [String]
    ) {
        self.stage = stage
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
        writer.write(stage)
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
        guard let stage = reader.guid(), let step = reader.string(),
            let client: ClientID = reader.identifier(), let tenant: TenantID = reader.identifier(),
            let username = reader.string(), let issuedAt = reader.integer(),
            let order = reader.integer(), let challengeTypes = reader.strings(), let capabilities = reader.strings(),
            let methods = reader.strings(), let password = reader.optionalString(),
            let attributes = reader.optionalString(), let scope = reader.optionalString(),
            let isInteraction = reader.bool()
        else { return nil }
        self.init(
            stage: stage, step: step, client: client, tenant: tenant, username: username, issuedAt: issuedAt,
            order: order,
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
