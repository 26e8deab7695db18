import HTTP

/// Takes connections off one listening socket, for one worker.
final class Acceptor: Pollable {
    /// A flood of new clients does not keep the others waiting for longer than this many accepts.
    static let perRound = 64

    let socket: ListeningSocket
    private let worker: Worker
    private var token: Token?

    init(_ socket: ListeningSocket, _ worker: Worker) {
        self.socket = socket
        self.worker = worker
    }

    /// Takes over its socket, which the loop's poller watches.
    func open() {
        token = worker.loop.adopt(self)
    }

    func ready(_ readiness: Readiness) {
        worker.sendHeld()
        accept(atMost: Acceptor.perRound)
    }

    /// The rest after descriptors ran out is over.
    func timeReached() {
        guard let token else { return }
        worker.loop.modify(socket.descriptor, token, .read)
    }

    /// Takes what has connected so far, then stops listening.
    func close() {
        guard let token else { return }
        accept(atMost: 1024)
        worker.loop.remove(socket.descriptor, token)
        self.token = nil
        socket.close()
    }

    /// Out of descriptors, who is silent makes room for the next client; when that does not help, nothing does for now.
    private func accept(atMost count: Int) {
        var hasMadeRoom = false
        for _ in 0..<count {
            switch socket.accept() {
            case .connection(let descriptor, let address):
                worker.admit(Newcomer(descriptor: descriptor, address: address, socket: socket))
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

    /// Stays deaf for a moment: the client waits in the backlog, and polling on would spin.
    private func rest() {
        guard let token else { return }
        worker.loop.modify(socket.descriptor, token, [])
        worker.loop.schedule(token, at: worker.loop.now + worker.settings.limits.acceptPause)
    }
}
