/// Answers that are made but not written yet: those of one round of the loop go out a few at a time.
///
/// A write wakes the client that sleeps until its answer comes, and to wake a sleeping core costs the writer some 10 µs in a
/// virtual machine. Of several answers that go out together only the first costs that.
struct HeldAnswers {
    /// Who has its answer made waits no longer than it takes to make this many less one.
    static let most = 8
    /// Bytes, so that answers that are long go out at once.
    static let mark = 64 * 1024

    /// The connection and where in the worker's output its answer stands.
    struct Answer {
        let connection: Connection
        let range: Range<Int>
    }

    private(set) var answers: [Answer] = []

    var isFull: Bool {
        answers.count >= HeldAnswers.most || (answers.last?.range.upperBound ?? 0) >= HeldAnswers.mark
    }

    mutating func append(_ answer: Answer) {
        answers.append(answer)
    }

    /// Gives them up to be written.
    mutating func take() -> [Answer] {
        defer { self = HeldAnswers() }
        return answers
    }
}

extension Worker {
    /// Room for output that goes out by itself, behind what is held.
    func beginOutput() {
        sendHeld()
        clearOutput()
    }

    /// Takes the output from `start` on as an answer that goes out with others of this round.
    func hold(_ connection: Connection, from start: Int) {
        held.append(HeldAnswers.Answer(connection: connection, range: start..<output.count))
        if held.isFull { sendHeld() }
    }

    /// Writes what is held: at the end of a round, and before anything that could close a connection unasked.
    func sendHeld() {
        guard !held.answers.isEmpty else { return }
        let answers = held.take()
        for answer in answers { answer.connection.sendHeld(answer.range) }
        clearOutput()
        for answer in answers { answer.connection.settle() }
    }

    private func clearOutput() {
        output.removeAll(keepingCapacity: output.capacity <= Worker.outputKept)
    }
}
