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
    var rest: ArraySlice<UInt8> { bytes[written...] }

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
