import Crypto
package import Directory
package import Entra
package import Formats
import Store

/// The native authentication API, version 1 (docs/reference/wire.md#native-authentication). The flow checks a request, opens
/// its continuation token and looks up the requested step in the table of steps. Then the endpoint's function runs.
package enum NativeFlow {
    /// Returns the JSON of a successful response. `authorization` is the header of that name, which only the token endpoint
    /// uses.
    package static func run(
        _ endpoint: NativeEndpoint, address: AuthorityAddress, form: Form?, authorization: String? = nil,
        services: Services
    ) throws(EntraError) -> [UInt8] {
        var request = try NativeRequest(
            endpoint, address: address, form: form ?? Form(), services: services)
        request.authorization = authorization
        return endpoint == .token ? try NativeTokens.redeem(request) : try reply(to: request).json
    }

    /// Whether a request to the token endpoint continues a native flow.
    package static func takes(_ form: Form) -> Bool { form[NativeParameter.continuationToken] != nil }

    /// Whether only native flows have the grant of the request, even without a continuation token.
    private static func hasNativeOnlyGrant(_ form: Form) -> Bool {
        hasOwnGrant(form) && Grants.table[form[Parameter.grantType] ?? ""] == nil
    }

    /// Whether Microsoft's control contract responds to a request to the token endpoint: any request to an unknown tenant, and
    /// elsewhere a request with a grant of the suites (docs/reference/wire.md#native-contract).
    static func isContracted(_ form: Form, at segment: String, in directory: Directory) -> Bool {
        hasOwnGrant(form) || form[Parameter.grantType]?.isExactly(NativeContract.codeGrant) == true
            || isUnknownTenant(segment, in: directory)
    }

    /// Whether the grant of a request to the token endpoint can end a native flow. OAuth shares some of these grants.
    package static func hasOwnGrant(_ form: Form) -> Bool {
        form[Parameter.grantType].map(NativeTokens.grants.contains) ?? false
    }

    /// Whether a request to the token endpoint belongs to a native flow, which only external tenants have. A request that names
    /// an unknown tenant also counts, so that its error has the form of the API.
    package static func ends(_ form: Form, at segment: String, in directory: Directory) -> Bool {
        guard takes(form) || hasNativeOnlyGrant(form) else { return false }
        return directory.tenant(segment: segment)?.kind == .external || isUnknownTenant(segment, in: directory)
    }

    /// Whether a path names a tenant that does not exist. `common` and similar words name no tenant.
    package static func isUnknownTenant(_ segment: String, in directory: Directory) -> Bool {
        switch TenantSegment.parse(segment) {
        case .common, .organizations, .consumers, .adfs: false
        case .id, .domain, .malformed: directory.tenant(named: segment) == nil
        }
    }

    /// Returns the reply of the requested step, for either version of the API.
    static func reply(to request: NativeRequest) throws(EntraError) -> NativeResponse {
        switch request.endpoint {
        case .initiate: try NativeSignIn.initiate(request)
        case .signUpStart: try NativeSignUp.start(request)
        case .resetStart: try NativeReset.start(request)
        case .token: throw EntraError(.invalidRequest)
        case .challenge: try NativeSignIn.challenge(request, request.opened())
        case .introspect: try NativeSignIn.introspect(request, request.opened())
        case .signUpChallenge: try NativeSignUp.challenge(request, request.opened())
        case .signUpContinue: try NativeSignUp.proceed(request, request.opened())
        case .resetChallenge: try NativeReset.challenge(request, request.opened())
        case .resetContinue: try NativeReset.proceed(request, request.opened())
        case .resetSubmit: try NativeReset.submit(request, request.opened())
        case .resetPoll: try NativeReset.poll(request, request.opened())
        case .registerIntrospect: try NativeRegistration.introspect(request, request.opened())
        case .registerChallenge: try NativeRegistration.challenge(request, request.opened())
        case .registerContinue: try NativeRegistration.proceed(request, request.opened())
        }
    }
}

