package import Crypto
package import Directory
package import Entra
package import Formats
package import HTTP
import Platform
package import Protocol

/// A journal entry: one request and its response as they were. Explanations are computed when the entry is read. The type is a
/// class, because entries are passed around and never change.
package final class JournalEntry: Sendable {
    /// The name of the endpoint, from `EndpointName`.
    package let endpoint: String
    package let request: HTTPRequest
    package let captures: Captures
    package let query: Form?
    package let form: Form?
    package let origin: Origin
    package let peer: Peer
    package let correlationID: String
    package let traceID: GUID
    /// The time of the request, by the clock of its tenant.
    package let time: Timestamp
    /// The time from the complete request to the complete response, in nanoseconds.
    package let duration: UInt64
    package let response: HTTPResponse
    package let notes: ResponseNotes

    package init(
        endpoint: String, request: HTTPRequest, captures: Captures, query: Form?, form: Form?, origin: Origin,
        peer: Peer, correlationID: String, traceID: GUID, time: Timestamp, duration: UInt64, response: HTTPResponse,
        notes: ResponseNotes
    ) {
        self.endpoint = endpoint
        self.request = request
        self.captures = captures
        self.query = query
        self.form = form
        self.origin = origin
        self.peer = peer
        self.correlationID = correlationID
        self.traceID = traceID
        self.time = time
        self.duration = duration
        self.response = response
        self.notes = notes
    }

    /// Creates the journal entry of a request and its response.
    package convenience init(_ request: RequestContext, _ response: HTTPResponse) {
        if let tenant = request.endpoint?.tenant?(request) { request.notes.note(hostTenant: tenant) }
        self.init(
            endpoint: request.endpointName, request: request.request, captures: request.captures,
            query: try? request.query.get(), form: try? request.form.get(), origin: request.origin,
            peer: request.peer, correlationID: request.correlationID, traceID: request.traceID,
            time: request.services.now, duration: MonotonicClock.nanoseconds() &- request.beganAt, response: response,
            notes: request.notes)
    }

    /// About how many bytes it keeps in the journal.
    var weight: Int {
        let head = request.head
        let sent = head.path.utf8.count + head.query.utf8.count + head.headers.byteCount + request.body.count
        let answered = response.headers.byteCount + response.body.count
        return JournalEntry.base + sent + answered + (notes.isEmpty ? 0 : JournalEntry.noted)
    }

    /// The approximate size of an entry without its texts, and of its notes, in bytes.
    private static let base = 512
    private static let noted = 1024

    /// Returns the tenant that the path names, or the tenant in the control plane's header for Microsoft Graph.
    func tenant(in directory: Directory) -> TenantID? {
        let named = captures["tenant"].flatMap(directory.tenant(segment:))
        return (named ?? GraphService.tenant(namedBy: request, in: directory))?.id
    }

    /// Returns the facts that a match compares. `directory` is the directory at the time of the request.
    package func facts(in directory: Directory, _ sealing: SealingKeys) -> RequestFacts {
        var facts = RequestFacts(
            endpoint: endpoint, request: request, captures: captures, query: query, form: form,
            correlationID: correlationID, directory: directory, sealing: sealing,
            hostTenant: { [notes] in notes.content.hostTenant })
        facts.answered = { [self] in RecordedResponse(self).person(sealing) }
        return facts
    }
}
