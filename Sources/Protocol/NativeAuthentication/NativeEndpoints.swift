import Directory
import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The routes of native authentication, and of Microsoft's contract by which test suites control it.
    static let nativeAuthentication: [Route<Endpoint>] = [
        Route(["POST"], "/{tenant}/oauth2/v2.0/initiate", .native(.initiate)),
        Route(["POST"], "/{tenant}/oauth2/v2.0/challenge", .native(.challenge)),
        Route(["POST"], "/{tenant}/oauth2/v2.0/introspect", .native(.introspect)),
        Route(["POST"], "/{tenant}/signup/v1.0/start", .native(.signUpStart)),
        Route(["POST"], "/{tenant}/signup/v1.0/challenge", .native(.signUpChallenge)),
        Route(["POST"], "/{tenant}/signup/v1.0/continue", .native(.signUpContinue)),
        Route(["POST"], "/{tenant}/resetpassword/v1.0/start", .native(.resetStart)),
        Route(["POST"], "/{tenant}/resetpassword/v1.0/challenge", .native(.resetChallenge)),
        Route(["POST"], "/{tenant}/resetpassword/v1.0/continue", .native(.resetContinue)),
        Route(["POST"], "/{tenant}/resetpassword/v1.0/submit", .native(.resetSubmit)),
        Route(["POST"], "/{tenant}/resetpassword/v1.0/poll_completion", .native(.resetPoll)),
        Route(["POST"], "/{tenant}/register/v1.0/introspect", .native(.registerIntrospect)),
        Route(["POST"], "/{tenant}/register/v1.0/challenge", .native(.registerChallenge)),
        Route(["POST"], "/{tenant}/register/v1.0/continue", .native(.registerContinue)),
        Route(["POST"], "/config/response", .nativeContractResponse),
        Route(["GET"], "/config/all", .nativeContractList),
        Route(["DELETE"], "/config/all", .nativeContractClear),
    ]
}

extension Endpoint {
    /// Returns an endpoint of the native authentication API. OAuth shares the token endpoint: see `token`.
    static func native(_ endpoint: NativeEndpoint) -> Endpoint {
        Endpoint(endpoint.name, hasTelemetry: true, isNative: true, place: { _ in .native }) {
            (context) throws(EntraError) in
            if let answer = try contracted(endpoint, context) { return answer }
            let body = try NativeFlow.run(
                endpoint, address: context.authorityAddress, form: try context.form.get(),
                services: context.services)
            return .json(body)
        }
    }

    /// Returns the response to the last request of a native flow at the token endpoint, or nil for any other request.
    static func native(
        _ form: Form?, _ version: EndpointVersion, _ context: RequestContext
    ) throws(EntraError) -> HTTPResponse? {
        guard version == .v2, let form else { return nil }
        if NativeFlow.hasOwnGrant(form), let answer = try contracted(.token, context) { return answer }
        guard context.endsNativeJourney else { return nil }
        return .json(
            try NativeFlow.run(
                .token, address: context.authorityAddress, form: form,
                authorization: context.request.headers["Authorization"], services: context.services))
    }

    /// Returns the response that a test suite queued through Microsoft's control contract, if the contract is enabled. A
    /// request to an unknown tenant receives the default response if its queue is empty.
    static func contracted(
        _ endpoint: NativeEndpoint, _ context: RequestContext
    ) throws(EntraError) -> HTTPResponse? {
        let directory = context.services.directory
        guard directory.settings.nativeAuthTestContract == true else { return nil }
        if let waiting = context.resources.nativeContract.next(for: context.correlationID, at: endpoint) {
            return try NativeContractRendering.response(waiting, context)
        }
        guard NativeFlow.isUnknownTenant(context.tenantSegment, in: directory),
            let usual = NativeContract.usual(endpoint)
        else { return nil }
        return try NativeContractRendering.response(usual, context)
    }

    /// Queues responses, `POST /config/response` (docs/reference/wire.md#native-contract).
    static var nativeContractResponse: Endpoint {
        contract("contract-response") { (context) throws(EntraError) in
            let request = try NativeContractRequest(context.request.body)
            switch context.resources.nativeContract.append(
                request.responses, for: request.correlationID, at: request.endpoint)
            {
            case .done: return .json(Array("{}".utf8))
            case .full: throw .storeUnavailable("there is no room for another response")
            }
        }
    }

    /// Lists the queued responses, `GET /config/all`.
    static var nativeContractList: Endpoint {
        contract("contract-list") { (context) throws(EntraError) in .json(context.resources.nativeContract.json) }
    }

    /// Deletes the queued responses of one correlation ID, or all responses if there is no body, `DELETE /config/all`.
    static var nativeContractClear: Endpoint {
        contract("contract-clear") { (context) throws(EntraError) in
            let body = context.request.body
            context.resources.nativeContract.removeAll(
                for: body.isEmpty ? nil : try NativeContractRequest.correlationID(body))
            return .json(Array("{}".utf8))
        }
    }

    private static func contract(_ name: String, _ handler: @escaping Handler) -> Endpoint {
        Endpoint(name, errors: .problem) { (context) throws(EntraError) in
            guard context.services.directory.settings.nativeAuthTestContract == true else {
                return HTTPResponse(status: 404)
            }
            return try handler(context)
        }
    }
}
