import HTTP
import Synchronization

/// The TLS handshake, before the first request.
extension Connection {
    /// Continues the handshake. Returns whether the handshake is complete.
    func shakeHands() -> Bool {
        guard case .handshaking = stage, let stream else { return true }
        switch stream.handshake() {
        case .done:
            peer.clientCertificate = stream.peerCertificate
            stage = .serving
            worker.counters.handshakes.wrappingAdd(1, ordering: .relaxed)
            clock.restart(.head, at: worker.loop.now)
            return true
        case .wantRead: extraInterest = []
        case .wantWrite: extraInterest = .write
        case .closed: stream.metPlainHTTP ? rejectPlainHTTP() : close()
        }
        return false
    }

    /// Responds in plain text to a client that used `http://` instead of `https://`.
    private func rejectPlainHTTP() {
        worker.counters.failedHandshakes.wrappingAdd(1, ordering: .relaxed)
        stream = .plain(descriptor)
        abandon(Rejection(400, "this port accepts HTTPS only"))
    }
}
