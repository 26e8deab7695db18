package import Entra
package import Formats

/// The reason why a host issues no token. Each host has its own error format, different from the token endpoint's
/// (docs/reference/protocol.md#managed-identity).
package enum ManagedIdentityFailure: Error, Sendable, Equatable {
    case malformed
    case duplicate(String)
    case metadataHeaderMissing
    /// The header has another value than the documentation demands, such as `True`.
    case metadataHeaderWrong
    case forwarded
    case insecure
    /// The host name of the request may belong to someone else (DNS rebinding).
    case unknownHost(String)
    case secretMissing(String)
    case secretWrong(String)
    /// The content of an Azure Arc key file is missing, wrong, used or expired. The value is the path of a new key file.
    case keyMissing(String)
    /// The Azure Arc key file cannot be written.
    case keyFile(String)
    case versionMissing
    case versionUnsupported(String)
    case resourceMissing
    case severalIdentifiers
    case identityNotFound
    case identityAmbiguous
    /// The service behind the host issues no token: the resource is unknown or not available to the identity, or the service
    /// fails.
    case rejected(EntraError)

    package var status: Int {
        switch self {
        case .secretMissing, .secretWrong, .keyMissing: 401
        case .keyFile: 500
        case .unknownHost: 403
        case .rejected(let error): error.status
        default: 400
        }
    }

    /// The delay before a retry, in seconds, for `Retry-After`.
    package var retryAfter: Int64? {
        if case .rejected(let error) = self { return error.retryAfter }
        return nil
    }

    /// The `error` value of the instance metadata service.
    private var name: String {
        switch self {
        case .keyMissing, .secretMissing, .secretWrong: "unauthorized_client"
        case .keyFile: "unknown"
        case .rejected(let error): error.status == 500 ? "unknown" : error.error.rawValue
        case .metadataHeaderWrong: "bad_request_102"
        default: "invalid_request"
        }
    }

    package var message: String {
        switch self {
        case .malformed: "The request is malformed"
        case .duplicate(let name): "The parameter '\(name)' occurs twice"
        case .metadataHeaderMissing, .metadataHeaderWrong: "Required metadata header not specified"
        case .forwarded: "The X-Forwarded-For header is not allowed"
        case .insecure: "The endpoint requires HTTPS"
        case .unknownHost(let host):
            "No token is issued for the host '\(host)', which may belong to another machine: use 169.254.169.254, localhost "
                + "or the server's own address, or add the host with --control-host"
        case .secretMissing(let name): "The header '\(name)' is missing"
        case .secretWrong(let name): "The header '\(name)' does not have the value for this host"
        case .keyMissing: "Missing Basic Authorization header"
        case .keyFile(let reason): "The key file cannot be written: \(reason)"
        case .versionMissing: "Required query variable 'api-version' is missing"
        case .versionUnsupported(let version): "The api-version '\(version)' is not supported"
        case .resourceMissing: "Required query variable 'resource' is missing"
        case .severalIdentifiers: "The request may contain at most one identifier of an identity"
        case .identityNotFound: "Identity not found"
        case .identityAmbiguous:
            "Multiple user assigned identities exist, please specify the clientId / resourceId of the identity "
                + "in the token request"
        case .rejected(let error): error.message
        }
    }

    /// The correction of the request, for the journal and the log, or nil if the message names the correction.
    package var detail: String? {
        switch self {
        case .metadataHeaderMissing, .metadataHeaderWrong:
            "Send the header Metadata with the value true, in lower case. Clients that probe for the service send none."
        case .secretMissing(let name), .secretWrong(let name):
            "Send the header \(name) with the value of the setting managedIdentityHeader."
        case .keyMissing:
            "Repeat the request with the header Authorization, Basic and the content of the key file that "
                + "WWW-Authenticate names. The content is valid once."
        case .versionMissing, .versionUnsupported: "Send an api-version that the host supports."
        case .resourceMissing: "Send resource with an identifier of the API, without /.default."
        case .identityNotFound:
            "Add an identity for this host, and with the identifier of the request if it has one, to the "
                + "managedIdentities of a tenant."
        case .rejected(let error): error.detail.isEmpty ? error.code.fix : error.detail
        case .malformed, .duplicate, .forwarded, .insecure, .unknownHost, .keyFile, .severalIdentifiers,
            .identityAmbiguous:
            nil
        }
    }

    /// Returns the response body in the format of the host. `audience` is the requested resource.
    package func json(
        _ rules: ManagedIdentityProtocol, audience: String, correlationID: String, now: Timestamp
    ) -> [UInt8] {
        JSONWriter.object { json in
            switch rules.errors {
            case .oauth, .azureArc:
                json.field("error", name)
                json.field("error_description", message)
                guard rules.errors == .azureArc, case .keyMissing = self else { return }
                json.field("error_codes", .array([.integer(Int64(status))]))
                json.field("timestamp", now.agentText)
                json.field("trace_id", "")
                json.field("correlation_id", correlationID)
            case .instance: writeInstance(rules.versions, to: &json)
            case .appService:
                json.field("statusCode", appServiceStatus)
                json.field("message", appServiceMessage)
                json.field("correlationId", correlationID)
            case .serviceFabric:
                json.object("error") {
                    $0.field("correlationId", correlationID)
                    $0.field("code", serviceFabricCode)
                    $0.field("message", message)
                }
            case .cloudShell:
                json.object("error") {
                    $0.field("code", cloudShellCode)
                    $0.field("message", cloudShellMessage(audience))
                }
            }
        }
    }

    /// Writes the body of the instance metadata service. Libraries that query the region use the first of the newest versions.
    private func writeInstance(_ versions: ManagedIdentityProtocol.Versions, to json: inout JSONWriter) {
        switch self {
        case .versionMissing, .versionUnsupported:
            json.field(
                "error",
                "Bad request. api-version is invalid or was not specified in the request. For more information refer to "
                    + "aka.ms/azureimds")
            json.field("newest-versions", versions.newest)
        default: json.field("error", "Bad request. \(message)")
        }
    }

    /// Returns the status of the response in the form of the host.
    package func status(_ rules: ManagedIdentityProtocol) -> Int {
        switch rules.errors {
        case .appService: appServiceStatus
        case .serviceFabric where self == .identityNotFound: 404
        case .oauth, .azureArc, .instance, .serviceFabric, .cloudShell: status
        }
    }

    /// The status of App Service, which reports an invalid resource as a general failure [seen by MSAL].
    private var appServiceStatus: Int {
        if case .rejected(let error) = self, error.status == 400 { return 500 }
        return status
    }

    private var appServiceMessage: String {
        switch self {
        case .identityNotFound:
            "No User Assigned or Delegated Managed Identity found for specified ClientId/ResourceId/PrincipalId."
        default: message
        }
    }

    private var serviceFabricCode: String {
        switch self {
        case .secretMissing, .secretWrong: "SecretHeaderNotFound"
        case .identityNotFound, .identityAmbiguous: "ManagedIdentityNotFound"
        case .resourceMissing: "ArgumentNullOrEmpty"
        case .versionMissing, .versionUnsupported: "InvalidApiVersion"
        case .rejected: "InternalServerError"
        default: "BadRequest"
        }
    }

    private func cloudShellMessage(_ audience: String) -> String {
        cloudShellCode.isExactly(ManagedIdentityFailure.unsupportedAudience)
            ? "Audience \(audience) is not a supported MSI token audience." : message
    }

    private static let unsupportedAudience = "AudienceNotSupported"

    private var cloudShellCode: String {
        switch self {
        case .rejected(let error) where error.status >= 500: "InternalServerError"
        case .rejected(let error) where error.status == 429: "TooManyRequests"
        case .rejected: ManagedIdentityFailure.unsupportedAudience
        default: "BadRequest"
        }
    }
}

extension Timestamp {
    /// The time in the format of the agent of Azure Arc, such as `2020-11-11 22:38:15 +0000 UTC`.
    fileprivate var agentText: String { (entraText.dropping(suffix: "Z") ?? entraText) + " +0000 UTC" }
}
