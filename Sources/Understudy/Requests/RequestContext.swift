import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// A request as it was opened: the values that the endpoints and the renderers of the response share. The type is a class, because
/// all of them receive the same instance and none changes it.
final class RequestContext: Sendable {
    let request: HTTPRequest
    let peer: Peer
    let arrival: Arrival
    let services: Services
    /// The ID of this request: `x-ms-request-id`, and `trace_id` of an error.
    let traceID: GUID
    /// The client's `client-request-id` from the header, the query or the form, in any format.
    let clientRequestID: String?
    /// The client's request ID if it is a GUID, or else a new GUID.
    let correlationID: String
    /// The form body, or nil if there is none. An endpoint that reads a form with invalid escapes throws AADSTS9002313.
    let form: Result<Form?, EntraError>
    /// The notes in which endpoints and renderers record what the journal cannot read from the response.
    let notes: ExchangeNotes

    init(
        request: HTTPRequest, peer: Peer, arrival: Arrival, services: Services, form: Result<Form?, EntraError>
    ) {
        self.request = request
        self.peer = peer
        self.arrival = arrival
        self.services = services
        self.form = form
        traceID = services.random.guid()
        let given = arrival.clientRequestID ?? (try? form.get())??[Parameter.clientRequestID]
        clientRequestID = given
        correlationID = given.flatMap { GUID($0) == nil ? nil : $0 } ?? services.random.guid().description
        notes = ExchangeNotes()
    }

    /// Creates a copy of a request with other services.
    init(_ other: RequestContext, with services: Services) {
        request = other.request
        peer = other.peer
        arrival = other.arrival
        self.services = services
        traceID = other.traceID
        clientRequestID = other.clientRequestID
        correlationID = other.correlationID
        form = other.form
        notes = other.notes
    }

    /// The named segments of the path.
    var captures: Captures { arrival.captures }

    /// The origin of every URL that the server issues.
    var origin: Origin { arrival.address.origin }

    /// The host names through which the request arrived. A configured public origin does not change these names.
    var hosts: [String] { arrival.address.names.hosts }

    /// The query. An endpoint that reads a query with invalid escapes throws AADSTS9002313.
    var query: Result<Form, EntraError> { arrival.query }

    /// The tenant segment of the path, or an empty string if the path has none.
    var tenantSegment: String { captures["tenant"] ?? "" }

    /// The authority in the URL: tenant, host, and the policy of a B2C tenant, which may be in three places.
    var authorityAddress: AuthorityAddress {
        if let policy = captures["policy"] {
            let isPrefixed = request.path.asciiLowercased.hasExactPrefix("/\(AuthorityAddress.prefix)/")
            return AuthorityAddress(
                tenant: tenantSegment, policy: policy, place: isPrefixed ? .prefixedPath : .path, origin: origin)
        }
        let policy = (try? query.get())?[AuthorityAddress.policyParameter]
        return AuthorityAddress(tenant: tenantSegment, policy: policy, place: .query, origin: origin)
    }

    /// Returns the facts that are known before the response. `hostTenant` returns the tenant of a managed identity's host.
    func facts(at endpoint: String, hostTenant: (@Sendable () -> TenantID?)? = nil) -> ExchangeFacts {
        ExchangeFacts(
            endpoint: endpoint, request: request, captures: captures, query: try? query.get(), form: try? form.get(),
            correlationID: correlationID, directory: services.directory, sealing: services.keys.sealing,
            hostTenant: hostTenant)
    }

    /// The settings for the tenant in the path and for the application that the request names. The application is not
    /// authenticated, so these settings are for the format of a response, not for what the response grants.
    var settings: Settings {
        let directory = services.directory
        let tenant = directory.tenant(segment: tenantSegment)
        let client = facts(at: "").clientID.flatMap { directory.registration(of: ClientID($0), in: tenant) }
        return services.settings(tenant: tenant ?? client?.tenant, application: client?.application)
    }

    /// Returns the form body, or nil if the body is larger than `maximum` bytes. Throws AADSTS9002313 for invalid escapes.
    static func form(_ request: HTTPRequest, upTo maximum: Int) throws(EntraError) -> Form? {
        guard !request.isBodyTooLong, request.body.count <= maximum else { return nil }
        return try parse(request.body)
    }

    static func parse(_ bytes: some Collection<UInt8>) throws(EntraError) -> Form {
        guard !bytes.isEmpty else { return Form() }
        do {
            return try Form(parsing: bytes)
        } catch {
            throw EntraError(.invalidRequest, detail: "\(error)")
        }
    }

    /// Whether the request is a native authentication request to the token endpoint.
    var endsNativeJourney: Bool {
        guard let form = try? form.get(), let segment = captures["tenant"] else { return false }
        return NativeFlow.ends(form, at: segment, in: services.directory)
    }

    /// Whether the client requests its ID in the response.
    var returnsCorrelationID: Bool {
        let value = arrival.returnsClientRequestID ?? (try? form.get())??[Parameter.returnClientRequestID]
        return value?.isExactlyIgnoringASCIICase("true") ?? false
    }
}
