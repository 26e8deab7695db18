import HTTP

/// What a connection says to bytes that come in pieces, up to the end of the input: but for `100 Continue`, which depends on
/// what had arrived, and for which of several faults it refuses, which depends on what it saw first.
struct Conversation: Equatable {
    private(set) var said: [String] = []
    /// Of the requests, in their order.
    private(set) var bodies: [[UInt8]] = []
    private(set) var isRejected = false

    /// Small, so that every limit is met by inputs of a few hundred bytes.
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

    init(_ pieces: [[UInt8]], memory: RequestHeadCache? = nil) {
        var machine = HTTPConnectionMachine(limits: Conversation.limits, memory: memory)
        for piece in pieces {
            machine.receive(piece)
            listen(to: &machine)
        }
        machine.endInput()
        listen(to: &machine)
    }

    /// The same bytes in pieces of that length.
    init(_ bytes: [UInt8], inPiecesOf length: Int) {
        self.init(
            stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<min($0 + length, bytes.count)]) })
    }

    private mutating func listen(to machine: inout HTTPConnectionMachine) {
        while true {
            switch machine.next() {
            case .needMore, .close: return
            case .expectContinue: continue
            case .reject(let rejection):
                demand((400..<600).contains(rejection.status), "a refusal is an error")
                isRejected = true
            case .request(let request, let terms):
                demand(request.path.hasPrefix("/") || request.path == "*", "a path starts with /")
                demand(request.body.count <= Conversation.limits.body, "the body's limit holds")
                said.append("\(request.method) \(request.authority) \(request.path) \(request.query) \(terms)")
                said += request.headers.fields.map { "\($0.name)=\($0.value)" }
                bodies.append(request.body)
            }
        }
    }
}
