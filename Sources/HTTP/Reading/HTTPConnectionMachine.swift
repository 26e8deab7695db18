import Formats

/// The reading side of one HTTP/1.1 connection, without I/O. The machine receives bytes and returns complete requests, one at a
/// time and in order (RFC 9112).
///
/// The caller passes received bytes to `receive` and then calls `next` until the result is `.needMore` or `.close`. After
/// `.reject`, and after a request whose terms do not keep the connection alive, only `.close` follows: the machine never
/// resynchronizes.
package struct HTTPConnectionMachine: ~Copyable {
    /// The next action of the connection.
    package enum Event: Sendable {
        /// The machine needs more bytes.
        case needMore
        case request(HTTPRequest, ResponseTerms)
        /// The client waits for `100 Continue` before it sends the body, which will be read (RFC 9110 §10.1.1).
        case expectContinue
        /// The connection must send this response and close after lingering.
        case reject(Rejection)
        case close
    }

    /// The data that the connection is waiting for, which determines its timeout.
    package enum Phase: Sendable, Equatable {
        case idle
        case head
        /// The body, with the number of body bytes received so far.
        case body(received: Int)
    }

    private let limits: HTTPLimits
    private let rule: BodyRule?
    /// The received bytes. The first `consumed` bytes are no longer needed.
    package private(set) var buffer: [UInt8] = []
    /// The number of bytes of `buffer` that were already returned as parts of requests.
    private var consumed = 0
    private var reader = HeadReader()
    /// The length of the head of the request whose body is being read.
    private var headLength = 0
    private var head: RequestHead?
    private var body: BodyReader?
    private var isFinished = false
    private var inputEnded = false

    /// Creates a machine. `rule` has the server's limits on bodies by path; without a rule, every body within the limits is
    /// accepted.
    package init(limits: HTTPLimits, rule: BodyRule? = nil) {
        self.limits = limits
        self.rule = rule
    }

    package var phase: Phase {
        if let body { return .body(received: body.received) }
        return reader.hasBegun ? .head : .idle
    }

    /// The number of bytes stored for an incomplete request: its body, and the part of its head above the size of a small head.
    package var retainedBytes: Int { (body?.body.count ?? 0) + max(keptOfHead - limits.smallHead, 0) }

    /// The memory that received bytes occupy, whether or not they were returned.
    package var bufferedBytes: Int { buffer.capacity }

    private var keptOfHead: Int {
        guard body == nil else { return headLength }
        return reader.hasBegun ? buffer.count - consumed : 0
    }

    /// Adds received bytes. Ignores them after the machine has finished.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !isFinished else { return }
        // The buffer may never run empty if the client pipelines requests.
        if consumed > 16 * 1024 {
            buffer.removeSubrange(..<consumed)
            consumed = 0
        }
        buffer.append(contentsOf: bytes)
    }

    package mutating func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { receive($0) }
    }

    /// Records that the client sends no more bytes. Requests that were already received are still returned.
    package mutating func endInput() {
        inputEnded = true
    }

    /// Ends the machine: `next` returns `.close` from now on.
    package mutating func finish() {
        isFinished = true
        buffer = []
        consumed = 0
        body = nil
        head = nil
    }

    /// Returns the next event; see the description of the type.
    package mutating func next() -> Event {
        guard !isFinished else { return .close }
        do {
            let event = try advance()
            guard case .needMore = event else { return event }
            guard !inputEnded else {
                finish()
                return .close
            }
            compact()
            return event
        } catch {
            finish()
            return .reject(error)
        }
    }

    private mutating func advance() throws(Rejection) -> Event {
        if body == nil {
            guard let (head, length) = try readHead() else { return .needMore }
            let isAwaited = begin(head, length)
            if body?.isLeft ?? true { return hand() }
            if isAwaited { return .expectContinue }
        }
        return try readBody() ? hand() : .needMore
    }

    /// Returns the next head and its length, or nil if the head is incomplete.
    private mutating func readHead() throws(Rejection) -> (head: RequestHead, length: Int)? {
        guard consumed < buffer.count else {
            recycle()
            return nil
        }
        let whole = buffer
        let bytes = whole.span.extracting(consumed..<whole.count)
        guard let length = try reader.read(bytes, limits), let line = reader.requestLine else { return nil }
        return (try read(line, bytes.extracting(0..<length)), length)
    }

    /// Returns the head that the reader has parsed.
    private func read(_ line: RequestLine, _ bytes: Span<UInt8>) throws(Rejection) -> RequestHead {
        let framing = reader.framing
        return RequestHead(
            method: line.method, path: line.path, query: line.query, headers: headers(bytes),
            authority: line.authority ?? framing.host ?? "",
            framing: try framing.body(minorVersion: line.minorVersion, limit: limits.body),
            expectsContinue: framing.expectsContinue && line.minorVersion > 0,
            terms: ResponseTerms(
                isHead: line.method.isExactly("HEAD"), minorVersion: line.minorVersion,
                keepsAlive: framing.keepsAlive(minorVersion: line.minorVersion)))
    }

    /// Returns the lines of the head between the request line and the empty line.
    private func headers(_ head: Span<UInt8>) -> HeaderList {
        let start = reader.entries.first?.name.lowerBound ?? head.count
        // The CRLF of the empty line is not part of the fields.
        let end = start < head.count ? head.count - 2 : head.count
        return HeaderList(
            lines: head.extracting(start..<end).array,
            entries: reader.entries.map { entry in
                HeaderList.Entry(
                    name: entry.name.lowerBound - start..<entry.name.upperBound - start,
                    value: entry.value.lowerBound - start..<entry.value.upperBound - start)
            })
    }

    /// Begins to read the body. Returns whether the client waits for `100 Continue`.
    private mutating func begin(_ head: RequestHead, _ length: Int) -> Bool {
        self.head = head
        consumed += length
        headLength = length
        let isAwaited = head.expectsContinue && consumed == buffer.count
        body = BodyReader(head.framing, keeping: maximumBuffered(of: head), isAwaited: isAwaited)
        return isAwaited
    }

    private func maximumBuffered(of head: RequestHead) -> Int {
        guard let rule else { return .max }
        switch head.framing {
        case .none, .length(...rule.always): return .max
        case .length, .chunked: return rule.most(head.method, head.path)
        }
    }

    /// Reads the body. Returns whether the body is complete.
    private mutating func readBody() throws(Rejection) -> Bool {
        let bytes = buffer
        let result = try body?.read(bytes.span.extracting(consumed..<bytes.count), limits)
        consumed += result?.consumed ?? 0
        if consumed == buffer.count { recycle() }
        return result?.isComplete ?? true
    }

    private mutating func hand() -> Event {
        guard let head else { return .needMore }
        var terms = head.terms
        let request = HTTPRequest(head: head, body: body?.body ?? [], isBodyTooLong: body?.isTooLong ?? false)
        if let rule, let body, body.isTooLong, body.isLeft || body.received > rule.discarded {
            terms.leavesBody = true
            terms.keepsAlive = false
        }
        reader = HeadReader()
        self.head = nil
        body = nil
        if !terms.keepsAlive { finish() }
        return .request(request, terms)
    }

    /// Releases the memory of consumed bytes, because the client may send the rest slowly.
    private mutating func compact() {
        guard consumed > 16 * 1024 else { return }
        buffer = Array(buffer[consumed...])
        consumed = 0
    }

    /// Releases the memory of the buffer: ten thousand idle connections must not each keep the memory of a request.
    private mutating func recycle() {
        consumed = 0
        buffer = []
    }
}

/// The reason why a request was rejected before it reached a handler. The connection responds and closes, because the start of the
/// next request is unknown after a framing error.
package struct Rejection: Error, Sendable, Equatable {
    package let status: Int
    /// A short lower-case phrase for the body of the response, which never contains text from the client.
    package let reason: String

    package init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// The response: `text/plain` with the reason.
    package var response: HTTPResponse {
        .text(status, "\(status) \(StatusPhrase.of(status)): \(reason)\n")
    }
}
