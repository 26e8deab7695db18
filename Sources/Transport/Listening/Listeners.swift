/// The listening sockets of a server: one per port and worker.
struct Listeners {
    let ports: HTTPServer.BoundPorts
    /// The sockets by port, then by worker.
    private let sockets: [[ListeningSocket]]

    /// Opens all sockets. Throws for the first port that cannot be opened, and then leaves nothing open.
    init(_ configuration: ServerConfiguration, workers: Int) throws(ServerFailure) {
        let wanted =
            (configuration.httpPort.map { [($0, false)] } ?? []) + configuration.httpsPorts.map { ($0, true) }
        var sockets: [[ListeningSocket]] = []
        do throws(ServerFailure) {
            for (port, isSecure) in wanted {
                sockets.append(
                    try ListeningSocket.open(
                        host: configuration.host, port: port, isSecure: isSecure, workers: workers))
            }
        } catch {
            for socket in sockets.joined() { socket.close() }
            throw error
        }
        self.sockets = sockets
        let bound = sockets.compactMap(\.first)
        ports = HTTPServer.BoundPorts(
            http: bound.first { !$0.isSecure }?.port, https: bound.filter(\.isSecure).map(\.port))
    }

    /// Returns the sockets on which one worker listens. The worker closes them.
    func sockets(of worker: Int) -> [ListeningSocket] {
        sockets.map { $0[worker] }
    }

    /// Closes the sockets of all workers from that index on, which no worker has taken over.
    func close(from worker: Int) {
        for socket in sockets.flatMap({ $0.dropFirst(worker) }) { socket.close() }
    }
}
