import Crypto
import Directory
import Entra
import Formats
import Store

/// The sign-in for the device whose user code was entered.
struct DeviceLogin {
    let authorization: DeviceAuthorization
    let place: DeviceLoginPlace
    let client: ResolvedClient
    let services: Services

    /// Creates the sign-in. Throws the errors that the client's authorization request would cause.
    init(
        _ authorization: DeviceAuthorization, at place: DeviceLoginPlace, _ services: Services
    ) throws(EntraError) {
        self.place = place
        let authority = try Authority(segment: authorization.authority, directory: services.directory)
        client = try ClientLookup.client(authorization.client.description, at: authority, in: services.directory)
        self.authorization = authorization
        self.services = services
    }

    /// Returns the next page. `isConfirmed` is true once the user has confirmed the sign-in to this application.
    func run(
        _ submission: PageSubmission, isConfirmed: Bool, _ session: inout BrowserSession
    ) throws(EntraError) -> PageModel {
        var signIn = try SignInStage(
            request(isConfirmed: isConfirmed), submission, session: session, services: services)
        defer {
            signIn.session.showPage(services)
            session = signIn.session
        }
        var account: SessionAccount
        switch try UserFlowStage.run(&signIn) {
        case .show(let page): return page
        case .cancelled: return place.codePage()
        case .signedIn(let found): account = found
        }
        // The action can come from any page after the sign-in, because only an authenticated user may decline.
        if submission.action.isExactly(PageAction.cancel) || submission.consent == .decline {
            return try decide(.declined)
        }
        try account.account.checkVersion(authorization.endpoint)
        try account.account.checkAssignment(to: client.application)
        let resolver = services.resolver(for: client.application, in: account.account.tenant)
        let access = try authorization.access(by: resolver)
        for resource in access.resources {
            try account.account.checkAdmission(to: resource.application)
        }
        let policies = PolicyStage(
            resources: access.resources.map(\.application), wantsIDToken: access.oidc.contains(.openid),
            platform: platform, claims: try ClaimsRequest(parsing: authorization.claims), isAppProtected: false)
        do {
            if let page = try policies.run(&signIn, &account) { return page }
            guard isConfirmed || submission.isScript else { return confirmation(signIn, account) }
            let consent = ConsentStage(signIn, account, access, resolver)
            if let page = try consent.run(form: signIn.form()) { return page }
        } catch {
            guard error.code == .consentDeclined else { throw error }
            return try decide(.declined)
        }
        signIn.session.use(
            client.application.clientID, at: authorization.endpoint, in: account.account.tenant.id,
            by: account.authentication, services: services)
        return try decide(.approved(grant(to: account)))
    }

    /// The platform, derived from the client type as for the device's own requests.
    private var platform: ClientPlatform {
        ClientAuthentication.typeWithoutRedirect(of: client.application) == .publicClient ? .publicClient : .web
    }

    /// Returns the sign-in request. A signed-in user must still choose an account, so that no code causes a silent sign-in.
    private func request(isConfirmed: Bool) -> SignInRequest {
        let code = HiddenField(PageField.enteredUserCode, authorization.userCode.description)
        let hidden = isConfirmed ? [code, DeviceLogin.confirmationField] : [code]
        return SignInRequest(
            client: client,
            choice: SessionDecision.Request(
                prompt: .selectAccount, loginHint: nil, domainHint: nil, sessionID: nil, maxAge: nil),
            settings: services.settings(of: client),
            isForAnotherDevice: true,
            digest: Digest.sha256(Array("device\n\(authorization.id)".utf8)),
            form: FormTarget(action: place.path, hidden: hidden))
    }

    private static let confirmationField = HiddenField(PageField.deviceConfirmation, "1")

    private func confirmation(_ signIn: SignInStage, _ account: SessionAccount) -> PageModel {
        let form = signIn.form()
        return .deviceConfirmation(
            DeviceConfirmationPage(
                form: FormTarget(action: form.action, hidden: form.hidden + [DeviceLogin.confirmationField]),
                applicationName: client.application.displayName, username: account.account.user.signInName))
    }

    private func grant(to account: SessionAccount) -> IssuedGrant {
        let tenant = account.account.tenant.id
        let user = account.account.user.id
        return IssuedGrant(
            client: client.application.clientID, tenant: tenant, user: user, authentication: account.authentication,
            platform: platform, endpoint: authorization.endpoint, scope: authorization.scope,
            resource: authorization.resource,
            consents: services.consents(of: user, to: client.application.clientID, in: tenant),
            order: services.store.nextOrder())
    }

    private func decide(_ decision: DeviceDecision) throws(EntraError) -> PageModel {
        switch try services.store.decideDevice(authorization.id, decision, now: services.now(of: authorization)) {
        case .recorded:
            .deviceOutcome(
                DeviceOutcomePage(
                    applicationName: client.application.displayName,
                    outcome: decision == .declined ? .declined : .approved))
        case .decidedBefore: place.codePage(FormError(.userCodeBlocked))
        case .expired: place.codePage(FormError(.verificationCodeExpired))
        }
    }
}

extension PageSubmission {
    /// Whether a script posts credentials without any of the pages. A script did not follow a link, and skips the confirmation.
    fileprivate var isScript: Bool { flowToken == nil && username != nil && password != nil }
}
