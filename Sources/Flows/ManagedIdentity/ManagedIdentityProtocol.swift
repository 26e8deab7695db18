package import Directory
import Wire

/// How one kind of Azure host is asked for a token, and how it answers: a row for each
/// (docs/reference/protocol.md#managed-identity).
package struct ManagedIdentityProtocol: Sendable {
    /// What shows that a request comes from code on the host, not from a page or through a proxy.
    enum Proof: Sendable {
        /// `Metadata: true`, and no `X-Forwarded-For`.
        case metadata
        /// The host's secret in the header of that name.
        case secret(String)
    }

    /// Which values `api-version` may have.
    enum Versions: Sendable {
        case any
        /// Oldest first.
        case oneOf([String])

        func contain(_ version: String) -> Bool {
            switch self {
            case .any: true
            case .oneOf(let known): known.contains { $0.isExactly(version) }
            }
        }

        /// What a host tells of them to who names none or another.
        var newest: [String] {
            switch self {
            case .any: []
            case .oneOf(let known): known.suffix(3).reversed()
            }
        }
    }

    /// How a request names a user-assigned identity.
    enum Identifier: Sendable {
        case client
        case principal
        case resource
    }

    /// A field of the answer. All are text.
    enum Field: Sendable {
        case accessToken
        case clientID
        /// Always empty.
        case refreshToken
        case expiresIn
        /// Seconds since 1970 UTC.
        case expiresOn
        /// The same as a date.
        case expiresOnDate
        case notBefore
        case resource
        case tokenType
        /// The identifier that was asked for, under its own name.
        case identifier
    }

    /// How a failure is written.
    enum ErrorStyle: Sendable {
        /// `{error, error_description}`
        case oauth
        /// `{error, newest-versions}`, of the instance metadata service beside tokens.
        case instance
        /// `{statusCode, message, correlationId}`
        case appService
        /// `{error: {code, message}}`, with codes in words.
        case serviceFabric
        case cloudShell
    }

    package let host: ManagedIdentityHost
    let proof: Proof
    let versions: Versions
    /// By parameter name; other names mean nothing to this host.
    var identifiers: [ExactString: Identifier] = [:]
    /// Without an identifier, and without a system-assigned identity, the only user-assigned one is taken.
    var takesOnlyIdentity = false
    /// Answers over HTTPS only.
    var isSecureOnly = false
    let fields: [Field]
    var errors = ErrorStyle.oauth
}

extension ManagedIdentityProtocol {
    private static let metadataFields: [Field] = [
        .accessToken, .clientID, .refreshToken, .expiresIn, .expiresOn, .notBefore, .resource, .tokenType,
    ]
    private static let metadataIdentifiers: [ExactString: Identifier] = [
        "client_id": .client, "object_id": .principal, "msi_res_id": .resource, "mi_res_id": .resource,
    ]

    /// "Supported API versions" of Microsoft's page of the instance metadata service.
    private static let metadataVersions = [
        "2017-04-02", "2017-08-01", "2017-10-01", "2017-12-01", "2018-02-01", "2018-04-02", "2018-10-01", "2019-02-01",
        "2019-03-11", "2019-04-30", "2019-06-01", "2019-06-04", "2019-08-01", "2019-08-15", "2019-11-01", "2020-06-01",
        "2020-07-15", "2020-09-01", "2020-10-01", "2020-12-01", "2021-01-01", "2021-02-01", "2021-03-01", "2021-05-01",
        "2021-08-01", "2021-10-01", "2021-11-01", "2021-11-15", "2021-12-13", "2023-07-01", "2023-11-15", "2024-03-15",
        "2024-07-17", "2025-04-07",
    ]

    /// What else a virtual machine tells: the category came with the oldest version listed.
    package static let instanceMetadata = ManagedIdentityProtocol(
        host: .virtualMachine, proof: .metadata, versions: .oneOf(metadataVersions), fields: [], errors: .instance)

    /// The category `identity` came with 2018-02-01.
    package static let virtualMachine = ManagedIdentityProtocol(
        host: .virtualMachine, proof: .metadata,
        versions: .oneOf(Array(metadataVersions.drop { $0 != "2018-02-01" })), identifiers: metadataIdentifiers,
        takesOnlyIdentity: true, fields: metadataFields)

    /// The versions of Microsoft's pages of the agent, and of what azure-identity and MSAL send.
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

    /// App Service before 2019.
    package static let olderAppService = ManagedIdentityProtocol(
        host: .appService, proof: .secret("secret"), versions: .oneOf(["2017-09-01"]),
        identifiers: ["clientid": .client],
        fields: [.accessToken, .expiresOnDate, .resource, .tokenType, .clientID], errors: .appService)

    /// As the older App Service, but for `expires_on`, and what MSAL sends beside `clientid`.
    package static let machineLearning = ManagedIdentityProtocol(
        host: .machineLearning, proof: .secret("secret"), versions: .oneOf(["2017-09-01"]),
        identifiers: ["clientid": .client, "object_id": .principal, "msi_res_id": .resource],
        fields: [.accessToken, .expiresOn, .resource, .tokenType, .clientID], errors: .appService)

    /// The cluster says which identity an application has, never the request.
    package static let serviceFabric = ManagedIdentityProtocol(
        host: .serviceFabric, proof: .secret("secret"), versions: .oneOf(["2019-07-01-preview", "2020-05-01"]),
        takesOnlyIdentity: true, isSecureOnly: true, fields: [.tokenType, .accessToken, .expiresOn, .resource],
        errors: .serviceFabric)

    package static let cloudShell = ManagedIdentityProtocol(
        host: .cloudShell, proof: .metadata, versions: .any,
        fields: [.accessToken, .refreshToken, .expiresIn, .expiresOn, .notBefore, .resource, .tokenType],
        errors: .cloudShell)
}
