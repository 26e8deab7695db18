import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

extension ControlRoutes {
    /// The routes of the console's page "Try a sign-in".
    static let consoleSignIn: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/console/sign-in", .consoleSignIn),
        Route(["POST"], "/_understudy/console/sign-in", .consoleSignInStart),
        Route(["GET"], "/_understudy/console/sign-in/callback", .consoleSignInResponse),
        Route(["POST"], "/_understudy/console/sign-in/callback", .consoleSignInResult),
        Route(["POST"], "/_understudy/console/sign-in/request", .consoleSignInRequest),
    ]
}

extension ControlEndpoint {
    fileprivate static var consoleSignIn: ControlEndpoint {
        consolePage { query, context, _ in
            .console(
                SignInFormView(
                    context.services.directory, application: query["app"],
                    nonce: SignInFormView.nonce(context.services)))
        }
    }

    /// Starts a sign-in: redirects the browser to the authorization endpoint. If the form is invalid, the response is the form with
    /// the problem.
    static var consoleSignInStart: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, _) throws(EntraError) in
            let form = try context.form.get() ?? Form()
            let services = context.services
            do throws(SignInForm.Rejection) {
                let started = try SignInForm(
                    form, in: services.directory, random: services.random, now: services.now)
                return .seeOther(started.signIn.authorizeTarget(sealing: services.keys.sealing))
            } catch {
                return .console(
                    SignInFormView(
                        services.directory, application: form["app"], values: form, nonce: "", problem: error.message),
                    status: 400)
            }
        }
    }

    /// Receives an authorization response in the query, and the browser without a response if the response is in the fragment.
    static var consoleSignInResponse: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let query = try context.query.get()
            guard !query.fields.isEmpty else { return .console(SignInResponseView(response: nil, failure: nil)) }
            guard let session = SignInSession(query, context, server) else {
                return .console(SignInNoticeView.unknown, status: 400)
            }
            let names = query.fields.map(\.name)
            guard names.contains(where: { !$0.isExactly(Parameter.state) }) else {
                return .console(SignInNoticeView.signedOut)
            }
            return .console(SignInResponseView(response: query, failure: session.failure(in: query)))
        }
    }

    /// Receives an authorization response in a form, redeems the code, and shows the tokens.
    static var consoleSignInResult: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true, keys: .any) {
            (context, server) throws(EntraError) in
            var form = try context.form.get() ?? Form()
            if let fragment = form["fragment"] {
                form = (try? Form(parsing: (fragment.dropping(prefix: "#") ?? fragment).utf8)) ?? Form()
            }
            guard let session = SignInSession(form, context, server) else {
                return .console(SignInNoticeView.unknown, status: 400)
            }
            return .console(session.result(of: form))
        }
    }

    /// Sends a further request with the tokens of a sign-in, or starts the sign-out.
    static var consoleSignInRequest: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true, keys: .any) {
            (context, server) throws(EntraError) in
            let form = try context.form.get() ?? Form()
            guard let session = SignInSession(form, context, server),
                let action = form["do"].flatMap(SignInAction.init(rawValue:))
            else { return .console(SignInNoticeView.unknown, status: 400) }
            if action == .signOut { return .seeOther(session.signOutTarget) }
            return .console(session.result(of: action, form))
        }
    }
}

extension SignInFormView {
    /// Returns a new nonce, which the form suggests.
    static func nonce(_ services: Services) -> String { Base64.url(services.random.bytes(12)) }
}

/// A sign-in that the console started, with the registration of its application.
private struct SignInSession {
    let state: String
    let caller: SignInCaller
    let context: RequestContext
    let server: any ControlServer

    /// Opens the `state` of a form. Returns nil if the console did not create the text, or if the application was deleted since.
    init?(_ form: Form, _ context: RequestContext, _ server: any ControlServer) {
        guard let state = form[Parameter.state],
            let signIn = ConsoleSignIn(sealed: state, keys: context.services.keys.sealing),
            let (tenant, application) = signIn.registration(in: context.services.directory)
        else { return nil }
        self.state = state
        self.context = context
        self.server = server
        caller = SignInCaller(context: context, signIn: signIn, tenant: tenant, application: application)
    }

