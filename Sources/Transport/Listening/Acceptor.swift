import HTTP

/// Accepts the connections of one listening socket, for one worker.
final class Acceptor: Pollable {
    /// The maximum number of accepts per round, so that a flood of new clients does not delay the others.
    static let perRound = 64

    let socket: ListeningSocket
    private let worker: Worker
    private var token: Token?

    init(_ socket: ListeningSocket, _ worker: Worker) {
        self.socket = socket
        self.worker = worker
    }

    /// Registers the socket, which the loop's poller already watches.
    func open() {
        token = worker.loop.adopt(self)
    }

    func ready(_ readiness: Readiness) {
        worker.flushPending()
        accept(atMost: Acceptor.perRound)
    }

    /// Ends the pause after descriptors ran out.
    func timeReached() {
        guard let token else { return }
        worker.loop.modify(socket.descriptor, token, .read)
    }

    /// Accepts the clients that have connected so far, then stops listening.
    func close() {
        guard let token else { return }
        accept(atMost: 1024)
        worker.loop.remove(socket.descriptor, token)
        self.token = nil
        socket.close()
    }

    /// Accepts connections. If descriptors run out, a silent connection makes room for the next client; if that fails, accepting
    /// pauses.
    private func accept(atMost count: Int) {
        var hasMadeRoom = false
        for _ in 0..<count {
            switch socket.accept() {
            case .connection(let descriptor, let address):
                worker.admit(PendingConnection(descriptor: descriptor, address: address, socket: socket))
                hasMadeRoom = false
            case .aborted: continue
            case .none: return
            case .full:
                guard !hasMadeRoom, worker.freeDescriptor() else { return rest() }
                hasMadeRoom = true
            case .exhausted: return rest()
            }
        }
    }

    /// Pauses accepting. The client waits in the backlog, and polling would spin.
    private func rest() {
        guard let token else { return }
        worker.loop.modify(socket.descriptor, token, [])
        worker.loop.schedule(token, at: worker.loop.now + worker.settings.limits.acceptPause)
    }
}
