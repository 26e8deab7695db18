import Crypto
package import Directory
package import Entra
package import Formats
package import HTTP
import Store

/// A request as it was opened: the values that the endpoints and the renderers of the response share. The type is a class, because
/// all of them receive the same instance and none changes it.
package final class RequestContext: Sendable {
    package let request: HTTPRequest
    package let peer: Peer
    package let routedRequest: RoutedRequest
    package let services: Services
    /// The ID of this request: `x-ms-request-id`, and `trace_id` of an error.
    package let traceID: GUID
    /// The client's `client-request-id` from the header, the query or the form, in any format.
    package let clientRequestID: String?
    /// The client's request ID if it is a GUID, or else a new GUID.
    package let correlationID: String
    /// The form body, or nil if there is none. An endpoint that reads a form with invalid escapes throws AADSTS9002313.
    package let form: Result<Form?, EntraError>
    /// The notes in which endpoints and renderers record what the journal cannot read from the response.
    package let notes: ResponseNotes
    /// The values that endpoints keep between requests.
    package let resources: EndpointResources
    /// The monotonic time at which the request was complete, in nanoseconds.
    package let beganAt: UInt64
    /// The stubbed response that the request consumed, or nil.
    package let stub: TakenStub?
    /// Responds to further requests in process.
    package let responder: any RequestResponder

    package init(
        request: HTTPRequest, peer: Peer, routedRequest: RoutedRequest, services: Services,
        form: Result<Form?, EntraError>,
        resources: EndpointResources, responder: any RequestResponder, beganAt: UInt64
    ) {
        self.request = request
        self.peer = peer
        self.routedRequest = routedRequest
        self.services = services
        self.form = form
        traceID = services.random.guid()
        let requestID = routedRequest.clientRequestID ?? (try? form.get())??[Parameter.clientRequestID]
        clientRequestID = requestID
        correlationID = requestID.flatMap { GUID($0) == nil ? nil : $0 } ?? services.random.guid().description
        notes = ResponseNotes()
        self.resources = resources
        self.responder = responder
        self.beganAt = beganAt
        stub = nil
    }

    /// Returns the same request with a stub.
    private init(_ other: RequestContext, _ stub: TakenStub, _ services: Services) {
        request = other.request
        peer = other.peer
        routedRequest = other.routedRequest
        self.services = services
        traceID = other.traceID
        clientRequestID = other.clientRequestID
        correlationID = other.correlationID
        form = other.form
        notes = other.notes
        resources = other.resources
        responder = other.responder
        beganAt = other.beganAt
        self.stub = stub
    }

    /// Returns the request with the token fault of its stub, if the stub has one.
    package func following(_ stub: TakenStub?) -> RequestContext {
        guard let stub else { return self }
        notes.note(stubID: stub.id, fault: stub.response.faultName)
        var services = services
        if case .own(let fault?) = stub.response.content { services = services.making(fault) }
        return RequestContext(self, stub, services)
    }

    /// The endpoint of the path, or nil if no endpoint handles the path.
    package var endpoint: Endpoint? { routedRequest.endpoint }

    /// The name of the endpoint, from `EndpointName`.
    package var endpointName: String { endpoint?.name ?? EndpointName.unknown }

    package var isControl: Bool { routedRequest.isControl }

    package var isPreflight: Bool { routedRequest.isPreflight }

    /// The named segments of the path.
    package var captures: Captures { routedRequest.captures }

    /// The origin of every URL that the server issues.
    package var origin: Origin { routedRequest.address.origin }

    /// The host names through which the request arrived. A configured public origin does not change these names.
    package var hosts: [String] { routedRequest.address.hosts }

    /// The query. An endpoint that reads a query with invalid escapes throws AADSTS9002313.
    package var query: Result<Form, EntraError> { routedRequest.query }

    /// The tenant segment of the path, or an empty string if the path has none.
    package var tenantSegment: String { captures["tenant"] ?? "" }

    /// The authority in the URL: tenant, host, and the policy of a B2C tenant, which may be in three locations.
    package var authorityAddress: AuthorityAddress {
        if let policy = captures["policy"] {
            let isPrefixed = request.path.asciiLowercased.hasExactPrefix("/\(AuthorityAddress.prefix)/")
            return AuthorityAddress(
                tenant: tenantSegment, policy: policy, policyLocation: isPrefixed ? .prefixedPath : .path,
                origin: origin)
        }
        let policy = (try? query.get())?[AuthorityAddress.policyParameter]
        return AuthorityAddress(tenant: tenantSegment, policy: policy, policyLocation: .query, origin: origin)
    }

    /// Returns the facts that are known before the response. `hostTenant` returns the tenant of a managed identity's host.
    package func facts(at endpoint: String, hostTenant: (@Sendable () -> TenantID?)? = nil) -> RequestFacts {
        RequestFacts(
            endpoint: endpoint, request: request, captures: captures, query: try? query.get(), form: try? form.get(),
            correlationID: correlationID, directory: services.directory, sealing: services.keys.sealing,
            hostTenant: hostTenant)
    }

    /// The settings for the tenant in the path and for the application that the request names. The application is not
    /// authenticated, so these settings are for the format of a response, not for what the response grants.
    package var settings: Settings {
        let directory = services.directory
        let tenant = directory.tenant(segment: tenantSegment)
        let client = facts(at: "").clientID.flatMap { directory.registration(of: ClientID($0), in: tenant) }
        return services.settings(tenant: tenant ?? client?.tenant, application: client?.application)
    }

    /// Returns the form body, or nil if the body is larger than `maximum` bytes. Throws AADSTS9002313 for invalid escapes.
    package static func form(_ request: HTTPRequest, upTo maximum: Int) throws(EntraError) -> Form? {
        guard !request.isBodyTooLong, request.body.count <= maximum else { return nil }
        return try parse(request.body)
    }

    package static func parse(_ bytes: some Collection<UInt8>) throws(EntraError) -> Form {
        guard !bytes.isEmpty else { return Form() }
        do {
            return try Form(parsing: bytes)
        } catch {
            throw EntraError(.invalidRequest, detail: "\(error)")
        }
    }

    /// Whether the request is a native authentication request to the token endpoint.
    package var endsNativeJourney: Bool {
        guard let form = try? form.get(), let segment = captures["tenant"] else { return false }
        return NativeFlow.ends(form, at: segment, in: services.directory)
    }

    /// Whether the response returns the client's request ID: if the client asks for that, and always for native authentication
    /// (docs/reference/wire.md#headers).
    package var returnsCorrelationID: Bool {
        requestsCorrelationID || endpoint?.isNative == true || endsNativeJourney || notes.isContracted
    }

    /// Whether the client asked for its request ID in the response.
    package var requestsCorrelationID: Bool {
        let value = routedRequest.returnsClientRequestID ?? (try? form.get())??[Parameter.returnClientRequestID]
        return value?.isExactlyIgnoringASCIICase("true") ?? false
    }

    /// The facts by which stubs match the request.
    package var facts: RequestFacts {
        guard let tenant = endpoint?.tenant else { return facts(at: endpointName) }
        return facts(at: endpointName) { [self] in tenant(self) }
    }
}

/// An object that responds to requests without a socket. The sign-in driver uses it.
package protocol RequestResponder: Sendable {
    /// Returns the response at once, without waiting for a stub's delay or for another issuer's keys.
    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse
}

extension RequestContext {
    /// Returns the version of a request. On premises each endpoint has one form: a request with a `resource` is version 1, and
    /// any other uses scopes as in version 2.
    func version(_ version: EndpointVersion, resource: String?) -> EndpointVersion {
        services.isOnPremises && resource == nil ? .v2 : version
    }
}