/// An opened continuation token and its step.
struct OpenedContinuation: Sendable {
    let token: ContinuationToken
    let step: NativeStep
}

extension NativeEndpoint {
    /// The error for an invalid continuation token of version 1, whose code and OAuth error depend on the endpoint
    /// (docs/reference/protocol.md#native-invalid-continuation-token).
    var invalidContinuation: EntraError {
        switch self {
        case .initiate, .challenge, .introspect, .token: EntraError(.signInContinuationInvalid)
        case .signUpChallenge: EntraError(.continuationInvalid, as: .invalidGrant)
        case .signUpStart, .signUpContinue, .resetStart, .resetChallenge, .resetContinue, .resetSubmit, .resetPoll,
            .registerIntrospect, .registerChallenge, .registerContinue:
            EntraError(.continuationInvalid)
        }
    }
}

extension NativeRequest {
    /// Opens the request's continuation token and checks that the request may come next.
    func opened() throws(EntraError) -> OpenedContinuation {
        try opened(as: NativeStep.Action(endpoint, grantOfAction()))
    }

    /// Returns the `grant_type` at endpoints that accept several kinds of input, otherwise nil. Throws AADSTS90100 without
    /// `grant_type`, and AADSTS70003 (`invalid_grant`) for a value that the endpoint never accepts.
    private func grantOfAction() throws(EntraError) -> String? {
        let grants = NativeStep.grants(at: endpoint)
        guard !grants.isEmpty else { return nil }
        let grant = try required(Parameter.grantType)
        guard grants.contains(grant) else {
            throw EntraError(.unsupportedGrantType, [.value: grant])
        }
        return grant
    }

    /// Opens the request's continuation token for an action.
    ///
    /// Throws AADSTS90100 without a continuation token. Throws `NativeEndpoint.invalidContinuation` if the token is invalid,
    /// belongs to another client or to the other version of the API, belongs to a stage that is over, or does not allow the
    /// action. Throws `expiredContinuation` if the token is expired or revoked. Throws AADSTS90100 for unknown challenge types, and
    /// AADSTS901007 for challenge types without `redirect`.
    func opened(as action: NativeStep.Action) throws(EntraError) -> OpenedContinuation {
        let text = try required(NativeParameter.continuationToken)
        guard let token = ContinuationToken(sealed: text, keys: services.keys.sealing),
            token.client == client.application.clientID, token.tenant == tenant.id,
            (token.interaction != nil) == (interaction != nil), let step = NativeStep(rawValue: token.step)
        else { throw invalidContinuation }
        guard services.now.seconds - token.issuedAt < ContinuationToken.lifetime else { throw expiredContinuation }
        guard step.allows(action), try !services.store.isRedeemed(token.stage) else {
            throw invalidContinuation
        }
        guard !isRevoked(token) else { throw expiredContinuation }
        // At the register challenge endpoint, `challenge_type` is the type of the method.
        if endpoint != .registerChallenge, self[NativeParameter.challengeType] != nil { _ = try offeredChallenges() }
        return OpenedContinuation(token: token, step: step)
    }

    /// The error for an invalid continuation token at the endpoint of the request. Version 2 has one error for all endpoints.
    var invalidContinuation: EntraError {
        interaction == nil ? endpoint.invalidContinuation : EntraError(.continuationInvalid)
    }

    /// The error for an expired continuation token. The number depends on the version of the API.
    var expiredContinuation: EntraError {
        EntraError(interaction == nil ? .nativeContinuationExpired : .interactionContinuationExpired)
    }

