/// An answer that is sent in equal pieces at equal times. A value: it is asked for the next piece when that is due.
struct Drip {
    /// Pieces are no closer together: a long answer has larger ones.
    static let shortestPause: Duration = .milliseconds(10)

    private let bytes: [UInt8]
    private let pieceSize: Int
    private let pause: Duration
    private var sent = 0
    /// When the next piece is due.
    private(set) var next: MonotonicTime

    /// The last piece is due when `time` is over.
    init(_ bytes: [UInt8], over time: Duration, from start: MonotonicTime) {
        self.bytes = bytes
        let most = max(Int(time / Drip.shortestPause), 1)
        pieceSize = max((bytes.count + most - 1) / most, 1)
        pause = time / max((bytes.count + pieceSize - 1) / pieceSize, 1)
        next = start + pause
    }

    var isOver: Bool { sent == bytes.count }
    /// The bytes of memory in use until the last piece is sent.
    var heldCount: Int { bytes.count }

    /// The piece that is due.
    mutating func piece() -> ArraySlice<UInt8> {
        let end = min(sent + pieceSize, bytes.count)
        defer {
            sent = end
            next = next + pause
        }
        return bytes[sent..<end]
    }

    /// All that has not been sent.
    mutating func rest() -> ArraySlice<UInt8> {
        defer { sent = bytes.count }
        return bytes[sent...]
    }
}
