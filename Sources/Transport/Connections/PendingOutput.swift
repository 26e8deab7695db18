/// The output that the socket has not accepted yet. Accepted bytes are released as more arrive, so that a reader that never quite
/// catches up uses at most twice the memory of the waiting bytes.
struct PendingOutput {
    private var bytes: [UInt8] = []
    private var written = 0

    var isEmpty: Bool { written == bytes.count }
    /// The number of waiting bytes.
    var count: Int { bytes.count - written }
    /// The bytes of memory in use, including accepted bytes.
    var bufferedCount: Int { bytes.capacity }
    /// The bytes to write next.
    var remaining: ArraySlice<UInt8> { bytes[written...] }

    mutating func append(_ more: some Collection<UInt8>) {
        // Each waiting byte is moved for at least one accepted byte, so the cost of moving is bounded.
        if written > count {
            bytes.removeSubrange(..<written)
            written = 0
        }
        bytes += more
    }

    /// Records that `count` more bytes were accepted. After the last byte, the memory is released.
    mutating func take(_ count: Int) {
        written += count
        if isEmpty { self = PendingOutput() }
    }
}

/// Responses that are ready but not yet written. They are flushed together, a few at a time, in each round of the loop.
///
/// A write wakes the client that waits for its response, and waking a sleeping core costs the writer some 10 µs in a virtual
/// machine. Of several responses that are flushed together, only the first has this cost.
struct PendingResponses {
    /// The maximum number of responses in one flush, which limits the time that the first one waits.
    static let most = 8
    /// The number of output bytes that causes a flush, so that long responses are sent immediately.
    static let mark = 64 * 1024

    /// A connection, and the range of its response in the worker's output.
    struct Response {
        let connection: Connection
        let range: Range<Int>
    }

    private(set) var responses: [Response] = []

    var isFull: Bool {
        responses.count >= PendingResponses.most || (responses.last?.range.upperBound ?? 0) >= PendingResponses.mark
    }

    mutating func append(_ response: Response) {
        responses.append(response)
    }

    /// Removes and returns the responses, to be written.
    mutating func take() -> [Response] {
        defer { self = PendingResponses() }
        return responses
    }
}

extension Worker {
    /// Flushes the pending responses and clears the output, for output that is written on its own.
    func beginOutput() {
        flushPending()
        clearOutput()
    }

    /// Adds the output from `start` on as a pending response, which is flushed with others of this round.
    func enqueueOutput(of connection: Connection, from start: Int) {
        pendingResponses.append(PendingResponses.Response(connection: connection, range: start..<output.count))
        if pendingResponses.isFull { flushPending() }
    }

    /// Writes the pending responses: at the end of a round, and before any code that could close another connection.
    func flushPending() {
        guard !pendingResponses.responses.isEmpty else { return }
        let responses = pendingResponses.take()
        for response in responses { response.connection.flushPending(response.range) }
        clearOutput()
        for response in responses { response.connection.finalize() }
    }

    private func clearOutput() {
        output.removeAll(keepingCapacity: output.capacity <= Worker.outputKept)
    }
}
