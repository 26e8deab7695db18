import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The routes of version 2 of native authentication.
    static let interaction: [Route<Endpoint>] = [
        Route(["POST"], "/{tenant}/oauth2/v2.0/authorize-challenge", .authorizeChallenge),
        Route(["POST"], "/{tenant}/api/v0.1/signin/start", .interaction(.signIn)),
        Route(["POST"], "/{tenant}/api/v0.1/signup/start", .interaction(.signUp)),
        Route(["POST"], "/{tenant}/api/v0.1/signup/attributes", .interaction(.submitAttributes)),
        Route(["POST"], "/{tenant}/api/v0.1/resetpassword/start", .interaction(.resetPassword)),
        Route(["POST"], "/{tenant}/api/v0.1/methods/{type}/{id}/challenge", .interaction(.challenge)),
        Route(["POST"], "/{tenant}/api/v0.1/methods/{type}/{id}/riskverify", .interaction(.riskVerify)),
        Route(["POST"], "/{tenant}/api/v0.1/methods/{type}/{id}/verify", .interaction(.verify)),
        Route(["PUT"], "/{tenant}/api/v0.1/methods/{type}/{id}", .interaction(.update)),
        Route(["POST"], "/{tenant}/api/v0.1/methods/{type}/{id}/pollUpdate", .interaction(.poll)),
    ]
}

/// The endpoints of the native authentication API, version 2 (docs/reference/wire.md#native-auth-v2).
extension Endpoint {
    /// The endpoint at which flows begin and end. Its errors are flat, like the errors of the token endpoint.
    static var authorizeChallenge: Endpoint {
        Endpoint("authorize-challenge", hasTelemetry: true, isNative: true, place: { _ in .native }) {
            (context) throws(EntraError) in
            let answer = try AuthorizeChallengeFlow.run(
                address: context.authorityAddress, form: try context.form.get(), services: context.services)
            return .json(answer.json, status: answer.status)
        }
    }

    /// Returns the endpoint of a link in a response.
    static func interaction(_ link: InteractionLink) -> Endpoint {
        Endpoint(link.name, errors: .interaction, hasTelemetry: true, isNative: true, place: { _ in .native }) {
            (context) throws(EntraError) in
            let method = (type: context.captures["type"] ?? "", id: context.captures["id"] ?? "")
            let document = try InteractionFlow.follow(
                link, method: link.isOfMethod ? method : nil, address: context.authorityAddress,
                body: context.request.hasMediaType("application/json") ? context.request.body : nil,
                services: context.services)
            return .json(document.json)
        }
    }
}
