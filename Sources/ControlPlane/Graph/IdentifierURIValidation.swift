import Directory
import Entra
import Formats
import Protocol

/// The checks of Microsoft Graph for the identifier URIs of a registration (docs/reference/protocol.md#identifier-uri-policy).
/// The rules for the form apply to all URIs. The rules for the organization apply to URIs that the registration did not have
/// before. The rule for the host applies to all URIs when the registration opens to other organizations.
struct IdentifierURIValidation {
    private let application: Application
    private let before: [String]
    private let opens: Bool
    private let tenant: Tenant
    private let addition: IdentifierURIAddition

    init(_ validation: ApplicationValidation) {
        application = validation.application
        before = validation.before?.identifierUris ?? []
        opens = validation.before?.signInAudience == .myOrg && validation.application.signInAudience != .myOrg
        tenant = validation.tenant
        addition = validation.settings.uriAdditionWithoutUniqueTenantIdentifier
    }

    func check() throws(GraphError) {
        var known: Set<ByteString> = []
        for uri in application.identifierUris {
            if let problem = ApplicationRules.problem(ofIdentifierUri: uri, application.signInAudience) {
                throw .invalidValue("identifierUris", problem.message)
            }
            guard known.insert(ByteString(uri.asciiLowercased)).inserted else {
                throw .invalidValue("identifierUris", "'\(uri)' occurs twice")
            }
            let isNew = !before.containsExactly(uri)
            if isNew { try checkForm(of: uri) }
            if isNew || opens { try checkHost(of: uri) }
            if isNew { try checkPolicy(uri) }
        }
    }

    private func checkForm(of uri: String) throws(GraphError) {
        guard !uri.hasExactSuffix("/") else {
            throw rejected("IdentifierUrisEndsWithSlash", "Application alias '\(uri)' value is invalid.")
        }
        if uri.scheme.isExactly("api"), let first = uri.names.first, GUID(first) != nil, !isOwnID(first) {
            throw .invalidValue(
                "identifierUris", "the GUID of '\(uri)' must be the ID of the application or of the tenant")
        }
    }

    private func checkHost(of uri: String) throws(GraphError) {
        guard !acceptsVersion2 || application.signInAudience != .myOrg else { return }
        if ["http", "https"].containsExactly(uri.scheme),
            !uri.names.prefix(1).contains(where: tenant.hasDomain(ofHost:))
        {
            throw rejected(
                "HostNameNotOnVerifiedDomain",
                "Values of identifierUris property must use a verified domain of the organization or its subdomain: '\(uri)'"
            )
        }
    }

    private func checkPolicy(_ uri: String) throws(GraphError) {
        guard addition == .blocked, !acceptsVersion2 else { return }
        let names = uri.names
        guard names.contains(where: isOwnID) || names.prefix(1).contains(where: tenant.hasDomain(ofHost:)) else {
            throw .badRequest(
                "Failed to add identifier URI \(uri). All newly added URIs must contain a tenant verified domain, "
                    + "tenant ID, or app ID, as per the default tenant policy of your organization. "
                    + "See https://aka.ms/identifier-uri-addition-error for more information on this error.")
        }
    }

    private func rejected(_ code: String, _ message: String) -> GraphError {
        GraphError(
            status: 400, code: code, message: message,
            details: [GraphError.Detail(code: code, target: "identifierUris")])
    }

    private var acceptsVersion2: Bool { application.requestedAccessTokenVersion == 2 }

    private func isOwnID(_ name: String) -> Bool {
        name.isExactlyIgnoringASCIICase(application.appId) || name.isExactlyIgnoringASCIICase(tenant.id.description)
    }
}

extension String {
    fileprivate var scheme: String { pieces(separatedBy: ":").first?.asciiLowercased ?? "" }

    /// The host, the port, the segments of the path, and the rest.
    fileprivate var names: [String] {
        utf8.split(whereSeparator: ":/?#".utf8.contains).dropFirst().map { String(Substring($0)) }
    }
}
