/// A pending connection: a connected client that no worker has accepted yet. The owner closes its descriptor or passes it on.
struct PendingConnection: Sendable {
    let descriptor: Int32
    let address: String
    let socket: ListeningSocket
}
