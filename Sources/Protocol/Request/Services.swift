package import Crypto
package import Directory
package import Entra
package import Formats
package import Store

/// The services that a flow may use. Each request gets a new instance with one snapshot of the directory and one moment in time. A
/// flow changes state only through the operations of the store and the editor. Services is a class because every step of a flow
/// receives the same instance and no step changes it.
package final class Services: Sendable {
    package let directory: Directory
    /// Changes the current directory for later requests. `directory` stays as it is.
    package let editor: any DirectoryEditor
    package let store: any Store
    package let outbox: Outbox
    package let keys: KeyMaterial
    /// The keys of other issuers, as last fetched.
    package let issuerKeys: IssuerKeyCache
    package let random: any RandomSource
    /// The wall-clock time of the request, on the tenant's clock.
    package let now: Timestamp
    /// The earliest time of all clocks, now and during the last minutes. Records that expired before this time have expired for
    /// every tenant and can be deleted.
    package let horizon: Timestamp
    private let tenantClock: (@Sendable (TenantID?) -> Timestamp)?
    package let origin: Origin
    /// The origins of this server, which are names of Microsoft Graph.
    package let ownOrigins: OwnOrigins
    /// The server's own HTTPS origin. Nil if the request used HTTPS, if the server has a public origin, or if the server has no
    /// HTTPS port.
    private let secureOrigin: Origin?
    /// The numeric address of the client (`ipaddr`).
    package let peerAddress: String
    /// The header `User-Agent`.
    private let userAgent: String?
    /// The operating system of the client, or nil if the request does not name one.
    var clientSystem: ClientSystem? { userAgent.flatMap { ClientSystem(userAgent: $0) } }
    /// Whether the request is for the on-premises service at `/adfs`, not for Entra.
    package let isOnPremises: Bool
    package let tlsClient: TLSClientIdentity
    /// The tenants that the network of the client permits, or nil if the network restricts nothing.
    package let tenantRestrictions: TenantRestrictions?
    /// The fault of the tokens that the request issues, as an operator requested, or nil.
    package let tokenFault: TokenFault?

    package init(
        directory: Directory, editor: any DirectoryEditor, store: any Store, outbox: Outbox, keys: KeyMaterial,
        random: any RandomSource, now: Timestamp, origin: Origin, peerAddress: String,
        issuerKeys: IssuerKeyCache = IssuerKeyCache(), horizon: Timestamp? = nil,
        tenantClock: (@Sendable (TenantID?) -> Timestamp)? = nil, isOnPremises: Bool = false,
        tlsClient: TLSClientIdentity = .notRequested, tenantRestrictions: TenantRestrictions? = nil,
        secureOrigin: Origin? = nil, listening: [Origin] = [], userAgent: String? = nil
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
        ownOrigins = OwnOrigins(reached: origin, listening: listening)
        self.secureOrigin = secureOrigin
        self.peerAddress = peerAddress
        self.userAgent = userAgent
        self.isOnPremises = isOnPremises
        self.tlsClient = tlsClient
        self.tenantRestrictions = tenantRestrictions
        tokenFault = nil
    }

    private init(_ other: Services, now: Timestamp, origin: Origin, tokenFault: TokenFault?) {
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
        self.origin = origin
        ownOrigins = other.ownOrigins
        secureOrigin = other.secureOrigin
        peerAddress = other.peerAddress
        userAgent = other.userAgent
        isOnPremises = other.isOnPremises
        tlsClient = other.tlsClient
        tenantRestrictions = other.tenantRestrictions
        self.tokenFault = tokenFault
    }

    /// Returns the time on a tenant's clock, which may be another clock than the request's.
    package func now(in tenant: TenantID) -> Timestamp { tenantClock?(tenant) ?? now }

    /// The time on the server's clock. Pages without a tenant use this clock.
    var serverNow: Timestamp { tenantClock?(nil) ?? now }

    /// Returns the services at the time of a tenant's clock.
    package func at(_ tenant: TenantID) -> Services {
        Services(self, now: now(in: tenant), origin: origin, tokenFault: tokenFault)
    }

    /// Returns the services at the HTTPS origin, whose issuers are those of the tokens that users get: the same host with the HTTPS
    /// port, or the server's own HTTPS origin if the host is a link-local address such as that of the Azure metadata service.
    func atSecureOrigin() -> Services {
        guard let secureOrigin else { return self }
        let isLinkLocal = IPv4Literal.octets(origin.host)?.starts(with: [169, 254]) == true
        let secure =
            isLinkLocal ? secureOrigin : Origin(scheme: secureOrigin.scheme, host: origin.host, port: secureOrigin.port)
        return Services(self, now: now, origin: secure, tokenFault: tokenFault)
    }

    /// Returns the services with a fault for the tokens that they issue.
    package func making(_ fault: TokenFault) -> Services { Services(self, now: now, origin: origin, tokenFault: fault) }

    /// Returns the cloud of a tenant.
    package func cloud(of tenant: Tenant) -> Cloud { origin.cloud(of: tenant) }

    /// Returns the current settings of an application in a tenant.
    package func settings(tenant: Tenant?, application: Application?) -> Settings {
        directory.settings(tenant: tenant, application: application)
    }

    /// Returns the current settings of a client in the tenant of the authority, or in the client's home tenant if the authority
    /// names no tenant.
    func settings(of client: ResolvedClient) -> Settings {
        settings(tenant: client.authority.tenant ?? client.home, application: client.application)
    }
}

extension Services {
    /// Returns the keys that sign a tenant's tokens. External and b2c tenants have keys of their own, which no other document lists
    /// (docs/reference/protocol.md#b2c-and-ciam-urls). A nil tenant means the authorities of many tenants. Throws AADSTS50000 if
    /// OpenSSL fails.
    package func signingKeys(of tenant: Tenant?) throws(EntraError) -> KeyRing {
        do {
            return try lazyKeys(of: tenant).get()
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }

    /// Returns the keys that sign a tenant's tokens, without creating them.
    package func lazyKeys(of tenant: Tenant?) -> LazyKeyRing {
        switch tenant?.kind {
        case .external: keys.externalSigning
        case .b2c: keys.userFlowSigning
        case .workforce, .consumers, nil: keys.signing
        }
    }
}

extension Tenant {
    /// Whether the tenant has other keys than `common`.
    var hasKeysOfItsOwn: Bool { kind == .external || kind == .b2c }
}
