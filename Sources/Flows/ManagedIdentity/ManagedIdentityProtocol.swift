package import Directory
import Wire

/// How one kind of Azure host is asked for a token, and how it answers: a row for each (entra-protocol §13).
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
        case from(String)
        case oneOf([String])

        func contain(_ version: String) -> Bool {
            switch self {
            case .any: true
            case .from(let oldest): Versions.isDate(version) && version >= oldest
            case .oneOf(let known): known.contains { $0.isExactly(version) }
            }
        }

        /// Of the form `2018-02-01`.
        private static func isDate(_ version: String) -> Bool {
            let parts = version.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            return parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.allSatisfy(ASCII.isDigit) }
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
    var identifiers: [String: Identifier] = [:]
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
    private static let metadataIdentifiers: [String: Identifier] = [
        "client_id": .client, "object_id": .principal, "msi_res_id": .resource, "mi_res_id": .resource,
    ]

    package static let virtualMachine = ManagedIdentityProtocol(
        host: .virtualMachine, proof: .metadata, versions: .from("2018-02-01"), identifiers: metadataIdentifiers,
        takesOnlyIdentity: true, fields: metadataFields)

    package static let azureArc = ManagedIdentityProtocol(
        host: .azureArc, proof: .metadata, versions: .from("2019-08-15"), identifiers: metadataIdentifiers,
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
