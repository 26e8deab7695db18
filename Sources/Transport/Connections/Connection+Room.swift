import HTTP

/// Incomplete requests, which hold memory before any handler has seen them.
extension Connection {
    /// Reports the number of held bytes to the worker.
    func recordBuffered(_ bytes: Int) {
        let more = bytes - retainedBytes
        guard more != 0 else { return }
        retainedBytes = bytes
        worker.bytesOnTheirWay += more
        if more > 0, worker.bytesOnTheirWay > worker.settings.roomOnTheWay { worker.makeRoom() }
    }

    /// Updates the number of held bytes without making room, for a worker that is about to do so.
    fileprivate func refreshHeld() {
        let bytes = machine.retainedBytes
        worker.bytesOnTheirWay += bytes - retainedBytes
        retainedBytes = bytes
    }
}

extension Worker {
    /// Rejects the requests of the connections that hold the most bytes, until an eighth of the room is free. A few clients that
    /// send large requests without end cannot block the many that send small ones.
    ///
    /// Connections whose responses are flushed together report their bytes one after another, so all counts are updated first:
    /// there may already be room. A connection whose request is complete holds nothing, whether or not it has been answered.
    func makeRoom() {
        let connections = loop.handlers.compactMap { $0 as? Connection }
        for connection in connections { connection.refreshHeld() }
        guard bytesOnTheirWay > settings.roomOnTheWay else { return }
        let room = settings.roomOnTheWay / 8 * 7
        let holders = connections.filter { $0.retainedBytes > 0 }
        // Rejecting one request may close other connections or cause responses on them.
        for connection in holders.sorted(by: { $0.retainedBytes > $1.retainedBytes }) where connection.retainedBytes > 0
        {
            guard bytesOnTheirWay > room else { return }
            connection.abandon(Rejection(503, "too many large requests are in progress"))
            connection.finalize()
        }
    }
}
