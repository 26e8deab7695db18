import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The native authentication API, version 2 (docs/reference/wire.md#native-auth-v2). The flow maps a followed link to an action
/// of version 1 through `InteractionTable`, runs the action, and renders the reply with links.
package enum InteractionFlow {
    /// Returns the response to a followed link. `method` is the method that the address names, if the link belongs to a method.
    /// `body` is nil if the media type is not JSON.
    ///
    /// Throws AADSTS9000410 and AADSTS90100 for an invalid body or method, `malformedContinuation` for a malformed continuation
    /// token, AADSTS55200 for one that does not allow the link, and the errors of version 1.
    package static func follow(
        _ link: InteractionLink, method: (type: String, id: String)?, address: AuthorityAddress, body: [UInt8]?,
        services: Services
    ) throws(EntraError) -> HALDocument {
        let input = try InteractionInput(body)
        guard let token = ContinuationToken(sealed: try input.continuationToken, keys: services.keys.sealing) else {
            throw malformedContinuation(at: link)
        }
        guard let interaction = token.interaction, let step = NativeStep(rawValue: token.step),
            let action = InteractionTable.links[step]?[link]
        else { throw EntraError(.continuationInvalid) }
        var request = try NativeRequest(
            action.endpoint, address: address, form: try input.form(for: action, token), services: services)
        request.interaction = interaction
        if let scenario = InteractionTable.scenarios[link] { request.interaction?.scenario = scenario }
        let journey = try request.opened(as: action)
        if let method {
            let expected = InteractionMethod(at: step, of: token, request.user(named: token.username))
            guard expected?.isNamed(type: method.type, id: method.id) == true else {
                throw EntraError(.invalidParameter, [.parameter: NativeParameter.methodID])
            }
        }
        do throws(EntraError) {
            return InteractionResponse.document(try reply(to: request, action, journey), to: request, at: address)
        } catch {
            guard let reply = NativeResponse(continuingAfter: error) else { throw interactionError(error, at: link) }
            return InteractionResponse.document(reply, to: request, at: address)
        }
    }

    private static func reply(
        to request: NativeRequest, _ action: NativeStep.Action, _ journey: OpenedContinuation
    ) throws(EntraError) -> NativeResponse {
        switch (journey.step, action.endpoint) {
        case (.entered, .signUpStart): try signUp(request, journey)
        case (.signUpEntered, _): try signUpStarted(request, journey)
        case (.entered, _): try startedForUser(request, journey)
        case (.secondFactorRequired, _): try secondFactor(request, journey)
        case (_, .resetPoll): try polled(request, journey)
        case (_, .token): try NativeTokens.verify(request, by: action.grant ?? "")
        default: try NativeFlow.reply(to: request)
        }
    }

    private static func started(
        _ request: NativeRequest, _ journey: OpenedContinuation
    ) throws(EntraError) -> NativeResponse {
        let reply = try NativeFlow.reply(to: request)
        try journey.token.use(for: request)
        return reply
    }

    /// Starts a sign-in or a reset. Throws AADSTS90100 for a username that is neither an address nor the name of a user.
    private static func startedForUser(
        _ request: NativeRequest, _ journey: OpenedContinuation
    ) throws(EntraError) -> NativeResponse {
        let username = try request.required(Parameter.username)
        guard UserFlowStage.isAddress(username) || request.user(named: username) != nil else {
            throw EntraError(.invalidParameter, [.parameter: Parameter.username])
        }
        return try started(request, journey)
    }

    /// Starts a sign-up, whose username is still unknown in version 2.
    private static func signUp(
        _ request: NativeRequest, _ journey: OpenedContinuation
    ) throws(EntraError) -> NativeResponse {
        guard SignUpRules(for: request.client.application, in: request.tenant) != nil else {
            return .redirect("The application has no user flow for sign-up.")
        }
        try journey.token.use(for: request)
        let next = journey.token.advanced(to: .signUpEntered, request.services) {
            $0.interaction = request.interaction
        }
        return NativeResponse(next.member(request.services))
    }

    /// Combines the start of version 1 with its challenge: the response reports that a code was sent.
    private static func signUpStarted(
        _ request: NativeRequest, _ journey: OpenedContinuation
    ) throws(EntraError) -> NativeResponse {
        let reply = try started(request, journey)
        guard let text = reply[NativeParameter.continuationToken],
            let token = ContinuationToken(sealed: text, keys: request.services.keys.sealing)
        else { return reply }
        return try NativeSignUp.challenge(request, OpenedContinuation(token: token, step: .signUpStarted))
    }

    /// Challenges the second factor. A text message may first wait for the risk check.
    private static func secondFactor(
        _ request: NativeRequest, _ journey: OpenedContinuation
    ) throws(EntraError) -> NativeResponse {
        let services = request.services
        let settings = services.settings(tenant: request.tenant, application: request.client.application)
        guard settings.nativeAuthRiskVerify, let user = request.user(named: journey.token.username),
            NativeSecondFactor.target(of: user)?.channel == .sms
        else { return try NativeFlow.reply(to: request) }
        return NativeResponse(journey.token.renewed(at: .riskCheckRequired, services).member(services))
    }

    /// Polls the end of a reset. While the reset is in progress, the flow stays at the same step.
    private static func polled(
        _ request: NativeRequest, _ journey: OpenedContinuation
    ) throws(EntraError) -> NativeResponse {
        let reply = try NativeFlow.reply(to: request)
        let isInProgress = reply[NativeReset.status] == "in_progress"
        return isInProgress ? reply.with(journey.token.member(request.services)) : reply
    }

    // MARK: - Errors

    /// The error for a malformed continuation token: AADSTS90100 at the start of a flow, otherwise AADSTS55200.
    private static func malformedContinuation(at link: InteractionLink) -> EntraError {
        guard InteractionTable.scenarios[link] != nil else { return EntraError(.continuationInvalid) }
        return EntraError(.invalidParameter, [.parameter: InteractionInput.continuationTokenMember])
    }

    /// Converts an error to the form of version 2: details name the invalid attribute, and a rejected new password has a code
    /// of its own.
    private static func interactionError(_ error: EntraError, at link: InteractionLink) -> EntraError {
        switch error.code {
        case .passwordRejected where link == .update:
            return EntraError(.newPasswordTooWeak, suberror: error.suberror)
        case .passwordRejected:
            return EntraError(.attributeValidationFailed, as: .invalidRequest).with(
                details([(Parameter.password, "passwordPolicyViolation")], error))
        case .nativeUserExists:
            return error.with(details([("email", "userAlreadyExists")], error))
        case .attributeValidationFailed
        where error.members.contains(where: { $0.name.isExactly(ErrorReport.interactionDetails) }):
            return error
        case .attributeValidationFailed:
            let rejected = error.members.first { $0.name == "invalid_attributes" }?.value.array ?? []
            var converted = error
            converted.error = .invalidRequest
            return converted.with(
                details(rejected.compactMap { $0["name"]?.string }.map { ($0, "attributeValidationFailed") }, error))
        default: return error
        }
    }

    private static func details(_ attributes: [(String, String)], _ error: EntraError) -> JSONValue.Member {
        .init(
            ErrorReport.interactionDetails,
            .array(
                attributes.map { attribute, code in
                    ErrorReport.interactionDetail(of: attribute, code: code, message: error.message)
                }))
    }
}

/// The endpoint `authorize-challenge`, at which flows of version 2 begin and end (docs/reference/wire.md#native-auth-v2). The
/// flat member names come from the OAuth draft for first-party applications.
package enum AuthorizeChallengeFlow {
    package enum Response: Sendable {
        /// No user is signed in yet: an error whose members are a continuation token and the links of the flows.
        case invitation(EntraError)
        case code([UInt8])
    }

    /// The maximum size of a parameter of the first request, in bytes. The continuation token carries the parameters.
    private static let maximumText = 8_192

    /// Returns the response to the first request of a flow or, for a request with a continuation token, the authorization code.
    ///
    /// Throws the errors of version 1 for a client that may not use the API, and AADSTS55200 for a token whose flow is not
    /// complete.
    package static func run(
        address: AuthorityAddress, form: Form?, services: Services
    ) throws(EntraError) -> Response {
        let form = form ?? Form()
        return if let text = form[NativeParameter.continuationToken] {
            try resume(text, address: address, form: form, services: services)
        } else {
            try enter(address: address, form: form, services: services)
        }
    }

    private static func enter(
        address: AuthorityAddress, form: Form, services: Services
    ) throws(EntraError) -> Response {
        var request = try NativeRequest(.initiate, address: address, form: form, services: services)
        for name in [Parameter.scope, Parameter.claims] {
            guard request[name]?.utf8.count ?? 0 <= maximumText else {
                throw EntraError(.invalidParameter, [.parameter: name])
            }
        }
        if let scope = request[Parameter.scope] { _ = try ScopeRequest.parse(scope) }
        _ = try ClaimsRequest(parsing: request[Parameter.claims])
        request.interaction = ContinuationToken.Interaction(
            scope: request[Parameter.scope], claims: request[Parameter.claims])
        var token = request.begin(
            .entered, username: "",
            challengeTypes: InteractionDefaults.challengeTypes.pieces(separatedBy: " "))
        token.capabilities = [Suberror.mfaRequired.rawValue]
        let sealed = token.sealed(with: services.keys.sealing)
        var error = EntraError(.interactionInvited, as: .insufficientAuthorization, status: 401).with(
            .init(NativeParameter.continuationToken, .string(sealed)))
        for link in [InteractionLink.signIn, .signUp, .resetPassword] {
            error = error.with(.init(link.rawValue, .string(address.path(link.path(type: "", id: "")))))
        }
        return .invitation(error)
    }

    private static func resume(
        _ text: String, address: AuthorityAddress, form: Form, services: Services
    ) throws(EntraError) -> Response {
        guard let token = ContinuationToken(sealed: text, keys: services.keys.sealing),
            let interaction = token.interaction
        else { throw EntraError(.continuationInvalid) }
        var form = form
        if form[Parameter.clientID] == nil { form.append(Parameter.clientID, token.client.description) }
        if form[Parameter.scope] == nil {
            form.append(Parameter.scope, interaction.scope ?? InteractionDefaults.usualScope)
        }
        var request = try NativeRequest(.token, address: address, form: form, services: services)
        request.interaction = interaction
        let code = try NativeTokens.code(request)
        return .code(JSONWriter.object { $0.field(Parameter.code, code) })
    }
}
