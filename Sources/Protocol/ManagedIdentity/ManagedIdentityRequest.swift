import Crypto
import Directory
import Entra
package import Formats

/// A request to a host's token endpoint.
package struct ManagedIdentityRequest: Sendable {
    /// A function that returns the value of a header. The letter case of the name does not matter.
    package typealias Header = @Sendable (String) -> String?

    let form: Form
    let header: Header
    let isSecure: Bool

    /// Creates a request. `form` contains the query, or the body of a POST, and is nil if it cannot be parsed.
    package init(form: Form?, header: @escaping Header, isSecure: Bool) throws(ManagedIdentityFailure) {
        guard let form else { throw .malformed }
        if let name = form.firstDuplicate() { throw .duplicate(name) }
        self.form = form
        self.header = header
        self.isSecure = isSecure
    }

    /// Returns the requested protocol. Protocols that share an address are distinguished by the version.
    package func hostProtocol(
        among protocols: [ManagedIdentityProtocol]
    ) throws(ManagedIdentityFailure) -> ManagedIdentityProtocol {
        if let only = protocols.first, protocols.count == 1 { return only }
        let version = try version()
        guard let found = protocols.first(where: { $0.versions.contain(version) }) else {
            throw .versionUnsupported(version)
        }
        return found
    }

    /// Checks that the request comes from the host's own code. Throws the host's error otherwise.
    package func checkOrigin(_ rules: ManagedIdentityProtocol) throws(ManagedIdentityFailure) {
        if rules.isSecureOnly, !isSecure { throw .insecure }
        switch rules.proof {
        case .metadata:
            guard header("Metadata")?.isExactlyIgnoringASCIICase("true") == true else { throw .metadataHeaderMissing }
            guard header("X-Forwarded-For") == nil else { throw .forwarded }
        case .secret(let name):
            guard let value = header(name), !value.isEmpty else { throw .secretMissing(name) }
        }
    }

    /// Returns the tenants whose identities the request may use. For a host with a secret, only tenants with the same secret
    /// are returned.
    func tenants(_ rules: ManagedIdentityProtocol, _ services: Services) throws(ManagedIdentityFailure) -> [Tenant] {
        let tenants = services.directory.tenants.filter { !$0.managedIdentities.isEmpty }
        guard case .secret(let name) = rules.proof, !tenants.isEmpty else { return tenants }
        let secret = header(name) ?? ""
        let matching = tenants.filter {
            ConstantTime.equal(secret, services.settings(tenant: $0, application: nil).managedIdentityHeader)
        }
        guard !matching.isEmpty else { throw .secretWrong(name) }
        return matching
    }

    private func version() throws(ManagedIdentityFailure) -> String {
        guard let version = form[Parameter.apiVersion], !version.isEmpty else { throw .versionMissing }
        return version
    }

    func checkVersion(_ rules: ManagedIdentityProtocol) throws(ManagedIdentityFailure) {
        if case .any = rules.versions { return }
        let version = try version()
        guard rules.versions.contain(version) else { throw .versionUnsupported(version) }
    }

    func resource() throws(ManagedIdentityFailure) -> String {
        guard let resource = form[Parameter.resource], !resource.isEmpty else { throw .resourceMissing }
        return resource
    }

    /// Returns the identifier of a user-assigned identity, or nil if the request has none. Throws if the request has several.
    func selector(_ rules: ManagedIdentityProtocol) throws(ManagedIdentityFailure) -> Selector? {
        let given = form.fields.compactMap { field in
            rules.identifiers[field.name].map { Selector(name: field.name, identifier: $0, value: field.value) }
        }
        guard given.count < 2 else { throw .severalIdentifiers }
        return given.first
    }

    /// The identifier of an identity in a request.
    struct Selector: Sendable {
        let name: String
        let identifier: ManagedIdentityProtocol.Identifier
        let value: String

        func names(_ identity: ManagedIdentity) -> Bool {
            switch identifier {
            case .client: identity.clientID == ClientID(value)
            case .principal: identity.principalID == ObjectID(value)
            case .resource: identity.resourceID.isExactlyIgnoringASCIICase(value)
            }
        }
    }
}
