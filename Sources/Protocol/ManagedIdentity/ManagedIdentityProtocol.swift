import Crypto
package import Directory
import Entra
package import Formats

/// The token protocol of one kind of Azure host, as a row of a table (docs/reference/protocol.md#managed-identity).
package struct ManagedIdentityProtocol: Sendable {
    /// The evidence that a request comes from code on the host, not from a web page or through a proxy.
    enum Proof: Sendable {
        /// The header `Metadata: true`, and no `X-Forwarded-For`. The value must have exactly these letters, except on hosts that
        /// ignore the letter case (docs/reference/protocol.md#managed-identity-metadata-header).
        case metadata(ignoringCase: Bool = false)
        /// The host's secret in the header of that name.
        case secret(String)
    }

    /// The accepted values of `api-version`.
    enum Versions: Sendable {
        case any
        /// The accepted versions, oldest first.
        case oneOf([String])

        func contain(_ version: String) -> Bool {
            switch self {
            case .any: true
            case .oneOf(let known): known.contains { $0.isExactly(version) }
            }
        }

        /// The versions that a host lists if a request names no version or an unsupported one.
        var newest: [String] {
            switch self {
            case .any: []
            case .oneOf(let known): known.suffix(3).reversed()
            }
        }
    }

    /// The property that identifies a user-assigned identity in a request.
    enum Identifier: Sendable {
        case client
        case principal
        case resource
    }

    /// A field of the response. All values are text, except where the case says otherwise.
    enum Field: Sendable {
        case accessToken
        case clientID
        /// The field `refresh_token`, which is always empty.
        case refreshToken
        case expiresIn
        /// The lifetime of a new token, less one second.
        case extendedExpiresIn
        /// The expiry time, in seconds since 1970 UTC.
        case expiresOn
        /// The expiry time as a JSON number.
        case expiresOnNumber
        /// The expiry time as a date.
        case expiresOnDate
        case notBefore
        case resource
        case tokenType
        /// The requested identifier, under its own name.
        case identifier
    }

    /// The format of an error.
    enum ErrorStyle: Sendable {
        /// The format `{error, error_description}`.
        case oauth
        /// The format of `oauth`. The challenge of Azure Arc also has the codes, the time and the identifiers.
        case azureArc
        /// The format `{error, newest-versions}` of the instance metadata service, for requests other than tokens.
        case instance
        /// The format `{statusCode, message, correlationId}`.
        case appService
        /// The format `{error: {code, message}}` with codes in words.
        case serviceFabric
        case cloudShell
    }

    package let host: ManagedIdentityHost
    let proof: Proof
    let versions: Versions
    /// The identifiers by parameter name. The host ignores other parameters.
    var identifiers: [ByteString: Identifier] = [:]
    /// Whether a request without an identifier selects the only user-assigned identity if the host has no system-assigned one.
    var takesOnlyIdentity = false
    /// Whether the host accepts only HTTPS requests.
    var isSecureOnly = false
    let fields: [Field]
    var errors = ErrorStyle.oauth
}

extension ManagedIdentityProtocol {
    /// Whether the host passes the errors of the token service on unchanged (docs/reference/protocol.md#managed-identity-errors).
    var passesErrorsOn: Bool {
        switch errors {
        case .oauth, .azureArc: true
        case .instance, .appService, .serviceFabric, .cloudShell: false
        }
    }

    private static let metadataFields: [Field] = [
        .accessToken, .clientID, .expiresIn, .expiresOn, .extendedExpiresIn, .notBefore, .resource, .tokenType,
    ]
    /// The fields of Azure Arc and Cloud Shell.
    private static let agentFields: [Field] = [
        .accessToken, .refreshToken, .expiresIn, .expiresOn, .notBefore, .resource, .tokenType,
    ]
    private static let metadataIdentifiers: [ByteString: Identifier] = [
        "client_id": .client, "object_id": .principal, "msi_res_id": .resource, "mi_res_id": .resource,
    ]

    /// The "Supported API versions" in Microsoft's documentation of the instance metadata service.
    private static let metadataVersions = [
        "2017-04-02", "2017-08-01", "2017-10-01", "2017-12-01", "2018-02-01", "2018-04-02", "2018-10-01", "2019-02-01",
        "2019-03-11", "2019-04-30", "2019-06-01", "2019-06-04", "2019-08-01", "2019-08-15", "2019-11-01", "2020-06-01",
        "2020-07-15", "2020-09-01", "2020-10-01", "2020-12-01", "2021-01-01", "2021-02-01", "2021-03-01", "2021-05-01",
        "2021-08-01", "2021-10-01", "2021-11-01", "2021-11-15", "2021-12-13", "2023-07-01", "2023-11-15", "2024-03-15",
        "2024-07-17", "2025-04-07",
    ]

