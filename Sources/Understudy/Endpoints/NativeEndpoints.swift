import Directory
import Control
import Entra
import Flows
import HTTP
import Wire

extension Endpoint {
    /// The native authentication API. The token endpoint is shared with OAuth: see `token`.
    static func native(_ endpoint: NativeEndpoint) -> Endpoint {
        Endpoint(endpoint.name, hasTelemetry: true, isNative: true, place: { _ in .native }) {
            (context, server) throws(EntraError) in
            if let answer = try contracted(endpoint, context, server) { return answer }
            let body = try NativeFlow.run(
                endpoint, address: context.authorityAddress, form: try context.form.get(),
                services: context.services)
            return .json(body)
        }
    }

    /// The end of a native journey at the token endpoint; nil for every other request there.
    static func native(
        _ form: Form?, _ version: EndpointVersion, _ context: RequestContext, _ server: Server
    ) throws(EntraError) -> HTTPResponse? {
        guard version == .v2, let form else { return nil }
        if NativeFlow.hasOwnGrant(form), let answer = try contracted(.token, context, server) { return answer }
        guard context.endsNativeJourney else { return nil }
        return .json(
            try NativeFlow.run(
                .token, address: context.authorityAddress, form: form,
                authorization: context.request.headers["Authorization"], services: context.services))
    }

    /// The answer that a test suite lined up by Microsoft's control contract, where that is switched on: for a request that
    /// has one waiting, and for every request to a tenant that is none here.
    static func contracted(
        _ endpoint: NativeEndpoint, _ context: RequestContext, _ server: Server
    ) throws(EntraError) -> HTTPResponse? {
        let directory = context.services.directory
        guard directory.settings.nativeAuthTestContract == true else { return nil }
        if let waiting = server.nativeContract.next(for: context.correlationID, at: endpoint) {
            return try NativeContractRendering.response(waiting, context)
        }
        guard NativeFlow.isUnknownTenant(context.tenantSegment, in: directory),
            let usual = NativeContract.usual(endpoint)
        else { return nil }
        return try NativeContractRendering.response(usual, context)
    }

    /// Lines answers up, `POST /config/response` (docs/reference/wire.md#native-contract).
    static var nativeContractResponse: Endpoint {
        contract("contract-response") { (context, server) throws(EntraError) in
            let request = try NativeContractRequest(context.request.body)
            switch server.nativeContract.append(request.responses, for: request.correlationID, at: request.endpoint) {
            case .done: return .json(Array("{}".utf8))
            case .full: throw .storeUnavailable("there is no room for another response")
            }
        }
    }

    /// What is lined up, `GET /config/all`.
    static var nativeContractList: Endpoint {
        contract("contract-list") { (_, server) throws(EntraError) in .json(server.nativeContract.json) }
    }

    /// Forgets what is lined up for one correlation id, or for all without a body, `DELETE /config/all`.
    static var nativeContractClear: Endpoint {
        contract("contract-clear") { (context, server) throws(EntraError) in
            let body = context.request.body
            server.nativeContract.removeAll(
                for: body.isEmpty ? nil : try NativeContractRequest.correlationID(body))
            return .json(Array("{}".utf8))
        }
    }

    private static func contract(_ name: String, _ handler: @escaping Handler) -> Endpoint {
        Endpoint(name, errors: .problem) { (context, server) throws(EntraError) in
            guard context.services.directory.settings.nativeAuthTestContract == true else {
                return HTTPResponse(status: 404)
            }
            return try handler(context, server)
        }
    }
}
