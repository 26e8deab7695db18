package import Crypto
package import Directory
package import Entra
package import State
package import Wire

/// What a flow may use, made anew for each request: one snapshot of the directory, one moment in time. Nothing here is
/// changed by a flow except through the store's verbs. A class, as every step of a flow gets it and none changes it.
package final class Services: Sendable {
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
    package let now: Timestamp
    /// The earliest of all clocks, as they go and went of late: what has expired by it has expired for every tenant, and can be
    /// forgotten.
    package let horizon: Timestamp
    private let tenantClock: (@Sendable (TenantID?) -> Timestamp)?
    package let origin: Origin
    /// Numeric address of the client (`ipaddr`).
    package let peerAddress: String
    /// The request is for the on-premises service at `/adfs`, not for Entra.
    package let isOnPremises: Bool
    package let tlsClient: TLSClientIdentity
    /// What a tester wants to be wrong with the tokens that are made.
    package let tokenFault: TokenFault?

    package init(
        directory: Directory, editor: any DirectoryEditor, store: any Store, outbox: Outbox, keys: KeyMaterial,
        random: any RandomSource, now: Timestamp, origin: Origin, peerAddress: String,
        issuerKeys: IssuerKeyCache = IssuerKeyCache(), horizon: Timestamp? = nil,
        tenantClock: (@Sendable (TenantID?) -> Timestamp)? = nil, isOnPremises: Bool = false,
        tlsClient: TLSClientIdentity = .notAsked
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
        self.isOnPremises = isOnPremises
        self.tlsClient = tlsClient
        tokenFault = nil
    }

    private init(_ other: Services, now: Timestamp, tokenFault: TokenFault?) {
        directory = other.directory
        editor = other.editor
        store = other.store
        outbox = other.outbox
        keys = other.keys
        issuerKeys = other.issuerKeys
        random = other.random
        self.now = now
        horizon = other.horizon
        tenantClock = other.tenantClock
        origin = other.origin
        peerAddress = other.peerAddress
        isOnPremises = other.isOnPremises
        tlsClient = other.tlsClient
        self.tokenFault = tokenFault
    }

    /// The time on a tenant's clock, where another one than the request's may be meant.
    package func now(in tenant: TenantID) -> Timestamp { tenantClock?(tenant) ?? now }

    /// The time on the server's clock, which is that of the pages of no tenant.
    var serverNow: Timestamp { tenantClock?(nil) ?? now }

    /// The same at the time of a tenant's clock.
    package func at(_ tenant: TenantID) -> Services {
        Services(self, now: now(in: tenant), tokenFault: tokenFault)
    }

    /// The same with tokens that are wrong in that way.
    package func making(_ fault: TokenFault) -> Services { Services(self, now: now, tokenFault: fault) }

    /// The cloud where a tenant is.
    package func cloud(of tenant: Tenant) -> Cloud { origin.cloud(of: tenant) }

    /// The settings in force for an application used in a tenant.
    package func settings(tenant: Tenant?, application: Application?) -> Settings {
        directory.settings(tenant: tenant, application: application)
    }

    /// Those of a client where it is addressed, or at home where that is in no tenant.
    func settings(of client: ResolvedClient) -> Settings {
        settings(tenant: client.authority.tenant ?? client.home, application: client.application)
    }
}
