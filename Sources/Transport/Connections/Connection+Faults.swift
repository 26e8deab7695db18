import HTTP
import Platform

/// Responses with a deliberate fault (`WireFault`). The connection ends after each of them.
extension Connection {
    /// Sends a response with the fault.
    func spoil(_ response: HTTPResponse, by fault: WireFault, to request: HTTPRequest, _ terms: ResponseTerms) {
        machine.finish()
        let start = worker.output.count
        worker.writer.append(
            response, spoiledBy: fault, to: request.headers, terms, now: Int64(time(nil)), into: &worker.output)
        switch fault {
        case .reset: stage = .finishing(.reset)
        case .empty, .truncate, .malformedChunk: stage = .finishing(.linger)
        case .drip(let time):
            stage = .dripping(ThrottledBody(Array(worker.output[start...]), over: time, from: .current()))
            worker.output.removeSubrange(start...)
        }
    }

    /// Sends the next piece.
    func sendPiece(of drip: ThrottledBody) {
        var drip = drip
        worker.beginOutput()
        worker.output += drip.piece()
        stage = drip.isOver ? .finishing(.linger) : .dripping(drip)
        send()
    }

    /// Sends all remaining bytes immediately.
    func finish(_ drip: ThrottledBody) {
        var drip = drip
        worker.beginOutput()
        worker.output += drip.remaining()
        stage = .finishing(.linger)
        send()
        finalize()
    }
}

/// A throttled response, sent in equal pieces at equal intervals. A value type: the caller requests each piece when it is due.
struct ThrottledBody {
    /// The minimum interval between pieces. A longer response has larger pieces.
    static let shortestPause: Duration = .milliseconds(10)

    private let bytes: [UInt8]
    private let pieceSize: Int
    private let pause: Duration
    private var sent = 0
    /// The time at which the next piece is due.
    private(set) var next: MonotonicTime

    /// Splits the bytes. The last piece is due after `time`.
    init(_ bytes: [UInt8], over time: Duration, from start: MonotonicTime) {
        self.bytes = bytes
        let most = max(Int(time / ThrottledBody.shortestPause), 1)
        pieceSize = max((bytes.count + most - 1) / most, 1)
        pause = time / max((bytes.count + pieceSize - 1) / pieceSize, 1)
        next = start + pause
    }

    var isOver: Bool { sent == bytes.count }
    /// The bytes of memory in use until the last piece is sent.
    var bufferedCount: Int { bytes.count }

    /// Returns the piece that is due.
    mutating func piece() -> ArraySlice<UInt8> {
        let end = min(sent + pieceSize, bytes.count)
        defer {
            sent = end
            next = next + pause
        }
        return bytes[sent..<end]
    }

    /// Returns all bytes that have not been sent.
    mutating func remaining() -> ArraySlice<UInt8> {
        defer { sent = bytes.count }
        return bytes[sent...]
    }
}
