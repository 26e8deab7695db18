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
        Endpoint(endpoint.name, hasTelemetry: true, isNative: true, errorContext: { _ in .native }) {
            (context) throws(EntraError) in
            if let response = try contracted(endpoint, context) { return response }
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
        if NativeFlow.isContracted(form, at: context.tenantSegment, in: context.services.directory),
            let response = try contracted(.token, context)
        {
            return response
        }
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
        guard directory.settings(tenant: nil, application: nil).nativeAuthTestContract else { return nil }
        if let waiting = context.resources.nativeContract.next(for: context.correlationID, at: endpoint) {
            return try NativeContractRendering.response(waiting, context)
        }
        guard NativeFlow.isUnknownTenant(context.tenantSegment, in: directory),
            let response = NativeContract.defaultResponse(at: endpoint)
        else { return nil }
        return try NativeContractRendering.response(response, context)
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
            guard context.services.directory.settings(tenant: nil, application: nil).nativeAuthTestContract else {
                return HTTPResponse(status: 404)
            }
            return try handler(context)
        }
    }
}

extension ProtocolRoutes {
    /// The routes of version 2 of native authentication.
    static let interaction: [Route<Endpoint>] = [
        Route(["POST"], "/{tenant}/oauth2/v2.0/authorize-challenge", .authorizeChallenge),
        Route(["POST"], "/{tenant}/api/v2.0/signin/start", .interaction(.signIn)),
        Route(["POST"], "/{tenant}/api/v2.0/signup/start", .interaction(.signUp)),
        Route(["POST"], "/{tenant}/api/v2.0/signup/submitattributes", .interaction(.submitAttributes)),
        Route(["POST"], "/{tenant}/api/v2.0/resetpassword/start", .interaction(.resetPassword)),
        Route(["POST"], "/{tenant}/api/v2.0/auth/methods/{type}/{id}/challenge", .interaction(.challenge)),
        Route(["POST"], "/{tenant}/api/v2.0/auth/methods/{type}/{id}/riskverify", .interaction(.riskVerify)),
        Route(["POST"], "/{tenant}/api/v2.0/auth/methods/{type}/{id}/verify", .interaction(.verify)),
        Route(["PUT"], "/{tenant}/api/v2.0/auth/methods/{type}/{id}", .interaction(.update)),
        Route(["POST"], "/{tenant}/api/v2.0/auth/methods/{type}/{id}/pollUpdate", .interaction(.poll)),
    ]
}

/// The endpoints of the native authentication API, version 2 (docs/reference/wire.md#native-auth-v2).
extension Endpoint {
    /// The endpoint at which flows begin and end. Its errors are flat, like the errors of the token endpoint.
    static var authorizeChallenge: Endpoint {
        Endpoint("authorize-challenge", hasTelemetry: true, isNative: true, errorContext: { _ in .native }) {
            (context) throws(EntraError) in
            let response = try AuthorizeChallengeFlow.run(
                address: context.authorityAddress, form: try context.form.get(), services: context.services)
            return switch response {
            case .invitation(let error): .json(ErrorRendering.report(error, context).json(), status: error.status)
            case .code(let json): .json(json)
            }
        }
    }

    /// Returns the endpoint of a link in a response.
    static func interaction(_ link: InteractionLink) -> Endpoint {
        Endpoint(link.name, errors: .interaction, hasTelemetry: true, isNative: true, errorContext: { _ in .native }) {
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

/// Renders the responses of Microsoft's control contract for native authentication.
enum NativeContractRendering {
    static func response(
        _ response: NativeContractResponse, _ context: RequestContext
    ) throws(EntraError) -> HTTPResponse {
        context.notes.noteContracted()
        switch response.body {
        case .success(let members): return .json(JSONWriter.value(.object(members)), status: response.status)
        case .tokens:
            let form = try context.form.get()
            return .json(
                try NativeContractTokens.json(
                    clientID: form?[Parameter.clientID] ?? "", scope: form?[Parameter.scope] ?? "",
                    services: context.services))
        case .failure(let error, let codes, let reason, let more):
            let text = (reason.map { "\($0) " } ?? "") + "The test contract returns \(response.name)."
            return .json(failure(text, error, codes, more, context), status: response.status)
        }
    }

    private static func failure(
        _ text: String, _ error: String, _ codes: [Int64], _ more: [JSONValue.Member], _ context: RequestContext
    ) -> [UInt8] {
        let time = context.services.now.entraText
        let number = codes.first.map { "AADSTS\($0): " } ?? ""
        return JSONWriter.object { json in
            json.field("error", error)
            json.field(
                "error_description",
                "\(number)\(text) Trace ID: \(context.traceID) "
                    + "Correlation ID: \(context.correlationID) Timestamp: \(time)")
            json.field("error_codes", .array(codes.map(JSONValue.integer)))
            json.field("timestamp", time)
            json.field("trace_id", context.traceID.description)
            json.field("correlation_id", context.correlationID)
            json.field("error_uri", "\(context.origin.errorPage)?code=\(codes.first ?? 0)")
            for member in more { json.field(member.name, member.value) }
        }
    }
}
