package import Directory
import Formats

/// The token protocol of one kind of Azure host, as a row of a table (docs/reference/protocol.md#managed-identity).
package struct ManagedIdentityProtocol: Sendable {
    /// The evidence that a request comes from code on the host, not from a web page or through a proxy.
    enum Proof: Sendable {
        /// The header `Metadata: true`, and no `X-Forwarded-For`.
        case metadata
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

    /// A field of the response. All values are text.
    enum Field: Sendable {
        case accessToken
        case clientID
        /// The field `refresh_token`, which is always empty.
        case refreshToken
        case expiresIn
        /// The expiry time, in seconds since 1970 UTC.
        case expiresOn
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
    private static let metadataFields: [Field] = [
        .accessToken, .clientID, .refreshToken, .expiresIn, .expiresOn, .notBefore, .resource, .tokenType,
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
        host: .virtualMachine, proof: .metadata, versions: .oneOf(metadataVersions), fields: [], errors: .instance)

    /// The token protocol of a virtual machine. The category `identity` exists since 2018-02-01.
    package static let virtualMachine = ManagedIdentityProtocol(
        host: .virtualMachine, proof: .metadata,
        versions: .oneOf(Array(metadataVersions.drop { $0 != "2018-02-01" })), identifiers: metadataIdentifiers,
        takesOnlyIdentity: true, fields: metadataFields)

    /// The token protocol of Azure Arc, with the versions in Microsoft's documentation of the agent and the versions that
    /// azure-identity and MSAL send.
    package static let azureArc = ManagedIdentityProtocol(
        host: .azureArc, proof: .metadata, versions: .oneOf(["2019-08-15", "2019-11-01", "2020-06-01"]),
        identifiers: metadataIdentifiers,
        fields: metadataFields + [.identifier])

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

    /// The token protocol of Service Fabric. The cluster determines the identity of an application; requests cannot select one.
    package static let serviceFabric = ManagedIdentityProtocol(
        host: .serviceFabric, proof: .secret("secret"), versions: .oneOf(["2019-07-01-preview", "2020-05-01"]),
        takesOnlyIdentity: true, isSecureOnly: true, fields: [.tokenType, .accessToken, .expiresOn, .resource],
        errors: .serviceFabric)

    package static let cloudShell = ManagedIdentityProtocol(
        host: .cloudShell, proof: .metadata, versions: .any,
        fields: [.accessToken, .refreshToken, .expiresIn, .expiresOn, .notBefore, .resource, .tokenType],
        errors: .cloudShell)
}
