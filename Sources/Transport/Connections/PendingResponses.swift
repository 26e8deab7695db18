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
    struct Answer {
        let connection: Connection
        let range: Range<Int>
    }

    private(set) var answers: [Answer] = []

    var isFull: Bool {
        answers.count >= PendingResponses.most || (answers.last?.range.upperBound ?? 0) >= PendingResponses.mark
    }

    mutating func append(_ answer: Answer) {
        answers.append(answer)
    }

    /// Removes and returns the responses, to be written.
    mutating func take() -> [Answer] {
        defer { self = PendingResponses() }
        return answers
    }
}

extension Worker {
    /// Flushes the held responses and clears the output, for output that is written on its own.
    func beginOutput() {
        flushPending()
        clearOutput()
    }

    /// Holds the output from `start` on as a response that is flushed with others of this round.
    func hold(_ connection: Connection, from start: Int) {
        held.append(PendingResponses.Answer(connection: connection, range: start..<output.count))
        if held.isFull { flushPending() }
    }

    /// Writes the held responses: at the end of a round, and before any code that could close another connection.
    func flushPending() {
        guard !held.answers.isEmpty else { return }
        let answers = held.take()
        for answer in answers { answer.connection.flushPending(answer.range) }
        clearOutput()
        for answer in answers { answer.connection.finalize() }
    }

    private func clearOutput() {
        output.removeAll(keepingCapacity: output.capacity <= Worker.outputKept)
    }
}
