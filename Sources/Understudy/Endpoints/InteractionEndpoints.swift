import Entra
import Formats
import HTTP
import Protocol

/// The endpoints of the native authentication API, version 2 (docs/reference/wire.md#native-auth-v2).
extension Endpoint {
    /// The endpoint at which flows begin and end. Its errors are flat, like the errors of the token endpoint.
    static var authorizeChallenge: Endpoint {
        Endpoint("authorize-challenge", hasTelemetry: true, isNative: true, place: { _ in .native }) {
            (context, _) throws(EntraError) in
            let answer = try AuthorizeChallengeFlow.run(
                address: context.authorityAddress, form: try context.form.get(), services: context.services)
            return .json(answer.json, status: answer.status)
        }
    }

    /// Returns the endpoint of a link in a response.
    static func interaction(_ link: InteractionLink) -> Endpoint {
        Endpoint(link.name, errors: .interaction, hasTelemetry: true, isNative: true, place: { _ in .native }) {
            (context, _) throws(EntraError) in
            let method = (type: context.captures["type"] ?? "", id: context.captures["id"] ?? "")
            let document = try InteractionFlow.follow(
                link, method: link.isOfMethod ? method : nil, address: context.authorityAddress,
                body: context.request.hasMediaType("application/json") ? context.request.body : nil,
                services: context.services)
            return .json(document.json)
        }
    }
}
