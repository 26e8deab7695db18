import Entra
import Formats
import Store

/// The mapping from version 2 of the native authentication API to the steps of version 1: the links in the response of each
/// step, and the action of version 1 for each link (docs/reference/wire.md#native-auth-v2). A step without links ends a flow,
/// and the client returns to `authorize-challenge`.
enum InteractionTable {
    typealias Action = NativeStep.Action

    static let links: [NativeStep: [InteractionLink: Action]] = [
        .entered: [
            .signIn: Action(.initiate), .signUp: Action(.signUpStart), .resetPassword: Action(.resetStart),
        ],

        .signInStarted: [.challenge: Action(.challenge)],
        .passwordRequired: [.verify: Action(.token, "password")],
        .codeSent: [.verify: Action(.token, "oob"), .challenge: Action(.challenge)],
        .secondFactorRequired: [.challenge: Action(.challenge)],
        .riskCheckRequired: [.riskVerify: Action(.challenge)],
        .secondFactorSent: [.verify: Action(.token, "mfa_oob"), .challenge: Action(.challenge)],

        .signUpEntered: [.submitAttributes: Action(.signUpStart)],
        .signUpCodeSent: [.verify: Action(.signUpContinue, "oob"), .challenge: Action(.signUpChallenge)],
        .credentialRequired: [.submitAttributes: Action(.signUpContinue, "password")],
        .attributesRequired: [.submitAttributes: Action(.signUpContinue, "attributes")],

        .resetStarted: [.challenge: Action(.resetChallenge)],
        .resetCodeSent: [.verify: Action(.resetContinue, "oob"), .challenge: Action(.resetChallenge)],
        .resetVerified: [.update: Action(.resetSubmit)],
        .resetSubmitted: [.poll: Action(.resetPoll)],
    ]

    /// The values of `action`. A client does the first action in this order whose link the step has.
    static let actions: [(link: InteractionLink, name: String)] = [
        (.verify, "verify"), (.riskVerify, "riskverify"), (.challenge, "challenge"),
        (.submitAttributes, "collectAttributes"), (.update, "update"),
        (.poll, "poll"),
    ]

    /// The purpose of a flow, by the link that began it.
    static let scenarios: [InteractionLink: String] = [
        .signIn: "signIn", .signUp: "signUp", .resetPassword: "recovery",
    ]

    /// The parameter of version 1 for the single value of a version 2 request.
    static let fields: [Action: (json: String, form: String)] = [
        Action(.initiate): ("username", Parameter.username),
        Action(.resetStart): ("username", Parameter.username),
        Action(.token, "password"): ("password", Parameter.password),
        Action(.token, "oob"): ("otp", NativeParameter.oneTimeCode),
        Action(.token, "mfa_oob"): ("otp", NativeParameter.oneTimeCode),
        Action(.signUpContinue, "oob"): ("otp", NativeParameter.oneTimeCode),
        Action(.resetContinue, "oob"): ("otp", NativeParameter.oneTimeCode),
        Action(.resetSubmit): ("newPassword", NativeParameter.newPassword),
    ]
}

/// The JSON body of a request that follows a link, which is converted to a form of version 1.
struct InteractionInput: Sendable {
    private let body: JSONValue

    static let continuationTokenMember = "continuationToken"
    /// The attribute that contains the username.
    static let mailMember = "email"

    /// Parses the body. Throws AADSTS9000410 if the body is not a JSON object.
    init(_ body: [UInt8]?) throws(EntraError) {
        guard let body, let value = JSONValue(parsing: body), value.object != nil else {
            throw EntraError(.malformedJSONParameter, [.parameter: "body"])
        }
        self.body = value
    }

    var continuationToken: String {
        get throws(EntraError) { try text(InteractionInput.continuationTokenMember) }
    }

    /// Returns the text of a member. Throws AADSTS90100 if the member is absent, empty or no string.
    private func text(_ name: String) throws(EntraError) -> String {
        guard let text = body[name]?.string, !text.isEmpty else {
            throw EntraError(.invalidParameter, [.parameter: name])
        }
        return text
    }

    /// Returns the form of version 1 for an action. Throws AADSTS90100 if a required member is missing.
    func form(for action: NativeStep.Action, _ token: ContinuationToken) throws(EntraError) -> Form {
        var form = Form([
            Form.Field(Parameter.clientID, token.client.description),
            Form.Field(NativeParameter.continuationToken, try continuationToken),
            Form.Field(NativeParameter.challengeType, InteractionDefaults.challengeTypes),
            Form.Field("capabilities", Suberror.mfaRequired.rawValue),
            Form.Field(Parameter.scope, token.interaction?.scope ?? InteractionDefaults.usualScope),
        ])
        if let claims = token.interaction?.claims { form.append(Parameter.claims, claims) }
        if let grant = action.grant { form.append(Parameter.grantType, grant) }
        if let field = InteractionTable.fields[action] { form.append(field.form, try text(field.json)) }
        switch action.endpoint {
        case .signUpStart where token.step.isExactly(NativeStep.signUpEntered.rawValue), .signUpContinue:
            if !action.grant.isExactly(NativeChallenge.oneTimeCode) { try addAttributes(to: &form) }
        default: break
        }
        return form
    }

    /// Adds the attributes to the form. The mail address and the password are attributes in version 2, and separate parameters
    /// in version 1.
    private func addAttributes(to form: inout Form) throws(EntraError) {
        let own = [(InteractionInput.mailMember, Parameter.username), (Parameter.password, Parameter.password)]
        guard let attributes = body["attributes"]?.object else {
            throw EntraError(.invalidParameter, [.parameter: NativeParameter.attributes])
        }
        for (name, parameter) in own {
            guard let value = attributes.first(where: { $0.name.isExactly(name) })?.value else { continue }
            guard let text = value.string else { throw EntraError(.invalidParameter, [.parameter: name]) }
            form.append(parameter, text)
        }
        let others = attributes.filter { attribute in !own.contains { attribute.name.isExactly($0.0) } }
        let json = JSONWriter.value(.object(others))
        guard json.count <= NativeAttributes.maximumBytes else {
            throw EntraError(.invalidParameter, [.parameter: NativeParameter.attributes])
        }
        form.append(NativeParameter.attributes, String(decoding: json, as: UTF8.self))
    }
}

/// The capabilities that version 2 assumes of every client.
enum InteractionDefaults {
    /// The challenge types of a client that can follow every link.
    static let challengeTypes = "password oob redirect"
    /// The scopes to check before the token request names its own.
    static let usualScope = "openid profile offline_access"
}
