import Wire

/// The reading side of one HTTP/1.1 connection, without I/O: bytes go in, whole requests come out, one at a time and in
/// order (RFC 9112).
///
/// Call `receive` with what arrived, then `next` until it says `.needMore` or `.close`. After `.reject`, and after a
/// request whose terms do not keep the connection alive, only `.close` follows: it never resynchronises.
package struct HTTPConnectionMachine: ~Copyable {
    /// What the connection is to do next.
    package enum Event: Sendable {
        /// Nothing more can be said without more bytes.
        case needMore
        case request(HTTPRequest, ReplyTerms)
        /// The client waits for `100 Continue` before it sends the body, which will be read (RFC 9110 §10.1.1).
        case expectContinue
        /// Answer this and close, lingering.
        case reject(Rejection)
        case close
    }

    /// What the connection is waiting for, which decides the clock it is under.
    package enum Phase: Sendable, Equatable {
        case idle
        case head
        /// With the number of body bytes so far.
        case body(received: Int)
    }

    private let limits: HTTPLimits
    private let rule: BodyRule?
    private let memory: HeadMemory?
    /// What was received and is still wanted, behind what `consumed` counts.
    package private(set) var buffer: [UInt8] = []
    /// Bytes of `buffer` that belong to what has been handed out.
    private var consumed = 0
    private var reader = HeadReader()
    /// Of the request whose body is read.
    private var headLength = 0
    private var head: RequestHead?
    private var body: BodyReader?
    private var isFinished = false
    private var inputEnded = false

    /// `rule` is the server's, which knows its paths; without one, every body is taken in that the limits admit. `memory` is that
    /// of other connections with the same limits, too.
    package init(limits: HTTPLimits, rule: BodyRule? = nil, memory: HeadMemory? = nil) {
        self.limits = limits
        self.rule = rule
        self.memory = memory
    }

    package var phase: Phase {
        if let body { return .body(received: body.received) }
        return reader.hasBegun ? .head : .idle
    }

    /// Bytes that are kept of a request that is not whole: of its body, and of a head what a small one would not have.
    package var heldBytes: Int { (body?.body.count ?? 0) + max(keptOfHead - limits.smallHead, 0) }

    /// The memory that received bytes take, whether or not they have been handed out.
    package var bufferedBytes: Int { buffer.capacity }

    private var keptOfHead: Int {
        guard body == nil else { return headLength }
        return reader.hasBegun ? buffer.count - consumed : 0
    }

    /// Takes in bytes; ignored once the machine has finished.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !isFinished else { return }
        // A pipelining client may never let the buffer run empty.
        if consumed > 16 * 1024 {
            buffer.removeSubrange(..<consumed)
            consumed = 0
        }
        buffer.append(contentsOf: bytes)
    }

    package mutating func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { receive($0) }
    }

    /// The client will send no more. Requests already received are still handed out.
    package mutating func endInput() {
        inputEnded = true
    }

    /// Gives up: `next` says `.close` from now on.
    package mutating func finish() {
        isFinished = true
        buffer = []
        consumed = 0
        body = nil
        head = nil
    }

    /// The next event, see above.
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

    /// The next head and its length, once it is whole.
    private mutating func readHead() throws(Rejection) -> (head: RequestHead, length: Int)? {
        guard consumed < buffer.count else {
            recycle()
            return nil
        }
        let whole = buffer
        let bytes = whole.span.extracting(consumed..<whole.count)
        let mark = memory == nil || reader.hasBegun ? nil : HeadMemory.mark(bytes)
        if let mark, let known = memory?.head(mark, bytes) { return (known, mark.length) }
        guard let length = try reader.read(bytes, limits), let line = reader.requestLine else { return nil }
        let head = try read(line, bytes.extracting(0..<length))
        if let mark, mark.length == length { memory?.note(head, mark, bytes) }
        return (head, length)
    }

    /// What the reader came to.
    private func read(_ line: RequestLine, _ bytes: Span<UInt8>) throws(Rejection) -> RequestHead {
        let framing = reader.framing
        return RequestHead(
            method: line.method, path: line.path, query: line.query, headers: headers(bytes),
            authority: line.authority ?? framing.host ?? "",
            framing: try framing.body(minorVersion: line.minorVersion, limit: limits.body),
            expectsContinue: framing.expectsContinue && line.minorVersion > 0,
            terms: ReplyTerms(
                isHead: line.method.isExactly("HEAD"), minorVersion: line.minorVersion,
                keepsAlive: framing.keepsAlive(minorVersion: line.minorVersion)))
    }

    /// The lines of the head between the request line and the empty line.
    private func headers(_ head: Span<UInt8>) -> HeaderList {
        let start = reader.entries.first?.name.lowerBound ?? head.count
        // Without the CRLF of the empty line.
        let end = start < head.count ? head.count - 2 : head.count
        return HeaderList(
            lines: head.extracting(start..<end).array,
            entries: reader.entries.map { entry in
                HeaderList.Entry(
                    name: entry.name.lowerBound - start..<entry.name.upperBound - start,
                    value: entry.value.lowerBound - start..<entry.value.upperBound - start)
            })
    }

    /// Turns to the body; says whether the client waits for `100 Continue`.
    private mutating func begin(_ head: RequestHead, _ length: Int) -> Bool {
        self.head = head
        consumed += length
        headLength = length
        let isAwaited = head.expectsContinue && consumed == buffer.count
        body = BodyReader(head.framing, keeping: mostKept(of: head), isAwaited: isAwaited)
        return isAwaited
    }

    private func mostKept(of head: RequestHead) -> Int {
        guard let rule else { return .max }
        switch head.framing {
        case .none, .length(...rule.always): return .max
        case .length, .chunked: return rule.most(head.method, head.path)
        }
    }

    /// Whether the body is whole.
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

    /// Keeps no more than is still to be read, while the client may take its time.
    private mutating func compact() {
        guard consumed > 16 * 1024 else { return }
        buffer = Array(buffer[consumed...])
        consumed = 0
    }

    /// Empties the buffer and gives its memory back: ten thousand idle connections must not each keep the room of a request.
    private mutating func recycle() {
        consumed = 0
        buffer = []
    }
}
