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
    let captures: Captures
    /// What every URL given out starts with.
    let origin: Origin
    /// The names by which the request came, which a public origin does not change.
    var hosts: [String] { names.hosts }
    private let names: Server.Address.Names
    let services: Services
    /// Names this exchange: `x-ms-request-id`, and `trace_id` of an error.
    let traceID: GUID
    /// The client's `client-request-id`, or one made for it.
    let correlationID: String
    /// Decoded once; throws AADSTS9002313 for bad escapes where an endpoint reads it.
    let query: Result<Form, EntraError>
    /// The form body, nil when there is none; throws likewise.
    let form: Result<Form?, EntraError>
    /// Where the makers of the answer leave what the journal cannot read off it.
    let notes: ExchangeNotes

    init(
        request: HTTPRequest, peer: Peer, captures: Captures, origin: Origin, names: Server.Address.Names,
        services: Services,
        traceID: GUID, correlationID: String, query: Result<Form, EntraError>, form: Result<Form?, EntraError>,
        notes: ExchangeNotes = ExchangeNotes()
    ) {
        self.request = request
        self.peer = peer
        self.captures = captures
        self.origin = origin
        self.names = names
        self.services = services
        self.traceID = traceID
        self.correlationID = correlationID
        self.query = query
        self.form = form
        self.notes = notes
    }

    /// The same request with other services.
    func with(_ services: Services) -> RequestContext {
        RequestContext(
            request: request, peer: peer, captures: captures, origin: origin, names: names, services: services,
            traceID: traceID, correlationID: correlationID, query: query, form: form, notes: notes)
    }

    /// The tenant segment of the path.
    var tenantSegment: String { captures["tenant"] ?? "" }

    /// How the URL names its authority: tenant, host, and the policy of a b2c tenant, which may stand in three places.
    var authorityAddress: AuthorityAddress {
        if let policy = captures["policy"] {
            let isPrefixed = request.path.asciiLowercased.hasPrefix("/\(AuthorityAddress.prefix)/")
            return AuthorityAddress(
                tenant: tenantSegment, policy: policy, place: isPrefixed ? .prefixedPath : .path, origin: origin)
        }
        let policy = (try? query.get())?[AuthorityAddress.policyParameter]
        return AuthorityAddress(tenant: tenantSegment, policy: policy, place: .query, origin: origin)
    }

    /// What can be told of the request before it is answered.
    func facts(at endpoint: String) -> ExchangeFacts {
        ExchangeFacts(
            endpoint: endpoint, request: request, captures: captures, query: try? query.get(), form: try? form.get(),
            correlationID: correlationID, directory: services.directory, sealing: services.keys.sealing)
    }

    /// What is set where the request was sent, for the application that it says it is of. Nothing of that is proved: for how an
    /// answer is written, not for what it grants.
    var settings: Settings {
        let directory = services.directory
        let tenant = directory.tenant(segment: tenantSegment)
        let client = facts(at: "").clientID.flatMap { directory.registration(of: ClientID($0), in: tenant) }
        return services.settings(tenant: tenant ?? client?.tenant, application: client?.application)
    }

    /// Reads the form body, nil when the content type is another or the body is larger than any form.
    static func form(_ request: HTTPRequest, upTo maximum: Int) throws(EntraError) -> Form? {
        guard let type = request.headers["Content-Type"], isForm(type), !request.isBodyTooLong,
            request.body.count <= maximum
        else { return nil }
        return try parse(request.body)
    }

    /// Whether a media type, its parameters aside, is that of a form.
    private static func isForm(_ type: String) -> Bool {
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != ASCII.space && $0 != ASCII.tab }
        return String(Substring(essence)).isExactlyIgnoringASCIICase("application/x-www-form-urlencoded")
    }

    static func parse(_ bytes: some Collection<UInt8>) throws(EntraError) -> Form {
        guard !bytes.isEmpty else { return Form() }
        do {
            return try Form(parsing: bytes)
        } catch {
            throw EntraError(.invalidRequest, detail: "\(error)")
        }
    }

    /// `client-request-id` from the header, else the query or the form, where it can be written back.
    static func correlationID(_ request: HTTPRequest, query: Form?, form: Form?, random: any RandomSource) -> String {
        let name = Parameter.clientRequestID
        let given = request.headers[name] ?? query?[name] ?? form?[name]
        guard let given, GUID(given) != nil else { return random.guid().description }
        return given
    }

    /// A request of native authentication to the token endpoint.
    var endsNativeJourney: Bool {
        guard let segment = captures["tenant"], let form = try? form.get() else { return false }
        return NativeFlow.ends(form, at: segment, in: services.directory)
    }

    /// The client asked to have its id sent back.
    var returnsCorrelationID: Bool {
        let name = Parameter.returnClientRequestID
        let value = request.headers[name] ?? (try? query.get())?[name] ?? (try? form.get())??[name]
        return value?.isExactlyIgnoringASCIICase("true") ?? false
    }
}
