import Control
import Crypto
import Directory
import Entra
import Flows
import HTTP
import State
import Wire

/// One request at the moment it was taken in: what the endpoints and the renderers of its answer share. A class, as all of
/// them get it and none changes it.
final class RequestContext: Sendable {
    let request: HTTPRequest
    let peer: Peer
    let arrival: Arrival
    let services: Services
    /// Names this exchange: `x-ms-request-id`, and `trace_id` of an error.
    let traceID: GUID
    /// The client's `client-request-id`, of header, query or form, whatever its form.
    let clientRequestID: String?
    /// The same, where it can be written back; else one made for it.
    let correlationID: String
    /// The form body, nil when there is none; throws AADSTS9002313 for bad escapes where an endpoint reads it.
    let form: Result<Form?, EntraError>
    /// Where the makers of the answer leave what the journal cannot read off it.
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

    /// The same request with other services.
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

    /// What every URL given out starts with.
    var origin: Origin { arrival.address.origin }

    /// The names by which the request came, which a public origin does not change.
    var hosts: [String] { arrival.address.names.hosts }

    /// Throws AADSTS9002313 for bad escapes where an endpoint reads it.
    var query: Result<Form, EntraError> { arrival.query }

    /// The tenant segment of the path.
    var tenantSegment: String { captures["tenant"] ?? "" }

    /// How the URL names its authority: tenant, host, and the policy of a b2c tenant, which may stand in three places.
    var authorityAddress: AuthorityAddress {
        if let policy = captures["policy"] {
            let isPrefixed = request.path.asciiLowercased.hasExactPrefix("/\(AuthorityAddress.prefix)/")
            return AuthorityAddress(
                tenant: tenantSegment, policy: policy, place: isPrefixed ? .prefixedPath : .path, origin: origin)
        }
        let policy = (try? query.get())?[AuthorityAddress.policyParameter]
        return AuthorityAddress(tenant: tenantSegment, policy: policy, place: .query, origin: origin)
    }

    /// What can be told of the request before it is answered; `hostTenant` is of a managed identity's host.
    func facts(at endpoint: String, hostTenant: (@Sendable () -> TenantID?)? = nil) -> ExchangeFacts {
        ExchangeFacts(
            endpoint: endpoint, request: request, captures: captures, query: try? query.get(), form: try? form.get(),
            correlationID: correlationID, directory: services.directory, sealing: services.keys.sealing,
            hostTenant: hostTenant)
    }

    /// What is set where the request was sent, for the application that it says it is of. Nothing of that is proved: for how an
    /// answer is written, not for what it grants.
    var settings: Settings {
        let directory = services.directory
        let tenant = directory.tenant(segment: tenantSegment)
        let client = facts(at: "").clientID.flatMap { directory.registration(of: ClientID($0), in: tenant) }
        return services.settings(tenant: tenant ?? client?.tenant, application: client?.application)
    }

    /// Reads the form body, nil when it is larger than any form.
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

    /// A request of native authentication to the token endpoint.
    var endsNativeJourney: Bool {
        guard let form = try? form.get(), let segment = captures["tenant"] else { return false }
        return NativeFlow.ends(form, at: segment, in: services.directory)
    }

    /// The client asked to have its id sent back.
    var returnsCorrelationID: Bool {
        let value = arrival.returnsClientRequestID ?? (try? form.get())??[Parameter.returnClientRequestID]
        return value?.isExactlyIgnoringASCIICase("true") ?? false
    }
}
