/// What a socket has not taken yet. What it takes is let go of as more comes, so that a reader who never quite catches up holds
/// no more than twice what waits for it.
struct PendingOutput {
    private var bytes: [UInt8] = []
    private var written = 0

    var isEmpty: Bool { written == bytes.count }
    /// Bytes that wait.
    var count: Int { bytes.count - written }
    /// The bytes of memory in use, those that were taken included.
    var heldCount: Int { bytes.capacity }
    /// What is to be written next.
    var rest: ArraySlice<UInt8> { bytes[written...] }

    mutating func append(_ more: some Collection<UInt8>) {
        // Each byte is moved for one that was taken, at most.
        if written > count {
            bytes.removeSubrange(..<written)
            written = 0
        }
        bytes += more
    }

    /// Notes that so many more were taken. With the last one the memory is given back.
    mutating func take(_ count: Int) {
        written += count
        if isEmpty { self = PendingOutput() }
    }
}
