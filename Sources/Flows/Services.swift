package import Crypto
package import Directory
package import Entra
package import State
package import Wire

/// What a flow may use, made anew for each request: one snapshot of the directory, one moment in time. Nothing here is
/// changed by a flow except through the store's verbs.
package struct Services: Sendable {
    package let directory: Directory
    /// Changes the directory in force, for the requests to come: `directory` stays as it is.
    package let editor: any DirectoryEditor
    package let store: any Store
    package let outbox: Outbox
    package let keys: KeyMaterial
    /// Keys of other issuers, as last fetched.
    package let issuerKeys: IssuerKeyCache
    package let random: any RandomSource
    /// The wall clock of the request, as the tenant's clock has it.
    package private(set) var now: Timestamp
    /// The earliest of all clocks, as they go and went of late: what has expired by it has expired for every tenant, and can be
    /// forgotten.
    package let horizon: Timestamp
    private let tenantClock: (@Sendable (TenantID) -> Timestamp)?
    package let origin: Origin
    /// Numeric address of the client (`ipaddr`).
    package let peerAddress: String
    /// The request is for the on-premises service at `/adfs`, not for Entra.
    package var isOnPremises = false
    package var tlsClient = TLSClientIdentity.notAsked
    /// What a tester wants to be wrong with the tokens that are made.
    package var tokenFault: TokenFault?

    package init(
        directory: Directory, editor: any DirectoryEditor, store: any Store, outbox: Outbox, keys: KeyMaterial,
        random: any RandomSource, now: Timestamp, origin: Origin, peerAddress: String,
        issuerKeys: IssuerKeyCache = IssuerKeyCache(), horizon: Timestamp? = nil,
        tenantClock: (@Sendable (TenantID) -> Timestamp)? = nil
    ) {
        self.directory = directory
        self.editor = editor
        self.store = store
        self.outbox = outbox
        self.keys = keys
        self.issuerKeys = issuerKeys
        self.random = random
        self.now = now
        self.horizon = horizon ?? now
        self.tenantClock = tenantClock
        self.origin = origin
        self.peerAddress = peerAddress
    }

    /// The time on a tenant's clock, where another one than the request's may be meant.
    package func now(in tenant: TenantID) -> Timestamp { tenantClock?(tenant) ?? now }

    /// The same at the time of a tenant's clock.
    package func at(_ tenant: TenantID) -> Services {
        var services = self
        services.now = now(in: tenant)
        return services
    }

    /// The cloud where a tenant is.
    package func cloud(of tenant: Tenant) -> Cloud { origin.cloud(of: tenant) }

    /// The settings in force for an application used in a tenant.
    package func settings(tenant: Tenant?, application: Application?) -> Settings {
        directory.settings(tenant: tenant, application: application)
    }
}
