import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// The steps of the pipeline, in the order of `Pipeline.steps`.
extension Pipeline {
    /// Waits for the changes that other replicas wrote, if the response needs the store. Stubs are consumed at the store too.
    static let syncReplica: Step = { (pipeline, request) throws(EntraError) in
        let needsStore = request.usesStore || !request.isControl && !pipeline.server.stubs.isEmpty
        guard needsStore, let replication = pipeline.server.replication else { return .proceed }
        return .wait(.replica(replication))
    }

    /// Rejects a control-plane request from another site, for an untrusted host, or without the control token.
    static let guardControlPlane: Step = { (pipeline, request) throws(EntraError) in
        guard case .found(let endpoint, _)? = request.routedRequest.match, endpoint.errors == .problem,
            let rejection = pipeline.server.controlGuard.rejection(
                request.request, at: request.origin, by: request.hosts, isPublic: endpoint.isPublic,
                isConsole: endpoint.isConsole)
        else { return .proceed }
        var response = rejection.response
        if rejection.status == 401 {
            response.headers.append("WWW-Authenticate", ControlGuard.challenge(isConsole: endpoint.isConsole))
        }
        return .respond(response)
    }

    /// Consumes the stubbed response for the request, and waits for its delay. Stubs do not apply to CORS preflights.
    static let takeStub: Step = { (pipeline, request) throws(EntraError) in
        let stubs = pipeline.server.stubs
        guard !request.isControl, !stubs.isEmpty, !request.isPreflight,
            stubs.mayRespond(clientRequestID: request.clientRequestID),
            let stub = try stubs.take(for: request.facts)
        else { return .proceed }
        request = request.following(stub)
        return stub.answer.delay > .zero ? .wait(.delay(stub.answer.delay)) : .proceed
    }

    /// Responds with the stubbed response, unless the stub leaves the response to the endpoint.
    static let respondByStub: Step = { (_, request) throws(EntraError) in
        switch request.stub?.answer.content {
        case nil, .own: return .proceed
        case .error(let error):
            return .respond(
                ErrorRendering.raised(error.error(for: request.facts), request.endpoint ?? .absent, request))
        case .raw(let raw): return .respond(HTTPResponse(status: raw.status, body: raw.body))
        case .nothing, .handshake: return .respond(HTTPResponse(status: 500))
        }
    }

    /// Moves slow work of the control plane to a background thread. A request that has waited for the store already runs on another
    /// thread.
    static let moveToWorker: Step = { (pipeline, request) throws(EntraError) in
        guard request.isControl, !pipeline.isOffLoop(request), request.needsWorker else { return .proceed }
        return .wait(.worker)
    }

    /// Waits for the creation of signing keys that the response needs.
    static let makeKeys: Step = { (pipeline, request) throws(EntraError) in
        guard !request.isControl || !pipeline.isOffLoop(request) && !request.needsWorker, let ring = request.missingKeys
        else { return .proceed }
        return .wait(.keys(ring), repeats: true)
    }

    /// Waits for the keys of another issuer, if the request presents a token from that issuer.
    static let fetchIssuerKeys: Step = { (pipeline, request) throws(EntraError) in
        let services = request.services
        guard !request.isControl, services.directory.fetchesKeys, request.request.method == "POST",
            let form = try? request.form.get(),
            let location = RequiredIssuerKeys.location(
                for: form, tenantSegment: request.tenantSegment, services: services,
                now: pipeline.server.clock.machine.now())
        else { return .proceed }
        return .wait(.issuerKeys(location))
    }

    /// Runs the endpoint, or rejects the request if no endpoint handles it or its body is too large.
    static let respondByEndpoint: Step = { (pipeline, request) throws(EntraError) in
        guard case .found(let endpoint, _)? = request.routedRequest.match else {
            return .respond(UnroutedRequest.response(request, pipeline.router))
        }
        let maximum = pipeline.router.maximumBody(of: endpoint)
        guard !request.request.isBodyTooLong, request.request.body.count <= maximum else {
            return .respond(tooLarge(endpoint, maximum))
        }
        do throws(EntraError) {
            return .respond(try endpoint.handler(request))
        } catch {
            return .respond(
                error.isStoreFailure
                    ? ErrorRendering.unavailable(error, endpoint, request)
                    : ErrorRendering.response(error, endpoint, request))
        }
    }

    private static func tooLarge(_ endpoint: Endpoint, _ maximum: Int) -> HTTPResponse {
        let detail = "The body has more than \(maximum) bytes."
        return endpoint.errors == .problem
            ? ProblemDocument(status: 413, title: "Too large", detail: detail).response : .text(413, detail)
    }

    /// Returns the response for a request that needs the store while the store is unavailable.
    func unavailable(_ error: EntraError, _ request: RequestContext) -> HTTPResponse {
        guard let endpoint = request.endpoint else { return HTTPResponse(status: error.status) }
        return ErrorRendering.unavailable(error, endpoint, request)
    }

    private func isOffLoop(_ request: RequestContext) -> Bool { server.replication != nil && request.usesStore }
}

extension RequestContext {
    /// Whether the response takes long, or may need keys that do not exist yet and that the request does not name.
    fileprivate var needsWorker: Bool { endpoint?.isSlow == true || mayMakeKeys }
}