    /// The sign-out request of the application, which returns to the console.
    var signOutTarget: String {
        var query = Form([Form.Field(Parameter.clientID, caller.application.appId)])
        let uri =
            caller.signIn.parameters[Parameter.redirectURI] ?? caller.application.redirectURIs.first?.uri.string
        if let uri { query.append(Parameter.postLogoutRedirectURI, uri) }
        query.append(Parameter.clientRequestID, caller.signIn.correlationID)
        query.append(Parameter.state, state)
        return "\(caller.signIn.path("logout"))?\(query.encoded)"
    }

    /// Returns the explanation of an error in an authorization response, or nil without an error.
    func failure(in response: Form) -> SignInFailure? {
        response["error"].map {
            SignInFailure(error: $0, description: response["error_description"] ?? "", flow: flow)
        }
    }

    /// Redeems the code of an authorization response, if the response has a code, and returns the page.
    func result(of response: Form) -> SignInResultView {
        let call = response[Parameter.code].map(caller.redeem)
        let tokens = SignInTokens(response).merging(call?.json)
        let shown = Form(response.fields.filter { !$0.name.isExactly(Parameter.state) })
        return view(
            tokens, call, authorization: (caller.signIn.parameters, shown), failure: failure(in: response))
    }

    /// Sends a further request, and returns the page.
    func result(of action: SignInAction, _ form: Form) -> SignInResultView {
        let tokens = SignInTokens(form)
        let access = tokens[Parameter.accessToken] ?? ""
        let scope = form[Parameter.scope] ?? ""
        let call: SignInCall? =
            switch action {
            case .refresh: caller.refresh(tokens[Parameter.refreshToken] ?? "", scope: scope)
            case .userInfo: caller.userInfo(access)
            case .graph: caller.graphMe(access)
            case .onBehalfOf: caller.middleTier(of: access).map { caller.exchange(access, as: $0, scope: scope) }
            case .signOut: nil
            }
        // The tokens of the exchange belong to the API, not to the application.
        guard action != .onBehalfOf else { return view(tokens, call, exchanged: call?.json) }
        return view(tokens.merging(call?.json), call)
    }

    private func view(
        _ tokens: SignInTokens, _ call: SignInCall?, authorization: (request: Form, response: Form)? = nil,
        failure: SignInFailure? = nil, exchanged: JSONValue? = nil
    ) -> SignInResultView {
        let flow = self.flow
        let own = [(Parameter.idToken, "ID token"), (Parameter.accessToken, "Access token")].compactMap { name, title in
            tokens[name].map { card(title, $0) }
        }
        let others = exchanged?[Parameter.accessToken]?.string.map { [card("Exchanged access token", $0)] } ?? []
        let middleTier = tokens[Parameter.accessToken].flatMap(caller.middleTier)?.displayName
        return SignInResultView(
            application: caller.application.displayName, authorization: authorization, call: call,
            failure: failure ?? call.flatMap(failure(of:)), tokens: tokens, cards: others + own, state: state,
            scope: caller.scope, middleTier: middleTier,
            samples: SignInSamples(
                caller.signIn, caller.application, in: caller.tenant,
                secure: server.secureOrigin(near: context.origin)
            ).all, flow: flow, isSecure: context.origin.isSecure)
    }

    private func card(_ title: String, _ token: String) -> TokenCard {
        TokenCard(
            title, token, TokenInspection(token, TokenInspection.Expectation(), services: context.services))
    }

    /// Returns the explanation of a failed call: an OAuth error, or an error of Microsoft Graph.
    private func failure(of call: SignInCall) -> SignInFailure? {
        guard call.status >= 400, let json = call.json else { return nil }
        let graph = json["error"]
        return SignInFailure(
            error: json["error"]?.string ?? graph?["code"]?.string ?? "Status \(call.status)",
            description: json["error_description"]?.string ?? graph?["message"]?.string ?? "", flow: flow)
    }

    /// The path of the sign-in's flow in the journal, or nil if the journal has no entry of the flow.
    private var flow: String? {
        let entries = server.journal.storedEntries.suffix(SignInSession.searchedEntries).reversed()
        let id = entries.lazy.compactMap(\.item).first {
            $0.entry.correlationID.isExactlyIgnoringASCIICase(caller.signIn.correlationID)
        }?.id
        return id.map { Console.flow(of: String($0)) }
    }

    /// The number of journal entries that are searched for the flow, the newest first.
    private static let searchedEntries = 64
}
