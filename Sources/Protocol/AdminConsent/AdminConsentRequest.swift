import Crypto
import Directory
import Entra
import Formats

/// A request for an administrator's consent, as received (docs/reference/protocol.md#admin-consent).
struct AdminConsentRequest: Sendable {
    let endpoint: EndpointVersion
    let address: AuthorityAddress
    let query: Form

    /// Creates the request. Throws AADSTS9000411 for a repeated parameter.
    init(endpoint: EndpointVersion, address: AuthorityAddress, query: Form) throws(EntraError) {
        self.endpoint = endpoint
        self.address = address
        self.query = query
        try query.refuseRepeated()
    }

    /// Returns the value of a parameter, or nil if the parameter is absent or empty.
    subscript(_ name: String) -> String? { query.given(name) }

    /// Returns the client at the authority. Only users of organizations can consent, so that version 1 treats `common` as
    /// `organizations`. Throws AADSTS90130 for `common` at version 2 and for `consumers`, and the errors of `ClientLookup`.
    func client(in directory: Directory) throws(EntraError) -> ResolvedClient {
        var authority = try Authority(address, directory: directory)
        switch authority {
        case .common where endpoint == .v1: authority = .organizations
        case .common, .consumers:
            let client = try ClientLookup.client(self[Parameter.clientID], at: authority, in: directory)
            throw EntraError(
                .applicationOverCommon,
                [.clientID: client.requestedID, .clientName: client.application.displayName])
        case .organizations, .tenant, .userFlow: break
        }
        return try ClientLookup.client(self[Parameter.clientID], at: authority, in: directory)
    }

    /// Checks the form of the scope. Throws AADSTS901002 for `resource` on v2, 900144 for a missing scope, and 70011 for a
    /// malformed scope.
    func checkScope() throws(EntraError) {
        guard endpoint == .v2 else { return }
        guard self[Parameter.resource] == nil else { throw EntraError(.resourceParameterUnsupported) }
        _ = try ScopeRequest.parse(required: self[Parameter.scope])
    }

    /// Returns the access to grant: all that the registration lists, or on v2 the scopes of the request.
    func access(by resolver: ResourceResolver) throws(EntraError) -> RequestedAccess {
        guard endpoint == .v2, let scope = self[Parameter.scope] else {
            return try RequestedAccess.fromResource(nil, at: .authorizeForCode, by: resolver)
        }
        return try RequestedAccess.resolve(try ScopeRequest.parse(scope), at: .authorizeForCode, by: resolver)
    }

    private var path: String {
        "/\(Percent.encode(address.tenant))\(endpoint == .v2 ? "/v2.0" : "")/adminconsent?\(query.encoded)"
    }

    /// Returns the sign-in for the request.
    func signIn(to client: ResolvedClient, _ services: Services) -> SignInRequest {
        SignInRequest(
            client: client,
            choice: SessionDecision.Request(
                prompt: .adminConsent, loginHint: nil, domainHint: nil, sessionID: nil, maxAge: nil),
            settings: services.settings(of: client),
            digest: Digest.sha256(Array("adminconsent\n\(path)".utf8)), form: FormTarget(action: path, hidden: []))
    }
}
