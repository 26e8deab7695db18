package import Entra
import Wire

/// All tenants, immutable: a request takes one snapshot and never sees two configurations.
package final class Directory: Sendable {
    package var tenants: [Tenant] { chunks.flatMap(\.self) }
    package let settings: SettingsOverrides
    /// The issuers that federated identity credentials may name.
    package let federatedIssuers: [FederatedIssuer]

    /// In chunks, so that another version of one tenant copies little of the list.
    private let chunks: [[Tenant]]
    private static let chunkSize = 64

    private let byID: [TenantID: Int]
    private let byDomain: [ExactString: Int]
    private let bySubdomain: [ExactString: Int]
    private let byFederationIssuer: [ExactString: (tenant: Int, domain: FederatedDomain)]
    private let homesByApplication: ShardedDictionary<ClientID, Int>

    /// What is in force where neither tenant nor application set anything: in a tenant of each kind, and in none.
    private let settingsByKind: [Tenant.Kind?: Settings]

    package init(
        tenants: [Tenant], settings: SettingsOverrides = SettingsOverrides(), federatedIssuers: [FederatedIssuer] = []
    ) {
        chunks = stride(from: 0, to: tenants.count, by: Directory.chunkSize).map {
            Array(tenants[$0..<min($0 + Directory.chunkSize, tenants.count)])
        }
        self.settings = settings
        self.federatedIssuers = federatedIssuers
        var byID: [TenantID: Int] = [:]
        var byDomain: [ExactString: Int] = [:]
        var bySubdomain: [ExactString: Int] = [:]
        var homes = ShardedDictionary<ClientID, Int>(capacity: tenants.reduce(0) { $0 + $1.applicationTable.all.count })
        var issuers: [ExactString: (tenant: Int, domain: FederatedDomain)] = [:]
        for (position, tenant) in tenants.enumerated() {
            if byID[tenant.id] == nil { byID[tenant.id] = position }
            for domain in tenant.domains where byDomain[ExactString(domain.asciiLowercased)] == nil {
                byDomain[ExactString(domain.asciiLowercased)] = position
            }
            if let label = tenant.subdomain.map({ ExactString($0.asciiLowercased) }), bySubdomain[label] == nil {
                bySubdomain[label] = position
            }
            for domain in tenant.federatedDomains where issuers[ExactString(domain.issuerUri)] == nil {
                issuers[ExactString(domain.issuerUri)] = (position, domain)
            }
            for application in tenant.applications { homes.insertFirst(position, application.clientID) }
        }
        self.byID = byID
        self.byDomain = byDomain
        self.bySubdomain = bySubdomain
        byFederationIssuer = issuers
        homesByApplication = homes
        let kinds = Tenant.Kind.allCases.map(Optional.some) + [nil]
        settingsByKind = kinds.reduce(into: [:]) { byKind, kind in
            byKind[kind] = Settings(SettingsProperties(.of(kind), settings))
        }
    }

    /// The directory with another version of one tenant, of the same id, domains and federated domains.
    /// `registrations`: where another is registered, or is no more.
    private init(_ directory: Directory, at position: Int, _ tenant: Tenant, registrations: [ClientID]) {
        var chunks = directory.chunks
        chunks[position / Directory.chunkSize][position % Directory.chunkSize] = tenant
        self.chunks = chunks
        settings = directory.settings
        federatedIssuers = directory.federatedIssuers
        byID = directory.byID
        byDomain = directory.byDomain
        bySubdomain = directory.bySubdomain
        byFederationIssuer = directory.byFederationIssuer
        var homes = directory.homesByApplication
        for id in registrations {
            let isHere = tenant.application(id) != nil
            if isHere, homes[id] == nil { homes[id] = position }
            if !isHere, homes[id] == position { homes[id] = nil }
        }
        homesByApplication = homes
        settingsByKind = directory.settingsByKind
    }

    /// The settings in force for an application used in a tenant: the nearest that is set, else the default.
    package func settings(tenant: Tenant?, application: Application?) -> Settings {
        let common = settingsByKind[tenant?.kind] ?? Settings(SettingsProperties())
        let own = (tenant: tenant?.ownSettings, application: application?.ownSettings)
        guard own.tenant != nil || own.application != nil else { return common }
        var settings = common.properties
        if let own = own.tenant { settings.lay(own.value) }
        if let own = own.application { settings.lay(own.value) }
        return Settings(settings)
    }

    /// The directory with one tenant changed, what the change came to, and the objects that it is about. Nil where the tenant
    /// is not there.
    package func editing<Outcome>(
        _ id: TenantID, _ change: (inout TenantEdit) -> Outcome
    ) -> (directory: Directory, outcome: Outcome, touched: Set<DirectoryObject>)? {
        guard let position = byID[id] else { return nil }
        var edit = TenantEdit(tenant(at: position))
        let outcome = change(&edit)
        guard !edit.touched.isEmpty else { return (self, outcome, []) }
        let after = Directory(
            self, at: position, Tenant(edit), registrations: edit.touched.compactMap(\.applicationID))
        return (after, outcome, edit.touched)
    }

    /// The directory with a tenant more, whose id and domains nobody has.
    package func adding(_ tenant: Tenant) -> Directory {
        Directory(tenants: tenants + [tenant], settings: settings, federatedIssuers: federatedIssuers)
    }

    /// The directory without a tenant.
    package func removing(_ id: TenantID) -> Directory {
        Directory(
            tenants: tenants.filter { $0.id != id }, settings: settings, federatedIssuers: federatedIssuers)
    }

    /// The directory with one tenant as it is in another directory, gone where that lacks it. One that comes back stands where
    /// `order` has it, else behind all others.
    package func restoring(_ id: TenantID, from other: Directory, inOrderOf order: Directory) -> Directory {
        guard let restored = other.tenant(id) else { return removing(id) }
        if let own = tenant(id), own.names.elementsEqual(restored.names, by: { $0.isExactly($1) }) {
            return replacing(restored)
        }
        let listed = order.tenants.compactMap { $0.id == id ? restored : tenant($0.id) }
        let others = (tenants.filter { $0.id != id } + [restored]).filter { order.tenant($0.id) == nil }
        return Directory(tenants: listed + others, settings: settings, federatedIssuers: federatedIssuers)
    }

    /// The directory with another version of a tenant; unchanged where it lacks the tenant.
    package func replacing(_ tenant: Tenant) -> Directory {
        guard let position = byID[tenant.id] else { return self }
        let registrations = [self.tenant(at: position), tenant].flatMap { $0.applications.map(\.clientID) }
        return Directory(self, at: position, tenant, registrations: registrations)
    }

    private func tenant(at position: Int) -> Tenant {
        chunks[position / Directory.chunkSize][position % Directory.chunkSize]
    }

    /// By directory id.
    package func tenant(_ id: TenantID) -> Tenant? { byID[id].map(tenant(at:)) }

    /// By directory id or verified domain, ASCII case folded.
    package func tenant(named name: String) -> Tenant? {
        tenant(TenantID(name)) ?? byDomain[ExactString(name.asciiLowercased)].map(tenant(at:))
    }

    /// By directory id, verified domain or the word `consumers`, ASCII case folded: what the first segment of a path may name.
    package func tenant(segment: String) -> Tenant? {
        tenant(named: segment) ?? (TenantSegment.parse(segment) == .consumers ? consumers : nil)
    }

    /// By the label of its own host under ciamlogin.com or b2clogin.com, ASCII case folded.
    package func tenant(subdomain: String) -> Tenant? {
        bySubdomain[ExactString(subdomain.asciiLowercased)].map(tenant(at:))
    }

    /// The federated domain whose identity provider issues assertions under that name, and its tenant.
    package func federation(issuer: String) -> (tenant: Tenant, domain: FederatedDomain)? {
        byFederationIssuer[ExactString(issuer)].map { (tenant(at: $0.tenant), $0.domain) }
    }

    /// The tenant where the application is registered, and the registration.
    package func registration(of client: ClientID) -> (tenant: Tenant, application: Application)? {
        guard let home = homesByApplication[client].map(tenant(at:)), let application = home.application(client)
        else { return nil }
        return (home, application)
    }

    /// The same as seen from a tenant, whose own registration goes before one of the same id elsewhere.
    package func registration(
        of client: ClientID, in tenant: Tenant?
    ) -> (tenant: Tenant, application: Application)? {
        if let tenant, let application = tenant.application(client) { return (tenant, application) }
        return registration(of: client)
    }

    /// A device that proved itself, as the tenant knows it: of that id, or by the certificate that the device of that id has in
    /// another tenant.
    package func device(_ id: ObjectID, in tenant: Tenant) -> Device? {
        if let device = tenant.device(id) { return device }
        let certificate = tenants.lazy.compactMap { $0.device(id)?.certificate }.first
        return certificate.flatMap { tenant.device(certificate: $0) }
    }

    /// Whether any issuer's keys are fetched.
    package var fetchesKeys: Bool {
        federatedIssuers.contains { if case .fetched = $0.keys { true } else { false } }
    }

    /// The listed issuer of that name, byte for byte.
    package func federatedIssuer(_ issuer: String) -> FederatedIssuer? {
        federatedIssuers.first { $0.issuer.isExactly(issuer) }
    }

    /// The tenant of personal accounts.
    package var consumers: Tenant? { tenant(.consumers) }
}

extension Tenant {
    /// What the directory finds it by besides its id.
    fileprivate var names: [String] { domains + [subdomain ?? ""] + federatedDomains.map(\.issuerUri) }
}
