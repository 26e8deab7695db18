import Directory
import Entra
import Wire

/// An authorization request whose client and redirect URI are known to belong together: the only kind whose errors may be
/// sent to the application. A class, as it is handed from step to step and none changes it.
final class AddressedAuthorizeRequest: Sendable {
    let request: AuthorizeRequest
    let client: ResolvedClient
    let target: RedirectTarget
    /// How an answer travels; as asked where that is valid, else the default of the response type.
    let delivery: ResponseMode

    /// Checks in the service's order: tenant, client, audience, redirect URI. Every failure is shown, never redirected.
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
    /// An empty redirect_uri is not the same as none: it is matched, and fails.
    var redirectURI: String? { query[Parameter.redirectURI] ?? body[Parameter.redirectURI] }
}

extension SignInRequest {
    /// The sign-in that an authorization request wants.
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
