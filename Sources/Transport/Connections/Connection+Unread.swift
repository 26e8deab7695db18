import HTTP

/// Bytes that wait for clients that do not read, which hold memory for as long as the client likes.
extension Connection {
    /// The bytes of a connection itself: ten thousand idle ones take 20 MB.
    private static let ownBytes = 2048
    /// The allocator takes one byte more for this many, as measured with requests queued up to the bound.
    private static let bytesPerSpareByte = 8

    /// The memory that waits for this client: its responses, the requests queued behind them, and the connection itself.
    var unreadBytesNow: Int {
        switch stage {
        case .serving where isReading: return 0
        case .handshaking, .closed: return 0
        default: break
        }
        let waiting = unwrittenBytes + slowBytes + machine.bufferedBytes
        return waiting == 0 ? 0 : waiting + waiting / Connection.bytesPerSpareByte + Connection.ownBytes
    }

    private var unwrittenBytes: Int {
        pending.isEmpty ? 0 : pending.heldCount + (stream?.unfinishedWriteBytes ?? 0)
    }

    /// The bytes of a response that is sent slowly on purpose.
    private var slowBytes: Int {
        if case .dripping(let drip) = stage { return drip.heldCount }
        return 0
    }

    /// Reports to the worker how many bytes wait now; it may close slow readers, this one included.
    func noteUnread(_ bytes: Int) {
        let more = bytes - unreadBytes
        guard more != 0 else { return }
        unreadBytes = bytes
        worker.unreadBytes += more
        if more > 0, worker.unreadBytes > worker.settings.roomForUnread { worker.closeSlowReaders() }
    }

    /// Closes the connection of a client that does not read. A reset also frees what the kernel keeps for the client.
    func closeSlowReader(_ reason: SlowReaderReason) {
        worker.note(reason, unreadBytes)
        Descriptor.resetOnClose(descriptor)
        close()
    }
}

/// Slow readers that were closed and not reported yet. A value: it is told the time.
struct SlowReaderReport {
    /// A report is made no more often, however many readers are closed.
    static let interval: Duration = .seconds(1)

    private(set) var count = 0
    private(set) var bytes = 0
    private var last: MonotonicTime?

    /// Adds one connection; returns true when a report is due.
    mutating func add(_ bytes: Int, at now: MonotonicTime) -> Bool {
        count += 1
        self.bytes += bytes
        guard let last else { return true }
        return now >= last + SlowReaderReport.interval
    }

    /// Returns what is to be reported, and starts over.
    mutating func take(at now: MonotonicTime) -> (count: Int, bytes: Int) {
        defer {
            self = SlowReaderReport()
            last = now
        }
        return (count, bytes)
    }
}

extension Worker {
    /// Closes the connections whose last progress is the oldest, until an eighth of the room for unread bytes is free. The one with
    /// the latest progress stays, so that a single large response can always be read.
    func closeSlowReaders() {
        let enough = settings.roomForUnread / 8 * 7
        let holders = loop.handlers.compactMap { $0 as? Connection }.filter { $0.unreadBytes > 0 }
        for reader in holders.sorted(by: { $0.clock.since < $1.clock.since }).dropLast() {
            guard unreadBytes > enough else { return }
            reader.closeSlowReader(.unreadBytes)
        }
    }

    /// Counts a slow reader that is about to be closed, and reports those of the last second.
    func note(_ reason: SlowReaderReason, _ bytes: Int) {
        counters.count(reason)
        guard slowReaders.add(bytes, at: loop.now) else { return }
        let report = slowReaders.take(at: loop.now)
        settings.reportSlowReaders(report.count, report.bytes)
    }
}