    /// Whether the token was issued before a reset or before a revocation of the tenant, the application or the user, or
    /// whether the password that the user proved was changed since.
    private func isRevoked(_ token: ContinuationToken) -> Bool {
        let subjects: [RevocationSubject] = [.tenant(tenant.id), .application(token.client, tenant.id), .everything]
        if services.store.revocation(of: subjects, after: token.order) != nil { return true }
        // A user who is signing up does not exist yet.
        guard let home = user(named: token.username)?.home else { return false }
        return services.revocation(of: home, in: tenant.id, after: token.order) != nil
            || services.passwordChange(
                of: home, methods: token.methods, since: token.issuedAt, after: token.order) != nil
    }

    /// Returns the first continuation token of a new flow.
    func begin(_ step: NativeStep, username: String, challengeTypes: [String]) -> ContinuationToken {
        var token = ContinuationToken(
            stage: services.random.guid(), step: step.rawValue, client: client.application.clientID, tenant: tenant.id,
            username: username, issuedAt: services.now.seconds, order: services.store.nextOrder(),
            challengeTypes: challengeTypes, capabilities: capabilities)
        token.interaction = interaction
        return token
    }

    /// Whether the client supports a challenge type, according to this request or, if it has no types, to the first request of
    /// the flow.
    func offers(_ challenge: String, _ token: ContinuationToken) -> Bool {
        let offered = offeredTypes
        return (offered.isEmpty ? token.challengeTypes : offered).containsExactly(challenge)
    }

    /// Returns the challenge types that the client supports. Throws AADSTS90100 for unknown types or none and for unknown
    /// capabilities, and AADSTS901007 if the client does not support `redirect`.
    func offeredChallenges() throws(EntraError) -> [String] {
        let offered = offeredTypes
        guard !offered.isEmpty else {
            throw EntraError(.invalidParameter, [.parameter: NativeParameter.challengeType])
        }
        guard offered.allSatisfy(NativeChallenge.all.contains) else {
            // MSAL JS searches the description for this sentence.
            throw EntraError(
                .invalidParameter,
                [
                    .parameter: NativeParameter.challengeType,
                    .reason: "The challenge_type list parameter contains an unsupported challenge type.",
                ])
        }
        guard offered.containsExactly(NativeChallenge.redirect) else {
            throw EntraError(.unsupportedChallenge)
        }
        guard capabilities.allSatisfy(NativeCapability.all.contains) else {
            throw EntraError(
                .invalidParameter, [.parameter: NativeParameter.capabilities.first { self[$0] != nil } ?? ""])
        }
        return offered
    }
}

extension ContinuationToken {
    /// Returns a token of the same stage, whose lifetime starts now. The other tokens of the stage stay valid, as after another
    /// challenge (docs/reference/wire.md#continuation-tokens).
    func renewed(at step: NativeStep, _ services: Services, _ change: (inout ContinuationToken) -> Void = { _ in })
        -> ContinuationToken
    {
        var next = self
        next.step = step.rawValue
        next.issuedAt = services.now.seconds
        change(&next)
        return next
    }

    /// Returns the first token of the next stage, whose lifetime starts now. The caller has used up this stage.
    func advanced(to step: NativeStep, _ services: Services, _ change: (inout ContinuationToken) -> Void = { _ in })
        -> ContinuationToken
    {
        renewed(at: step, services) {
            $0.stage = services.random.guid()
            change(&$0)
        }
    }

    /// Returns the token as a member of a response.
    func member(_ services: Services) -> JSONValue.Member {
        .init(NativeParameter.continuationToken, .string(sealed(with: services.keys.sealing)))
    }

    /// Ends the stage and all its tokens, because the flow has moved on. Throws the endpoint's error for an invalid token if
    /// another request ended the stage before.
    func use(for request: NativeRequest) throws(EntraError) {
        // Another token of the stage may be newer than this one, but none is issued from now on.
        let expiry = max(issuedAt, request.services.now.seconds) + ContinuationToken.lifetime
        guard try request.services.isFirstUse(stage, until: Timestamp(seconds: expiry)) else {
            throw request.invalidContinuation
        }
    }
}
