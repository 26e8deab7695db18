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
        return stub.response.delay > .zero ? .wait(.delay(stub.response.delay)) : .proceed
    }

    /// Responds with the stubbed response, unless the stub leaves the response to the endpoint.
    static let respondByStub: Step = { (_, request) throws(EntraError) in
        switch request.stub?.response.content {
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

extension RequestContext {
    /// Whether the response needs the changes of other replicas. A client-credentials token does not need them unless the client
    /// authenticates with an assertion. A managed identity's token does not need them unless the host requires a key. An assertion
    /// or a key can be used only once.
    var usesStore: Bool {
        guard case .found(let endpoint, _)? = routedRequest.match, endpoint.usesStore else { return false }
        switch endpoint.name {
        case "managedidentity": return request.headers["Authorization"] != nil
        case "token":
            guard let form = (try? self.form.get()) ?? nil else { return true }
            return form[Parameter.grantType]?.isExactly("client_credentials") != true
                || form[Parameter.clientAssertion] != nil
        default: return true
        }
    }
}

extension RequestContext {
    /// A ring of signing keys that the response needs and that are not created yet, or nil if no keys are missing. Creating keys
    /// takes tens of milliseconds of CPU time, during which an event loop would block its other connections.
    var missingKeys: LazyKeyRing? {
        switch endpoint?.keys {
        case nil, .some(.none), .allTenants, .any: nil
        case .tenant: missingKeys(ofIdentityProvider: false)
        case .federation: missingKeys(ofIdentityProvider: true)
        case .body: missingKeysOfBody
        }
    }

    /// Whether the response may need keys that are not created yet, if the request does not determine which keys.
    var mayMakeKeys: Bool {
        let keys = services.keys
        return switch endpoint?.keys {
        case .any: keys.lazyRings.contains { !$0.isCreated }
        case .allTenants: keys.tokenRings.contains { !$0.isCreated }
        default: false
        }
    }
}

extension RequestContext {
    private static let tokenParameters = [Parameter.assertion, Parameter.clientAssertion, Parameter.idTokenHint]

    /// Returns a missing key ring: of the tenant in the path, of the host of a managed identity, or of a token that the request
    /// presents. The stand-in for a federated domain's identity provider has its own ring, which a request with a SAML assertion
    /// may need too.
    fileprivate func missingKeys(ofIdentityProvider isSure: Bool) -> LazyKeyRing? {
        let tenant = services.directory.tenant(segment: tenantSegment) ?? hostTenant
        if let own = services.lazyKeys(of: tenant).ifMissing { return own }
        let identityProvider = services.keys.identityProvider
        if !identityProvider.isCreated, isSure || isSAMLBearer { return identityProvider }
        guard !services.keys.tokenRings.allSatisfy(\.isCreated) else { return nil }
        return presentedTokens.lazy.compactMap { RequiredIssuerKeys.ring(for: $0, services: self.services)?.ifMissing }
            .first
    }

    private var hostTenant: Tenant? { routedRequest.endpoint?.tenant?(self).flatMap(services.directory.tenant) }

    private var isSAMLBearer: Bool {
        let grant = (try? form.get())??[Parameter.grantType] ?? ""
        return grant.utf8.starts(with: "urn:ietf:params:oauth:grant-type:saml".utf8)
    }

    private var presentedTokens: [String] {
        let bearer = AuthorizationHeader.credentials(request.headers["Authorization"], scheme: "Bearer")
        let forms = [(try? form.get()) ?? nil, try? query.get()].compactMap(\.self)
        return forms.flatMap { form in RequestContext.tokenParameters.compactMap { form[$0] } }
            + [bearer].compactMap(\.self)
    }

    /// A missing key ring for a JSON body that names a tenant, an application or a user, or that contains a token.
    fileprivate var missingKeysOfBody: LazyKeyRing? {
        guard !services.keys.tokenRings.allSatisfy(\.isCreated), let body = JSONValue(parsing: request.body) else {
            return nil
        }
        let directory = services.directory
        let tenant =
            body["tenant"]?.string.flatMap { directory.tenant(segment: $0) }
            ?? body["client"]?.string.flatMap { directory.registration(of: ClientID($0))?.tenant }
            ?? body["user"]?.string.flatMap { name in directory.tenants.first { $0.user(named: name) != nil } }
        return services.lazyKeys(of: tenant).ifMissing
            ?? body["token"]?.string.flatMap { RequiredIssuerKeys.ring(for: $0, services: services)?.ifMissing }
    }
}

extension LazyKeyRing {
    fileprivate var ifMissing: LazyKeyRing? { isCreated ? nil : self }
}