    /// The instance metadata of a virtual machine other than tokens. The category exists since the oldest listed version.
    package static let instanceMetadata = ManagedIdentityProtocol(
        host: .virtualMachine, proof: .metadata(), versions: .oneOf(metadataVersions), fields: [], errors: .instance)

    /// The token protocol of a virtual machine. The category `identity` exists since 2018-02-01.
    package static let virtualMachine = ManagedIdentityProtocol(
        host: .virtualMachine, proof: .metadata(),
        versions: .oneOf(Array(metadataVersions.drop { $0 != "2018-02-01" })), identifiers: metadataIdentifiers,
        takesOnlyIdentity: true, fields: metadataFields)

    /// The token protocol of Azure Arc, with the versions in Microsoft's documentation of the agent and the versions that
    /// azure-identity and MSAL send.
    package static let azureArc = ManagedIdentityProtocol(
        host: .azureArc, proof: .metadata(ignoringCase: true),
        versions: .oneOf(["2019-08-15", "2019-11-01", "2020-06-01"]),
        identifiers: metadataIdentifiers,
        fields: agentFields + [.identifier], errors: .azureArc)

    package static let appService = ManagedIdentityProtocol(
        host: .appService, proof: .secret("X-IDENTITY-HEADER"), versions: .oneOf(["2019-08-01"]),
        identifiers: [
            "client_id": .client, "principal_id": .principal, "object_id": .principal, "mi_res_id": .resource,
        ],
        fields: [.accessToken, .expiresOn, .resource, .tokenType, .clientID], errors: .appService)

    /// The token protocol of App Service before 2019.
    package static let olderAppService = ManagedIdentityProtocol(
        host: .appService, proof: .secret("secret"), versions: .oneOf(["2017-09-01"]),
        identifiers: ["clientid": .client],
        fields: [.accessToken, .expiresOnDate, .resource, .tokenType, .clientID], errors: .appService)

    /// The token protocol of Machine Learning: the older App Service protocol with another `expires_on`, and with the
    /// identifiers that MSAL sends in addition to `clientid`.
    package static let machineLearning = ManagedIdentityProtocol(
        host: .machineLearning, proof: .secret("secret"), versions: .oneOf(["2017-09-01"]),
        identifiers: ["clientid": .client, "object_id": .principal, "msi_res_id": .resource],
        fields: [.accessToken, .expiresOn, .resource, .tokenType, .clientID], errors: .appService)

    private static let serviceFabricFields: [Field] = [.tokenType, .accessToken, .expiresOnNumber, .resource]

    /// The token protocol of Service Fabric. A request can select a user-assigned identity by its principal ID.
    package static let serviceFabric = ManagedIdentityProtocol(
        host: .serviceFabric, proof: .secret("secret"), versions: .oneOf(["2020-05-01"]),
        identifiers: ["principalId": .principal], takesOnlyIdentity: true, isSecureOnly: true,
        fields: serviceFabricFields, errors: .serviceFabric)

    /// The older version, in which the cluster determines the identity of an application.
    package static let olderServiceFabric = ManagedIdentityProtocol(
        host: .serviceFabric, proof: .secret("secret"), versions: .oneOf(["2019-07-01-preview"]),
        takesOnlyIdentity: true, isSecureOnly: true, fields: serviceFabricFields, errors: .serviceFabric)

    package static let cloudShell = ManagedIdentityProtocol(
        host: .cloudShell, proof: .metadata(), versions: .any,
        fields: agentFields, errors: .cloudShell)
}

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
        case .metadata(let ignoringCase):
            let value = header("Metadata") ?? ""
            guard value.isExactly("true") || ignoringCase && value.isExactlyIgnoringASCIICase("true") else {
                throw value.isEmpty ? .metadataHeaderMissing : .metadataHeaderWrong
            }
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
        let selectors = form.fields.compactMap { field in
            rules.identifiers[field.name].map { Selector(name: field.name, identifier: $0, value: field.value) }
        }
        guard selectors.count < 2 else { throw .severalIdentifiers }
        return selectors.first
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
