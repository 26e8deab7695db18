package import Crypto
package import Directory
package import Entra
package import HTTP
package import Wire

/// One exchange: what came and what was sent, as they were. Everything that explains it is worked out when somebody reads. A class,
/// as it is handed on and never changes.
package final class JournalEntry: Sendable {
    /// A name of `EndpointName`.
    package let endpoint: String
    package let request: HTTPRequest
    package let captures: Captures
    package let query: Form?
    package let form: Form?
    package let origin: Origin
    package let peer: Peer
    package let correlationID: String
    package let traceID: GUID
    /// By the clock of the request.
    package let time: Timestamp
    /// Nanoseconds from the whole request to the whole answer.
    package let duration: UInt64
    package let response: HTTPResponse
    package let notes: ExchangeNotes

    package init(
        endpoint: String, request: HTTPRequest, captures: Captures, query: Form?, form: Form?, origin: Origin,
        peer: Peer, correlationID: String, traceID: GUID, time: Timestamp, duration: UInt64, response: HTTPResponse,
        notes: ExchangeNotes
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

    /// About how many bytes it keeps in the journal.
    var weight: Int {
        let head = request.head
        let sent = head.path.utf8.count + head.query.utf8.count + head.headers.byteCount + request.body.count
        let answered = response.headers.byteCount + response.body.count
        return JournalEntry.base + sent + answered + (notes.isEmpty ? 0 : JournalEntry.noted)
    }

    /// Bytes of an entry beside its texts, and of what was noted.
    private static let base = 512
    private static let noted = 1024

    /// The tenant that the request was sent to, by its path or by Microsoft Graph's header of the control plane.
    func tenant(in directory: Directory) -> TenantID? {
        let named = captures["tenant"].flatMap(directory.tenant(segment:))
        return (named ?? GraphService.tenant(namedBy: request, in: directory))?.id
    }

    /// What a match looks at. `directory` is the one of the exchange.
    package func facts(in directory: Directory, _ sealing: SealingKeys) -> ExchangeFacts {
        var facts = ExchangeFacts(
            endpoint: endpoint, request: request, captures: captures, query: query, form: form,
            correlationID: correlationID, directory: directory, sealing: sealing,
            hostTenant: { [notes] in notes.content.hostTenant })
        facts.answered = { [self] in EntryAnswer(self).person(sealing) }
        return facts
    }
}
