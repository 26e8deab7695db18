import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The endpoint `authorize-challenge`, at which flows of version 2 begin and end (docs/reference/wire.md#native-auth-v2). The
/// flat member names come from the OAuth draft for first-party applications.
package enum AuthorizeChallengeFlow {
    package struct Answer: Sendable {
        package let json: [UInt8]
        package let status: Int
    }

    /// The maximum size of a parameter of the first request, in bytes. The continuation token carries the parameters.
    private static let maximumText = 8_192

    /// Returns the response to the first request of a flow or, for a request with a continuation token, the authorization code.
    ///
    /// Throws the errors of version 1 for a client that may not use the API, and AADSTS55200 for a token whose flow is not
    /// complete.
    package static func run(
        address: AuthorityAddress, form: Form?, services: Services
    ) throws(EntraError) -> Answer {
        let form = form ?? Form()
        return if let text = form[NativeParameter.continuationToken] {
            try resume(text, address: address, form: form, services: services)
        } else {
            try enter(address: address, form: form, services: services)
        }
    }

    private static func enter(
        address: AuthorityAddress, form: Form, services: Services
    ) throws(EntraError) -> Answer {
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
        let json = JSONWriter.object { json in
            json.field("error", "InsufficientAuthorization")
            json.field("error_description", "The user has not authenticated yet. Follow one of the links.")
            json.field(NativeParameter.continuationToken, token.sealed(with: services.keys.sealing))
            for link in [InteractionLink.signIn, .signUp, .resetPassword] {
                json.field(link.rawValue, address.absolute(link.path(type: "", id: "")))
            }
        }
        return Answer(json: json, status: 401)
    }

    private static func resume(
        _ text: String, address: AuthorityAddress, form: Form, services: Services
    ) throws(EntraError) -> Answer {
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
        return Answer(json: JSONWriter.object { $0.field(Parameter.code, code) }, status: 200)
    }
}
