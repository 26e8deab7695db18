/// A client that has connected and that no worker has taken in yet. Whoever holds it closes its descriptor or hands it on.
struct Newcomer: Sendable {
    let descriptor: Int32
    let address: String
    let socket: ListeningSocket
}
