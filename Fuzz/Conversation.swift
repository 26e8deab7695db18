import HTTP

/// The events of a connection whose input arrives in pieces. Two results are left out because they depend on the pieces: whether
/// `100 Continue` is sent, and which of several errors comes first.
struct Conversation: Equatable {
    private(set) var events: [String] = []
    /// The bodies of the requests, in order.
    private(set) var bodies: [[UInt8]] = []
    private(set) var isRejected = false

    /// The limits are small, so that inputs of a few hundred bytes reach each of them.
    static let limits = {
        var limits = HTTPLimits()
        limits.requestLine = 256
        limits.fieldBytes = 512
        limits.fieldCount = 12
        limits.body = 256
        limits.chunkExtension = 16
        limits.chunkOverhead = 128
        limits.trailers = 64
        return limits
    }()

    init(_ pieces: [[UInt8]]) {
        var machine = HTTPConnectionMachine(limits: Conversation.limits)
        for piece in pieces {
            machine.receive(piece)
            read(from: &machine)
        }
        machine.endInput()
        read(from: &machine)
    }

    /// Sends the bytes in pieces of the length.
    init(_ bytes: [UInt8], inPiecesOf length: Int) {
        self.init(
            stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<min($0 + length, bytes.count)]) })
    }

    private mutating func read(from machine: inout HTTPConnectionMachine) {
        while true {
            switch machine.next() {
            case .needMore, .close: return
            case .expectContinue: continue
            case .reject(let rejection):
                require((400..<600).contains(rejection.status), "a rejection has an error status")
                isRejected = true
            case .request(let request, let terms):
                require(request.path.hasPrefix("/") || request.path == "*", "a path starts with /")
                require(request.body.count <= Conversation.limits.body, "the body respects its limit")
                events.append("\(request.method) \(request.authority) \(request.path) \(request.query) \(terms)")
                events += request.headers.fields.map { "\($0.name)=\($0.value)" }
                bodies.append(request.body)
            }
        }
    }
}
