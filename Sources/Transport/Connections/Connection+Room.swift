import HTTP

/// Requests on their way, which hold memory before anybody has looked at them.
extension Connection {
    /// Tells the worker how much there is now.
    func noteHeld(_ bytes: Int) {
        let more = bytes - heldBytes
        guard more != 0 else { return }
        heldBytes = bytes
        worker.bytesOnTheirWay += more
        if more > 0, worker.bytesOnTheirWay > worker.settings.roomOnTheWay { worker.makeRoom() }
    }
}

extension Worker {
    /// Has the connections whose requests hold the most refuse them, until an eighth of the room is free: so a few that send much and
    /// never end do not lock out the many that send little.
    func makeRoom() {
        let room = settings.roomOnTheWay / 8 * 7
        let holders = loop.handlers.compactMap { $0 as? Connection }.filter { $0.heldBytes > 0 }
        for connection in holders.sorted(by: { $0.heldBytes > $1.heldBytes }) {
            guard bytesOnTheirWay > room else { return }
            connection.giveUp(Rejection(503, "too many large requests are on their way"))
            connection.settle()
        }
    }
}
