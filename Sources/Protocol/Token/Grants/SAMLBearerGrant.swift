import Directory
import Entra
import Formats
import Store

/// The grants `urn:ietf:params:oauth:grant-type:saml1_1-bearer` and `saml2-bearer` (RFC 7522 §2.1;
/// docs/reference/protocol.md#saml-bearer). The assertion of the domain's identity provider authenticates a federated user.
struct SAMLBearerGrant: Grant {
    let version: SAMLAssertion.Version

    func admit(_ request: TokenRequest) throws(EntraError) {
        try DirectSignIn.admit(request)
    }

    func scopes(of request: TokenRequest) throws(EntraError) -> ScopeRequest? {
        try request.namedScopes()
    }

    /// Issues tokens for the user of the assertion. Throws AADSTS900144 without an assertion, and the errors of
    /// `FederatedAssertion`, `GrantValidity` and `UserTokenIssue`.
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse {
        let text = try request.required(Parameter.assertion)
        let signIn = try DirectSignIn(request, client, services)
        guard let xml = SAMLBearerGrant.decode(text) else {
            throw EntraError(.samlAssertionInvalid, [.reason: "it is not base64"])
        }
        let federated = try FederatedAssertion(FederatedAssertion.parse(xml), version, services: services)
        return try signIn.tokens(
            for: federated.user.home, in: request.authority.tenant ?? federated.tenant,
            methods: [Authentication.federated], time: federated.authenticationTime)
    }

    /// Decodes an assertion. RFC 7522 prescribes base64url; libraries of version 1 send standard base64.
    private static func decode(_ text: String) -> [UInt8]? {
        Base64.decodeURL(text.utf8, padding: .tolerated) ?? Base64.decodeStandard(text.utf8)
    }
}
