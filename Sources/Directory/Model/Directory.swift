package import Entra
import Formats

/// All tenants. The class is immutable: a request uses one snapshot and never sees two configurations.
package final class Directory: Sendable {
    package var tenants: [Tenant] { list.array }
    package let settings: SettingsOverrides
    /// The issuers that federated identity credentials may name.
    package let federatedIssuers: [FederatedIssuer]

    private let list: ObjectList<Tenant>
    /// The tenants' numbers in `list`.
    private let index: TenantIndex

    /// The settings for a tenant of each kind, and without a tenant, if neither tenant nor application set any.
    private let settingsByKind: [Tenant.Kind?: Settings]

    package init(
        tenants: [Tenant], settings: SettingsOverrides = SettingsOverrides(), federatedIssuers: [FederatedIssuer] = []
    ) {
        list = ObjectList(tenants)
        self.settings = settings
        self.federatedIssuers = federatedIssuers
        index = tenants.enumerated().reduce(into: TenantIndex()) { $0.append($1.element, at: $1.offset) }
        let kinds = Tenant.Kind.allCases.map(Optional.some) + [nil]
        settingsByKind = kinds.reduce(into: [:]) { byKind, kind in
            byKind[kind] = Settings(SettingsProperties(.of(kind), settings))
        }
    }

    /// Creates the directory with other tenants and the same settings and issuers.
    private init(_ directory: Directory, _ list: ObjectList<Tenant>, _ index: TenantIndex) {
        self.list = list
        self.index = index
        settings = directory.settings
        federatedIssuers = directory.federatedIssuers
        settingsByKind = directory.settingsByKind
    }

    /// Returns the directory with another version of one tenant, which has the same ID, domains and federated domains.
    /// `registrations` are the applications that may be registered or removed in that version.
    private func replacing(_ number: Int, with tenant: Tenant, registrations: [ClientID]) -> Directory {
        var (list, index) = (list, index)
        list.replace(number, with: tenant)
        index.update(registrations, of: tenant, at: number)
        return Directory(self, list, index)
    }

    /// Returns the current settings of an application in a tenant. The application's settings take precedence, then the tenant's,
    /// then the server's, then the defaults.
    package func settings(tenant: Tenant?, application: Application?) -> Settings {
        let common = settingsByKind[tenant?.kind] ?? Settings(SettingsProperties())
        let own = (tenant: tenant?.settingsReference, application: application?.settingsReference)
        guard own.tenant != nil || own.application != nil else { return common }
        var settings = common.properties
        if let own = own.tenant { settings.merge(own.value) }
        if let own = own.application { settings.merge(own.value) }
        return Settings(settings)
    }

    /// Returns the directory with one tenant changed, the outcome of the change, and the objects that the change touched. Returns
    /// nil if the tenant does not exist.
    package func editing<Outcome>(
        _ id: TenantID, _ change: (inout TenantEdit) -> Outcome
    ) -> (directory: Directory, outcome: Outcome, touched: Set<DirectoryObject>)? {
        guard let number = index.byID[id], let tenant = list[number] else { return nil }
        var edit = TenantEdit(tenant)
        let outcome = change(&edit)
        guard !edit.touched.isEmpty else { return (self, outcome, []) }
        let after = replacing(
            number, with: Tenant(edit), registrations: edit.touched.compactMap(\.applicationID))
        return (after, outcome, edit.touched)
    }

    /// Returns the directory with an additional tenant, whose ID and domains must be unused.
    package func adding(_ tenant: Tenant) -> Directory {
        var (list, index) = (list, index)
        index.append(tenant, at: list.append(tenant))
        return Directory(self, list, index)
    }

    /// Returns the directory without a tenant.
    package func removing(_ id: TenantID) -> Directory {
        Directory(
            tenants: tenants.filter { $0.id != id }, settings: settings, federatedIssuers: federatedIssuers)
    }

    /// Returns the directory with one tenant in the state of another directory, or without the tenant if that directory lacks it.
    /// A tenant that returns has its position in `order`, or the last position.
    package func restoring(_ id: TenantID, from other: Directory, inOrderOf order: Directory) -> Directory {
        guard let restored = other.tenant(id) else { return removing(id) }
        if let own = tenant(id), own.names.elementsEqual(restored.names, by: { $0.isExactly($1) }) {
            return replacing(restored)
        }
        let listed = order.tenants.compactMap { $0.id == id ? restored : tenant($0.id) }
        let others = (tenants.filter { $0.id != id } + [restored]).filter { order.tenant($0.id) == nil }
        return Directory(tenants: listed + others, settings: settings, federatedIssuers: federatedIssuers)
    }

    /// Returns the directory with another version of a tenant, or the same directory if it lacks the tenant.
    package func replacing(_ tenant: Tenant) -> Directory {
        guard let number = index.byID[tenant.id], let before = list[number] else { return self }
        let registrations = [before, tenant].flatMap { $0.ownApplications.map(\.clientID) }
        return replacing(number, with: tenant, registrations: registrations)
    }

    /// Returns the tenant with the directory ID.
    package func tenant(_ id: TenantID) -> Tenant? { index.byID[id].flatMap { list[$0] } }

    /// Returns the tenant with the directory ID or verified domain, ignoring ASCII case.
    package func tenant(named name: String) -> Tenant? {
        tenant(TenantID(name)) ?? index.byDomain[ByteString(name.asciiLowercased)].flatMap { list[$0] }
    }

    /// Returns the tenant with the verified domain, ignoring ASCII case.
    package func tenant(ofDomain domain: String) -> Tenant? {
        index.byDomain[ByteString(domain.asciiLowercased)].flatMap { list[$0] }
    }

    /// Returns the tenant that the first segment of a path names: by directory ID, by verified domain, or as `consumers`,
    /// ignoring ASCII case.
    package func tenant(segment: String) -> Tenant? {
        tenant(named: segment) ?? (TenantSegment.parse(segment) == .consumers ? consumers : nil)
    }

    /// Returns the tenant with the label of a host under ciamlogin.com or b2clogin.com, ignoring ASCII case.
    package func tenant(subdomain: String) -> Tenant? {
        index.bySubdomain[ByteString(subdomain.asciiLowercased)].flatMap { list[$0] }
    }

    /// Returns the federated domain whose identity provider issues assertions under the issuer name, and its tenant.
    package func federation(issuer: String) -> (tenant: Tenant, domain: FederatedDomain)? {
        index.byFederationIssuer[ByteString(issuer)].flatMap { found in list[found.tenant].map { ($0, found.domain) } }
    }

    /// Returns the tenant that registers the application, and the registration. A tenant of Microsoft, which is not in the
    /// directory, registers Microsoft's own clients, unless a tenant of the directory has an application with the ID.
    package func registration(of client: ClientID) -> (tenant: Tenant, application: Application)? {
        ownRegistration(of: client) ?? FirstPartyClients.registration(of: client)
    }

    /// Returns the registration of an application in a tenant of the directory.
    package func ownRegistration(of client: ClientID) -> (tenant: Tenant, application: Application)? {
        guard let home = index.home(of: client).flatMap({ list[$0] }), let application = home.application(client)
        else { return nil }
        return (home, application)
    }

    /// Returns the registration from a tenant's point of view. The tenant's own registration takes precedence over another
    /// tenant's with the same ID. Another tenant's application has the properties of its service principal in the tenant. No tenant
    /// can use the application of another cloud (docs/reference/protocol.md#application-of-another-cloud).
    package func registration(
        of client: ClientID, in tenant: Tenant?
    ) -> (tenant: Tenant, application: Application)? {
        if let tenant, let application = tenant.application(client) {
            return (tenant, FirstPartyClients.asClient(application))
        }
        guard let found = registration(of: client) else { return nil }
        if let cloud = tenant?.cloud, let home = found.tenant.cloud, cloud != home { return nil }
        return (found.tenant, tenant?.inTenant(found.application) ?? found.application)
    }

    /// Returns the tenant's device for an authenticated device: the device with the ID, or the device with the certificate that
    /// the ID has in another tenant.
    package func device(_ id: ObjectID, in tenant: Tenant) -> Device? {
        if let device = tenant.device(id) { return device }
        let certificate = tenants.lazy.compactMap { $0.device(id)?.certificate }.first
        return certificate.flatMap { tenant.device(certificate: $0) }
    }

    /// Whether the server fetches the keys of any issuer.
    package var fetchesKeys: Bool {
        federatedIssuers.contains { if case .fetched = $0.keys { true } else { false } }
    }

    /// Returns the listed issuer with the name, compared byte by byte.
    package func federatedIssuer(_ issuer: String) -> FederatedIssuer? {
        federatedIssuers.first { $0.issuer.isExactly(issuer) }
    }

    /// The tenant of personal accounts.
    package var consumers: Tenant? { tenant(.consumers) }
}

extension Tenant {
    /// Whether the name is a verified domain of the tenant.
    package func hasDomain(_ name: String) -> Bool {
        self.domains.contains { $0.isExactlyIgnoringASCIICase(name) }
    }

    /// Whether a host is a verified domain of the tenant or below one.
    package func hasDomain(ofHost host: String) -> Bool {
        hasDomain(host) || self.domains.contains { host.asciiLowercased.hasExactSuffix(".\($0.asciiLowercased)") }
    }

    /// The names by which the directory finds the tenant, in addition to the ID.
    fileprivate var names: [String] { domains + [subdomain ?? ""] + federatedDomains.map(\.issuerUri) }
}

extension Directory {
    /// Returns whether a password can sign the user in: the user's own password, or any password if the tenant of the account has
    /// the setting `passwords: any`.
    package func acceptsPassword(_ user: User) -> Bool {
        if user.hasPassword { return true }
        guard user.identityProvider == nil, !user.isPasswordless else { return false }
        return settings(tenant: tenant(user.home.tenantID), application: nil).passwords == .any
    }
}
