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
    mutating func rest() -> ArraySlice<UInt8> {
        defer { sent = bytes.count }
        return bytes[sent...]
    }
}
