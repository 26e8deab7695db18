import Crypto
package import Directory
package import Entra
import State
package import Wire

/// The native authentication API, version 1 (docs/reference/wire.md#native-authentication). A request is checked, its continuation
/// token opened, and the step it asks for looked up in the journey's table; then the one function of the endpoint runs.
package enum NativeFlow {
    /// Answers with the JSON of a success. `authorization` is the header of that name: the token endpoint looks at it.
    package static func run(
        _ endpoint: NativeEndpoint, address: AuthorityAddress, form: Form?, authorization: String? = nil,
        services: Services
    ) throws(EntraError) -> [UInt8] {
        var request = try NativeRequest(
            endpoint, address: address, form: form ?? Form(), services: services)
        request.authorization = authorization
        return endpoint == .token ? try NativeTokens.redeem(request) : try reply(to: request).json
    }

    /// Whether a request to the token endpoint goes on with a native journey.
    package static func takes(_ form: Form) -> Bool { form[NativeParameter.continuationToken] != nil }

    /// Whether its grant can be of such a journey only, even without a continuation token.
    private static func isNativeAlone(_ form: Form) -> Bool {
        hasOwnGrant(form) && Grants.table[form[Parameter.grantType] ?? ""] == nil
    }

    /// Whether a request to the token endpoint is of a grant that ends a native journey; OAuth has others of its own.
    package static func hasOwnGrant(_ form: Form) -> Bool {
        form[Parameter.grantType].map(NativeTokens.grants.contains) ?? false
    }

    /// Whether a request to the token endpoint is of a native journey: only external tenants have such. One that names a tenant
    /// that there is not is told so as all of the API are.
    package static func ends(_ form: Form, at segment: String, in directory: Directory) -> Bool {
        guard takes(form) || isNativeAlone(form) else { return false }
        return directory.tenant(segment: segment)?.kind == .external || isUnknownTenant(segment, in: directory)
    }

    /// Whether a path names a tenant that there is not. `common` and its like are no tenants.
    package static func isUnknownTenant(_ segment: String, in directory: Directory) -> Bool {
        switch TenantSegment.parse(segment) {
        case .common, .organizations, .consumers, .adfs: false
        case .id, .domain, .malformed: directory.tenant(named: segment) == nil
        }
    }

    /// What the step comes to, whichever version asks for it.
    static func reply(to request: NativeRequest) throws(EntraError) -> NativeReply {
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

/// A journey that a request goes on with.
struct OpenedJourney: Sendable {
    let token: ContinuationToken
    let step: NativeStep
}

extension NativeRequest {
    /// The journey of the request's continuation token, where this request may come next.
    func opened() throws(EntraError) -> OpenedJourney {
        try opened(as: NativeStep.Action(endpoint, grantOfAction()))
    }

    /// What the request brings, at the endpoints that take several kinds of answers. Throws AADSTS90100 without `grant_type`,
    /// and 70003 (`invalid_grant`) for one that the endpoint takes at no step.
    private func grantOfAction() throws(EntraError) -> String? {
        let grants = NativeStep.grants(at: endpoint)
        guard !grants.isEmpty else { return nil }
        let grant = try required(Parameter.grantType)
        guard grants.contains(grant) else {
            throw EntraError(.unsupportedGrantType, [.value: grant])
        }
        return grant
    }

    /// Throws AADSTS90100 without a continuation token, 55200 for one that is none of this server's, of another client or the
    /// API's other version, used up, or of a step from which the action does not go on, 552003 for one that is too old or that
    /// a revocation ended, 90100 and 901007 for challenge types that are none, and without `redirect`.
    func opened(as action: NativeStep.Action) throws(EntraError) -> OpenedJourney {
        let text = try required(NativeParameter.continuationToken)
        guard let token = ContinuationToken(sealed: text, keys: services.keys.sealing),
            token.client == client.application.clientID, token.tenant == tenant.id,
            (token.interaction != nil) == (interaction != nil), let step = NativeStep(rawValue: token.step)
        else { throw EntraError(.continuationInvalid) }
        guard services.now.seconds - token.issuedAt < ContinuationToken.lifetime else {
            throw EntraError(.nativeContinuationExpired)
        }
        guard step.allows(action), try !services.store.isRedeemed(token.id) else {
            throw EntraError(.continuationInvalid)
        }
        guard !isRevoked(token) else { throw EntraError(.nativeContinuationExpired) }
        // There the type is the one of the method.
        if endpoint != .registerChallenge, self[NativeParameter.challengeType] != nil { _ = try offeredChallenges() }
        return OpenedJourney(token: token, step: step)
    }

    /// Whether the journey is from before a reset, or before what was issued in the tenant, to the application or to the user
    /// was revoked; whether the user has another password since it was proved with one.
    private func isRevoked(_ token: ContinuationToken) -> Bool {
        let subjects: [RevocationSubject] = [.tenant(tenant.id), .application(token.client, tenant.id), .everything]
        if services.store.revocation(of: subjects, after: token.order) != nil { return true }
        // At sign-up there is no user yet.
        guard let home = user(named: token.username)?.home else { return false }
        return services.revocation(of: home, in: tenant.id, after: token.order) != nil
            || services.passwordChange(
                of: home, methods: token.methods, since: token.issuedAt, after: token.order) != nil
    }

    /// A new journey's first continuation token.
    func begin(_ step: NativeStep, username: String, challengeTypes: [String]) -> ContinuationToken {
        var token = ContinuationToken(
            id: services.random.guid(), step: step.rawValue, client: client.application.clientID, tenant: tenant.id,
            username: username, issuedAt: services.now.seconds, order: services.store.nextOrder(),
            challengeTypes: challengeTypes, capabilities: capabilities)
        token.interaction = interaction
        return token
    }

    /// Whether the client can do what a step needs, by this request, or where that does not say, by the journey's first.
    func offers(_ challenge: String, _ token: ContinuationToken) -> Bool {
        let offered = offeredTypes
        return (offered.isEmpty ? token.challengeTypes : offered).containsExactly(challenge)
    }

    /// What the client offers. Throws AADSTS90100 for no types and for one that there is not, 901007 where the client does not
    /// offer to go to a browser.
    func offeredChallenges() throws(EntraError) -> [String] {
        let offered = offeredTypes
        guard !offered.isEmpty, offered.allSatisfy(NativeChallenge.all.contains) else {
            throw EntraError(.invalidParameter, [.parameter: NativeParameter.challengeType])
        }
        guard offered.containsExactly(NativeChallenge.redirect) else {
            throw EntraError(.unsupportedChallenge, [.value: offered.joined(separator: " ")])
        }
        return offered
    }
}

extension ContinuationToken {
    /// The token of the next step: a new one, good from now.
    func advanced(to step: NativeStep, _ services: Services, _ change: (inout ContinuationToken) -> Void = { _ in })
        -> ContinuationToken
    {
        var next = self
        next.id = services.random.guid()
        next.step = step.rawValue
        next.issuedAt = services.now.seconds
        change(&next)
        return next
    }

    /// As it stands in an answer.
    func member(_ services: Services) -> JSONValue.Member {
        .init(NativeParameter.continuationToken, .string(sealed(with: services.keys.sealing)))
    }

    /// Uses the token up: the journey went on from it. Throws AADSTS55200 when another request did so before.
    func use(_ services: Services) throws(EntraError) {
        let expiry = Timestamp(seconds: issuedAt + ContinuationToken.lifetime)
        guard try services.isFirstUse(id, until: expiry) else { throw EntraError(.continuationInvalid) }
    }
}
