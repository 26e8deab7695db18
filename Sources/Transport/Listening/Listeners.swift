/// Every listening socket of a server: one per port and worker.
struct Listeners {
    let ports: HTTPServer.BoundPorts
    /// By port, then by worker.
    private let sockets: [[ListeningSocket]]

    /// Throws at the first port that cannot be had, with nothing left open.
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

    /// What one worker listens on, and closes.
    func sockets(of worker: Int) -> [ListeningSocket] {
        sockets.map { $0[worker] }
    }

    /// Closes what no worker took over: the sockets from that worker on.
    func close(from worker: Int) {
        for socket in sockets.flatMap({ $0.dropFirst(worker) }) { socket.close() }
    }
}
