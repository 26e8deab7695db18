import Directory
import Entra
import Formats
import Store

/// The self-service sign-up (docs/reference/wire.md#native-auth-flows). A code verifies the mail address. The flow then
/// requests the required password and attributes that are still missing, and creates the account.
enum NativeSignUp {
    /// Starts a sign-up. Throws AADSTS1003037 (`user_already_exists`), AADSTS399246 for an invalid password, and AADSTS1002027
    /// for invalid attributes.
    static func start(_ request: NativeRequest) throws(EntraError) -> NativeResponse {
        let username = try request.required(Parameter.username)
        guard UserFlowStage.isAddress(username) else {
            throw EntraError(.invalidParameter, [.parameter: Parameter.username])
        }
        let offered = try request.offeredChallenges()
        guard let rules = SignUpRules(for: request.client.application, in: request.tenant) else {
            return .redirect("The tenant has no user flow for sign-up.")
        }
        guard request.user(named: username) == nil else { throw EntraError(.nativeUserExists) }
        if request[Parameter.password] != nil, !rules.requiresPassword { throw unsupportedMethod }
        guard offered.containsExactly(NativeChallenge.oneTimeCode),
            !rules.requiresPassword || offered.containsExactly(NativeChallenge.password)
        else { return needsMore }
        var token = request.begin(.signUpStarted, username: username, challengeTypes: offered)
        if let password = request[Parameter.password] {
            try NativePassword.check(password, of: username)
            token.password = password
        }
        if let attributes = try NativeAttributes(parsing: request[NativeParameter.attributes]) {
            try attributes.check(by: rules)
            token.attributes = try attributes.text
        }
        return NativeResponse(token.member(request.services))
    }

    private static var needsMore: NativeResponse {
        .redirect("The sign-up needs challenge types that the request does not offer.")
    }

    /// The error for a password in a tenant whose accounts sign in with a code.
    private static var unsupportedMethod: EntraError { EntraError(.nativeMethodUnsupported) }

    /// Sends the code, or requests the missing password. Throws AADSTS701014 if the address was sent too many codes.
    static func challenge(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse
    {
        let services = request.services
        let token = journey.token
        let requiresPassword = journey.step == .credentialRequired || journey.step == .newPasswordRequired
        guard request.offers(requiresPassword ? NativeChallenge.password : NativeChallenge.oneTimeCode, token) else {
            return needsMore
        }
        if requiresPassword {
            return NativeResponse(.init(NativeParameter.challengeType, .string(NativeChallenge.password))).with(
                token.renewed(at: .newPasswordRequired, services).member(services))
        }
        let sent = try NativeCode.send(to: token.username, by: .email, user: nil, in: token, for: request)
        let next = token.renewed(at: .signUpCodeSent, services) { $0.pendingCode = sent.code }
        return sent.members.with(next.member(services))
    }

    /// Accepts the code, a password or attributes. Throws AADSTS55103 and AADSTS55106 if a password or attributes are still
    /// missing, and AADSTS55104 for a password or attributes before the code. The tokens in these errors continue the flow.
    static func proceed(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse {
        guard let rules = SignUpRules(for: request.client.application, in: request.tenant) else {
            throw request.invalidContinuation
        }
        var token = journey.token
        switch try request.required(Parameter.grantType) {
        case NativeChallenge.oneTimeCode:
            let code = try request.required(NativeParameter.oneTimeCode)
            try NativeCode.check(code, in: token, of: nil, for: request)
            token.pendingCode = nil
            token.methods = ["otp"]
        case NativeParameter.attributes:
            try collect(request, by: rules, into: &token)
            if request.interaction != nil { try requireAll(in: token, by: rules) }
        default:
            // In version 2 the password is one of the attributes.
            if request.interaction != nil { try collect(request, by: rules, into: &token) }
            let password = try request.required(Parameter.password)
            guard rules.requiresPassword else { throw unsupportedMethod }
            try NativePassword.check(password, of: token.username)
            token.password = password
            token.methods.append("pwd")
        }
        guard token.pendingCode == nil else {
            let unverified = JSONValue.object([.init("name", .string(Parameter.username))])
            throw EntraError(.nativeVerificationRequired).with(
                token.renewed(at: .signUpCodeSent, request.services).member(request.services),
                .init("unverified_attributes", .array([unverified])))
        }
        return try complete(token, by: rules, request)
    }

    /// Stores attributes. Optional ones count as long as the flow waits for input
    /// (docs/reference/wire.md#native-attributes).
    private static func collect(
        _ request: NativeRequest, by rules: SignUpRules, into token: inout ContinuationToken
    ) throws(EntraError) {
        let text = try request.required(NativeParameter.attributes)
        let provided = try NativeAttributes(parsing: text) ?? NativeAttributes()
        try provided.check(by: rules)
        let known = try NativeAttributes(parsing: token.attributes) ?? NativeAttributes()
        token.attributes = try known.merged(with: provided).text
    }

    /// Throws AADSTS1002027 if a required attribute has no value (docs/reference/wire.md#native-v2-submit-attributes).
    private static func requireAll(in token: ContinuationToken, by rules: SignUpRules) throws(EntraError) {
        let attributes = try NativeAttributes(parsing: token.attributes) ?? NativeAttributes()
        let absent = rules.missing(in: token, attributes).filter(\.isRequired).map(\.name)
        guard absent.isEmpty else { throw NativeAttributes.absence(of: absent) }
    }

    /// Creates the account, or throws an error that requests what is missing and whose token continues the flow.
    private static func complete(
        _ token: ContinuationToken, by rules: SignUpRules, _ request: NativeRequest
    ) throws(EntraError) -> NativeResponse {
        let services = request.services
        let attributes = try NativeAttributes(parsing: token.attributes) ?? NativeAttributes()
        if rules.requiresPassword, token.password == nil {
            try token.use(for: request)
            throw EntraError(.nativeCredentialRequired).with(
                token.advanced(to: .credentialRequired, services).member(services))
        }
        let missing = rules.missing(in: token, attributes)
        if missing.contains(where: \.isRequired) {
            try token.use(for: request)
            throw EntraError(.nativeAttributesRequired).with(
                token.advanced(to: .attributesRequired, services).member(services),
                .init("required_attributes", .array(missing.map(\.json))))
        }
        try token.use(for: request)
        let user = account(token, attributes, rules, request)
        guard try services.editor.edit(request.tenant.id, { $0.add(user) }) == .done else {
            throw EntraError(.nativeUserExists)
        }
        let next = token.advanced(to: .signedUp, services) {
            $0.password = nil
            $0.attributes = nil
        }
        return NativeResponse(next.member(services))
    }

    private static func account(
        _ token: ContinuationToken, _ attributes: NativeAttributes, _ rules: SignUpRules, _ request: NativeRequest
    ) -> User {
        let id = ObjectID(request.services.random.guid().description)
        var user = User(
            id: id, userPrincipalName: token.username, displayName: token.username, tenantID: request.tenant.id)
        user.mail = token.username
        user.password = token.password
        user.isPasswordless = token.password == nil
        attributes.apply(to: &user, by: rules)
        return user
    }
}
