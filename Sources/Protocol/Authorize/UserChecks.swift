import Directory
import Entra
import Formats
import Store

/// The checks of the browser, of the user who signs in, and of the user's account.
enum UserChecks {
    /// Challenges the device, as `DeviceAuthentication.atAuthorize` describes.
    static func deviceChallenge(
        _ request: inout InteractiveRequest
    ) throws(EntraError) -> AuthorizeOutcome.Response? {
        guard request.visit.device != nil else { return nil }
        let settings = request.services.settings(of: try request.client)
        var session = request.session
        defer { request.session = session }
        return try DeviceAuthentication.atAuthorize(
            request.visit, tenant: request.received.address.tenant, &session, settings, request.services
        ).map { .challenge($0) }
    }

    /// Opens the state of the page. Throws the errors of `SignInStage.init`.
    static func pageState(_ request: inout InteractiveRequest) throws(EntraError) {
        request.found.signIn = try SignInStage(
            try request.signInRequest(), request.submission, session: request.session, services: request.services)
    }

    /// Signs the user in with the pages that all tenants have.
    static func signIn(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response? {
        try request.take(try request.withSignIn { (signIn) throws(EntraError) in try signIn.run() })
    }

    /// Signs the user in with the pages of a user flow.
    static func userFlow(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response? {
        try request.take(try request.withSignIn { (signIn) throws(EntraError) in try UserFlowStage.run(&signIn) })
    }

    /// Counts a sign-in without a page. Throws AADSTS50196 for a loop.
    static func loop(_ request: inout InteractiveRequest) throws(EntraError) {
        let signIn = try request.signIn
        guard request.visit.isNavigation, request.submission.isEmpty, !signIn.flow.isFresh else { return }
        try LoopDetection.check(request.received, signIn.session, signIn.request.settings, request.services)
    }

    static func version(_ request: inout InteractiveRequest) throws(EntraError) {
        try request.account.account.checkVersion(request.found.authorization?.endpoint ?? request.received.endpoint)
    }

    /// Throws AADSTS9002331, without the number in the description, for an application for personal accounts only over `common`.
    static func personalOverCommon(_ request: inout InteractiveRequest) throws(EntraError) {
        guard !(try request.client.isPersonalOnlyOverCommon) else { throw .personalApplicationOverCommon }
    }

    static func cloud(_ request: inout InteractiveRequest) throws(EntraError) {
        guard !request.received.isInstanceAware else { return }
        try request.account.account.tenant.checkCloud(request.services.origin)
    }

    static func restrictions(_ request: inout InteractiveRequest) throws(EntraError) {
        try request.services.tenantRestrictions?.check(request.account.account.tenant)
    }

    static func assignment(_ request: inout InteractiveRequest) throws(EntraError) {
        try request.account.account.checkClient(try request.client)
    }
}

extension InteractiveRequest {
    /// Whether the service of personal accounts answers the request, by the authority or by the account that signed in.
    var isOfPersonalAccount: Bool {
        guard received.endpoint == .v2 else { return false }
        if case .consumers = found.authority { return true }
        return found.account?.account.isPersonal ?? false
    }

    fileprivate func signInRequest() throws(EntraError) -> SignInRequest {
        switch endpoint {
        case .authorizeV1, .authorizeV2, .authorizeB2C: try AuthorizeFlow.signInRequest(self)
        case .deviceLogin: try DeviceLogin.signInRequest(self)
        case .adminConsentV1, .adminConsentV2: try AdminConsentFlow.signInRequest(self)
        }
    }

    /// Takes the result of a sign-in. Returns the page to show. The client learns that the user canceled; device login returns to
    /// its first page.
    fileprivate mutating func take(_ step: SignInStage.Step) throws(EntraError) -> AuthorizeOutcome.Response? {
        switch step {
        case .show(let page): return .show(page)
        case .signedIn(let account):
            found.account = account
            return nil
        case .cancelled:
            switch endpoint {
            case .authorizeV1, .authorizeV2, .authorizeB2C: throw SignInStage.cancelled
            case .adminConsentV1, .adminConsentV2: throw EntraError(.consentDeclined)
            case .deviceLogin: return .show(try devicePage.codePage())
            }
        }
    }
}
