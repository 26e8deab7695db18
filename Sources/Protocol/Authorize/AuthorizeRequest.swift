import Directory
import Entra
import Formats

/// An authorization request as received (RFC 6749 §4.1.1; docs/reference/protocol.md#authorize-parameters), or a request for an
/// administrator's consent (docs/reference/protocol.md#admin-consent). The type is a class because the immutable value passes
/// through many steps.
final class AuthorizeRequest: BrowserRequest {
    let endpoint: EndpointVersion
    let address: AuthorityAddress
    /// The parameters of the query. `body` holds the protocol parameters of the form body.
    let query: Form
    let body: Form

    /// Separates the OAuth parameters from the fields of pages.
    init(endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form) {
        self.endpoint = endpoint
        self.address = address
        self.query = query
        self.body = PageSubmission.parameters(of: body)
    }

    /// The `redirect_uri` parameter. An empty value is not the same as an absent value: the empty value is compared and rejected.
    var redirectURI: String? { sent(Parameter.redirectURI) }

    /// The delivery of the response: the requested response mode if that is valid, or else the default of the response type.
    var responseMode: ResponseMode {
        let type = self[Parameter.responseType].map(ResponseType.named) ?? .code
        return (try? ResponseMode.parse(self[Parameter.responseMode], for: type)) ?? type.defaultMode
    }

    /// The maximum age of the sign-in, in seconds, or nil if the parameter is absent or not a number.
    var maxAge: Int64? {
        self[Parameter.maxAge].flatMap { ASCII.decimal($0.utf8) }.map { min(Int64($0), AuthorizeRequest.longestAge) }
    }

    /// The number of seconds in 10,000 years. No sign-in is older.
    private static let longestAge: Int64 = 315_576_000_000

    /// Whether the client forbids pages (`prompt=none`, even together with a value that contradicts `none`).
    var isSilent: Bool {
        self[Parameter.prompt]?.pieces(separatedBy: " ").contains { $0.isExactly("none") } ?? false
    }

    /// Whether the client follows a tenant to the tenant's cloud. Version 1 has no such feature.
    var isInstanceAware: Bool { endpoint == .v2 && self[Parameter.instanceAware]?.isExactly("true") ?? false }

    /// The SHA-256 of the request, which binds the forms of pages to the request.
    var digest: [UInt8] { digest(of: []) }

    /// The target of a page's form, which is this request again.
    var formTarget: FormTarget {
        formTarget(
            at: endpoint == .v2 && TenantSegment.parse(address.tenant) != .adfs
                ? "oauth2/v2.0/authorize" : "oauth2/authorize")
    }
}

/// Nested app authentication: an application runs inside another application, the broker, which signs in for the nested
/// application (docs/reference/protocol.md#authorize-parameters, docs/reference/protocol.md#client-specific-redirect-uris).
enum NestedApplication {
    /// Checks the broker that a request names. Both parameters must be present, the broker must be an application that may be used
    /// at the authority, and its redirect URI must be registered. The tokens still belong to the nested application.
    ///
    /// Throws AADSTS900144 if only one of the parameters is present, the errors of `ClientLookup` for the broker, and 50011 for
    /// the broker's redirect URI.
    static func check(
        brokerID: String?, brokerRedirectURI: String?, at authority: Authority, in directory: Directory
    ) throws(EntraError) {
        guard brokerID != nil || brokerRedirectURI != nil else { return }
        guard let brokerID else { throw missing(Parameter.brokerClientID) }
        guard let brokerRedirectURI else { throw missing(Parameter.brokerRedirectURI) }
        let broker = try ClientLookup.client(brokerID, at: authority, in: directory)
        _ = try RedirectURIRules.resolve(
            brokerRedirectURI, registered: broker.application.redirectURIs, clientID: broker.requestedID,
            audience: broker.application.signInAudience)
    }

    /// Returns the registered redirect URI that a request names. Throws the errors of `RedirectURIRules`, and AADSTS700046 if no
    /// registered URI matches that of a nested application (docs/reference/protocol.md#nested-redirect-uri).
    static func redirectTarget(
        _ requested: String?, of client: ResolvedClient, brokerID: String?, allowsFurtherSegments: Bool = false
    ) throws(EntraError) -> RedirectTarget {
        do {
            return try RedirectURIRules.resolve(
                requested, registered: client.application.redirectURIs, clientID: client.requestedID,
                audience: client.application.signInAudience, allowsFurtherSegments: allowsFurtherSegments)
        } catch {
            guard error.code == .redirectURIMismatch, let brokerID else { throw error }
            throw EntraError(.nestedRedirectURIMismatch, [.value: brokerID])
        }
    }

    /// Throws AADSTS700046 if the request has a broker, and the redirect URI is not one of a nested application.
    static func checkScheme(of target: RedirectTarget, brokerID: String?) throws(EntraError) {
        guard let brokerID, !target.isOfNestedApplication else { return }
        throw EntraError(.nestedRedirectURIMismatch, [.value: brokerID])
    }

    private static func missing(_ parameter: String) -> EntraError {
        EntraError(.missingParameter, [.parameter: parameter])
    }
}
