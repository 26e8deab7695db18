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

    /// The same where the worker is about to look.
    fileprivate func refreshHeld() {
        let bytes = machine.heldBytes
        worker.bytesOnTheirWay += bytes - heldBytes
        heldBytes = bytes
    }
}

extension Worker {
    /// Has the connections whose requests hold the most refuse them, until an eighth of the room is free: so a few that send much
    /// and never end do not lock out the many that send little.
    ///
    /// Connections whose answers go out together tell one behind the other what they hold: all are asked first, as there may be
    /// room already. One whose request is whole holds nothing, whether or not it has its answer.
    func makeRoom() {
        let connections = loop.handlers.compactMap { $0 as? Connection }
        for connection in connections { connection.refreshHeld() }
        guard bytesOnTheirWay > settings.roomOnTheWay else { return }
        let room = settings.roomOnTheWay / 8 * 7
        let holders = connections.filter { $0.heldBytes > 0 }
        // To refuse one may close others, or have them answered.
        for connection in holders.sorted(by: { $0.heldBytes > $1.heldBytes }) where connection.heldBytes > 0 {
            guard bytesOnTheirWay > room else { return }
            connection.giveUp(Rejection(503, "too many large requests are in progress"))
            connection.settle()
        }
    }
}
