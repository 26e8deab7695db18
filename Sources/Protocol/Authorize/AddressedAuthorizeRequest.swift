import Directory
import Entra
import Formats

/// An authorization request with a validated client and redirect URI. Only the errors of such a request may go to the application.
/// The type is a class because the immutable value passes through many steps.
final class AddressedAuthorizeRequest: Sendable {
    let request: AuthorizeRequest
    let client: ResolvedClient
    let target: RedirectTarget
    /// The delivery of the response: the requested response mode if that is valid, or else the default of the response type.
    let delivery: ResponseMode

    /// Validates tenant, client, audience and redirect URI, in the order of the service. Every failure is shown on a page and
    /// never redirected.
    init(_ request: AuthorizeRequest, services: Services) throws(EntraError) {
        let authority = try Authority(request.address, directory: services.directory)
        let client = try ClientLookup.client(request[Parameter.clientID], at: authority, in: services.directory)
        self.request = request
        self.client = client
        target = try RedirectURIRules.resolve(
            request.redirectURI, registered: client.application.redirectURIs, clientID: client.requestedID,
            audience: client.application.signInAudience)
        try NestedApplication.check(
            brokerID: request[Parameter.brokerClientID], brokerRedirectURI: request[Parameter.brokerRedirectURI],
            at: authority, in: services.directory)
        let type = request[Parameter.responseType].map(ResponseType.named) ?? .code
        delivery = (try? ResponseMode.parse(request[Parameter.responseMode], for: type)) ?? type.defaultMode
    }
}

extension AuthorizeRequest {
    /// The `redirect_uri` parameter. An empty value is not the same as an absent value: the empty value is compared and rejected.
    var redirectURI: String? { query[Parameter.redirectURI] ?? body[Parameter.redirectURI] }
}

extension SignInRequest {
    /// Creates the sign-in for an authorization request.
    convenience init(
        _ addressed: AddressedAuthorizeRequest, _ parameters: AuthorizeParameters, _ settings: Settings,
        now: Timestamp
    ) {
        let request = addressed.request
        self.init(
            client: addressed.client,
            choice: SessionDecision.Request(
                prompt: parameters.prompt, loginHint: parameters.loginHint,
                domainHint: request[Parameter.domainHint], sessionID: request[Parameter.sessionID],
                maxAge: parameters.maxAge,
                home: User.Home(
                    loginRequest: request[Parameter.loginRequest], domainRequest: request[Parameter.domainRequest]),
                notBefore: parameters.claims.notBefore.map { min($0, now.seconds) }),
            settings: settings, digest: request.digest, form: request.formTarget)
    }
}
