import Entra
import Flows
import HTTP
import Wire

/// The native authentication API, version 2 (docs/reference/wire.md#native-auth-v2).
extension Endpoint {
    /// Where journeys begin and end. Its errors are flat, as those of the token endpoint.
    static var authorizeChallenge: Endpoint {
        Endpoint("authorize-challenge", hasTelemetry: true, isNative: true, place: { _ in .native }) {
            (context, _) throws(EntraError) in
            let answer = try AuthorizeChallengeFlow.run(
                address: context.authorityAddress, form: try context.form.get(), services: context.services)
            return .json(answer.json, status: answer.status)
        }
    }

    /// A link that an answer gave.
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
