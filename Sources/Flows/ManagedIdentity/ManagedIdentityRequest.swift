import Crypto
import Directory
import Entra
package import Wire

/// A request to a host's token endpoint, as it came.
package struct ManagedIdentityRequest: Sendable {
    /// The value of a header, by any spelling of its name.
    package typealias Header = @Sendable (String) -> String?

    let form: Form
    let header: Header
    let isSecure: Bool

    /// `form` holds the query or, of a POST, the body; nil where it cannot be read.
    package init(form: Form?, header: @escaping Header, isSecure: Bool) throws(ManagedIdentityFailure) {
        guard let form else { throw .malformed }
        if let name = form.firstDuplicate() { throw .duplicate(name) }
        self.form = form
        self.header = header
        self.isSecure = isSecure
    }

    /// The host that is asked, of several that share an address: told by the version.
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

    /// Whether the request comes from the host's own code. Throws what the host says when it does not.
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

    /// The tenants whose identities the request may use: of a host with a secret, those that share it.
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

    /// The one identifier of a user-assigned identity; nil without one.
    func selector(_ rules: ManagedIdentityProtocol) throws(ManagedIdentityFailure) -> Selector? {
        let given = form.fields.compactMap { field in
            rules.identifiers[field.name].map { Selector(name: field.name, identifier: $0, value: field.value) }
        }
        guard given.count < 2 else { throw .severalIdentifiers }
        return given.first
    }

    /// How the request names an identity.
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
