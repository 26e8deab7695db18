import Entra
import State
import Wire

/// The body of a request that follows a link, as version 1 spells it.
struct InteractionInput: Sendable {
    private let body: JSONValue

    static let continuationTokenMember = "continuationToken"
    /// Of the attributes, the one that is the user's name.
    static let mailMember = "email"

    /// Throws AADSTS9000410 for what is no JSON object.
    init(_ body: [UInt8]?) throws(EntraError) {
        guard let body, let value = JSONValue(parsing: body), value.object != nil else {
            throw EntraError(.malformedJSONParameter, [.parameter: "body"])
        }
        self.body = value
    }

    var continuationToken: String {
        get throws(EntraError) { try text(InteractionInput.continuationTokenMember) }
    }

    /// Throws AADSTS90100 for a member that is absent, empty or no text.
    private func text(_ name: String) throws(EntraError) -> String {
        guard let text = body[name]?.string, !text.isEmpty else {
            throw EntraError(.invalidParameter, [.parameter: name])
        }
        return text
    }

    /// Throws AADSTS90100 for what the action needs and is not there.
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

    /// The mail address and the password are attributes in version 2, and parameters of their own in version 1.
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

/// What version 2 takes for granted of a client.
enum InteractionDefaults {
    /// Its client does whatever a link says.
    static let challengeTypes = "password oob redirect"
    /// Checked before the token request names its scopes.
    static let usualScope = "openid profile offline_access"
}
