package import Crypto
package import Directory
package import Entra
package import Formats
package import HTTP
import Platform
package import Protocol
package import Store

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

    /// The approximate size of the entry in the journal, in bytes.
    var weight: Int {
        let head = request.head
        let sent = head.path.utf8.count + head.query.utf8.count + head.headers.byteCount + request.body.count
        let received = response.headers.byteCount + response.body.count
        return JournalEntry.base + sent + received + (notes.isEmpty ? 0 : JournalEntry.noted)
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
        facts.responseSubject = { [self] in RecordedResponse(self).person(sealing) }
        return facts
    }
}

extension JournalEntry {
    /// The texts of an entry that are secrets by their names. Texts that the entry also shows under a harmless name are left out:
    /// an application ID that a client sends as its secret remains visible as the ID.
    var namedSecrets: [String] {
        let recorded = RecordedResponse(self)
        let forms = [query, form, recorded.parameters].compactMap(\.self)
        let parameters = forms.flatMap(\.fields).filter { SecretNames.isSecret($0.name) }.map(\.value)
        let headers = (request.headers.fields + response.headers.fields).flatMap(JournalEntry.secrets)
        let bodies = [form == nil ? JSONValue(parsing: request.body) : nil, recorded.json].compactMap(\.self)
        let shown = Set(
            forms.flatMap { form in JournalEntry.identities.compactMap { form[$0] } }.map { ByteString($0) })
        return (parameters + headers + bodies.flatMap(SecretJSON.secrets)).filter { !shown.contains(ByteString($0)) }
    }

    private static let identities = [
        Parameter.clientID, Parameter.username, Parameter.loginHint, Parameter.redirectURI, Parameter.scope,
        Parameter.resource, Parameter.grantType, Parameter.responseType, Parameter.state, Parameter.nonce,
        PageField.username,
    ]

    /// Returns the credentials of a header without their scheme, and the password of Basic authentication.
    private static func secrets(_ header: HeaderList.Field) -> [String] {
        guard SecretNames.isSecret(header.name), !header.name.isExactlyIgnoringASCIICase("Cookie"),
            !header.name.isExactlyIgnoringASCIICase("Set-Cookie")
        else { return [] }
        let words = header.value.pieces(separatedBy: " ", atMost: 2)
        guard words.count == 2 else { return [header.value] }
        let basic = AuthorizationHeader.credentials(header.value, scheme: "Basic")
            .flatMap { Base64.decodeStandard($0.utf8) }.flatMap { String(utf8: $0) }
        let password = basic?.pieces(separatedBy: ":", atMost: 2, keepingEmpty: true).last
        return [words[1]]
            + [password, password.flatMap { Percent.decode($0.utf8, plusIsSpace: true) }].compactMap(\.self)
    }
}

/// The context for reading the journal: the keys that open codes and refresh tokens, the store with the consents given at run time,
/// and whether secrets may be shown.
package struct JournalReader: Sendable {
    package let sealing: SealingKeys
    /// The store, or nil if no consents were given at run time.
    let store: (any Store)?
    private let masks: SecretMasks
    private let showsSecrets: Bool

    package init(sealing: SealingKeys, masks: SecretMasks = SecretMasks(), store: (any Store)? = nil) {
        self.init(sealing: sealing, masks: masks, store: store, showsSecrets: false)
    }

    private init(sealing: SealingKeys, masks: SecretMasks, store: (any Store)?, showsSecrets: Bool) {
        self.sealing = sealing
        self.masks = masks
        self.store = store
        self.showsSecrets = showsSecrets
    }

    var showingSecrets: JournalReader {
        JournalReader(sealing: sealing, masks: masks, store: store, showsSecrets: true)
    }

    /// Returns the mask for an entry. The mask covers the secrets of the directory at the time of the request, and the secrets that
    /// the entry itself contains under secret names. For example, an error message repeats a code from the request.
    func mask(_ item: Journal.Item) -> SecretMask {
        guard !showsSecrets else { return masks.showingSecrets }
        return masks.mask(item.directory, sealing).adding(KnownSecrets(item.entry.namedSecrets))
    }
}
