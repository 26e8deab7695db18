import HTTP

/// Bytes that wait for clients that do not read, which occupy memory for as long as the client likes.
extension Connection {
    /// The size of a connection itself, in bytes: ten thousand idle connections take 20 MB.
    private static let ownBytes = 2048
    /// The allocator needs one more byte for each of this many bytes, as measured with requests queued up to the limit.
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
        pending.isEmpty ? 0 : pending.bufferedCount + (stream?.unfinishedWriteBytes ?? 0)
    }

    /// The bytes of a response that is sent slowly on purpose.
    private var slowBytes: Int {
        if case .dripping(let drip) = stage { return drip.bufferedCount }
        return 0
    }

    /// Reports the number of waiting bytes to the worker. The worker may close slow readers, including this one.
    func noteUnread(_ bytes: Int) {
        let more = bytes - unreadBytes
        guard more != 0 else { return }
        unreadBytes = bytes
        worker.unreadBytes += more
        if more > 0, worker.unreadBytes > worker.settings.maximumUnreadBytes { worker.closeSlowReaders() }
    }

    /// Closes the connection of a client that does not read. A reset also frees the kernel's memory for the client.
    func closeSlowReader(_ reason: SlowReaderReason) {
        worker.note(reason, unreadBytes)
        Descriptor.resetOnClose(descriptor)
        close()
    }
}

/// The slow readers that were closed but not yet reported. A value type that receives the time as an argument.
struct SlowReaderReport {
    /// The minimum interval between reports, however many readers are closed.
    static let interval: Duration = .seconds(1)

    private(set) var count = 0
    private(set) var bytes = 0
    private var last: MonotonicTime?

    /// Adds one connection. Returns true if a report is due.
    mutating func add(_ bytes: Int, at now: MonotonicTime) -> Bool {
        count += 1
        self.bytes += bytes
        guard let last else { return true }
        return now >= last + SlowReaderReport.interval
    }

    /// Returns the values to report, and starts over.
    mutating func take(at now: MonotonicTime) -> (count: Int, bytes: Int) {
        defer {
            self = SlowReaderReport()
            last = now
        }
        return (count, bytes)
    }
}

extension Worker {
    /// Closes the connections whose last progress is the oldest, until an eighth of the limit for unread bytes is free. The
    /// connection with the latest progress stays, so that a single large response can always be read.
    func closeSlowReaders() {
        let enough = settings.maximumUnreadBytes / 8 * 7
        let readers = loop.handlers.compactMap { $0 as? Connection }.filter { $0.unreadBytes > 0 }
        for reader in readers.sorted(by: { $0.clock.since < $1.clock.since }).dropLast() {
            guard unreadBytes > enough else { return }
            reader.closeSlowReader(.unreadBytes)
        }
    }

    /// Counts a slow reader that is about to be closed, and reports the slow readers since the last report.
    func note(_ reason: SlowReaderReason, _ bytes: Int) {
        counters.count(reason)
        guard slowReaders.add(bytes, at: loop.now) else { return }
        let report = slowReaders.take(at: loop.now)
        settings.reportSlowReaders(report.count, report.bytes)
    }
}

/// Incomplete requests, which use memory before any handler has seen them.
extension Connection {
    /// Reports the number of retained bytes to the worker.
    func recordBuffered(_ bytes: Int) {
        let more = bytes - retainedBytes
        guard more != 0 else { return }
        retainedBytes = bytes
        worker.incompleteBytes += more
        if more > 0, worker.incompleteBytes > worker.settings.maximumIncompleteBytes { worker.rejectLargestRequests() }
    }

    /// Updates the number of retained bytes without enforcing the limit, for a worker that is about to do so.
    fileprivate func refreshRetainedBytes() {
        let bytes = machine.retainedBytes
        worker.incompleteBytes += bytes - retainedBytes
        retainedBytes = bytes
    }
}

extension Worker {
    /// Rejects the requests of the connections that retain the most bytes, until an eighth of the limit is free. A few clients
    /// that send large requests without end cannot block the many that send small ones.
    ///
    /// Connections whose responses are flushed together report their bytes one after another, so all counts are updated first:
    /// the total may already be within the limit. A connection whose request is complete retains nothing, with or without a
    /// response.
    func rejectLargestRequests() {
        let connections = loop.handlers.compactMap { $0 as? Connection }
        for connection in connections { connection.refreshRetainedBytes() }
        guard incompleteBytes > settings.maximumIncompleteBytes else { return }
        let enough = settings.maximumIncompleteBytes / 8 * 7
        let incomplete = connections.filter { $0.retainedBytes > 0 }
        // Rejecting one request may close other connections or cause responses on them.
        for connection in incomplete.sorted(by: { $0.retainedBytes > $1.retainedBytes })
        where connection.retainedBytes > 0 {
            guard incompleteBytes > enough else { return }
            connection.abandon(Rejection(503, "too many large requests are in progress"))
            connection.finalize()
        }
    }
}
