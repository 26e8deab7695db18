import HTTP
import Wire

extension FuzzTarget {
    /// The first byte says how long the pieces are; the rest is what a client sends. However it is split, the connection
    /// says the same; only which of several faults it refuses for depends on what it saw first.
    static let http = FuzzTarget(name: "http") { input in
        guard let first = input.first else { return }
        let sent = Array(input.dropFirst())
        let whole = conversation([sent])
        demand(whole == conversation(pieces(of: sent, length: Int(first) % 32 + 1)), "splits change nothing: \(whole)")
    }

    /// What another server answers.
    static let answer = FuzzTarget(name: "answer") { input in
        guard let answer = HTTPAnswer(parsing: input) else { return }
        demand((0...999).contains(answer.status), "a status has three digits")
        demand(answer.body.count <= input.count, "a body is no longer than what came")
    }

    static let cookie = FuzzTarget(name: "cookie") { input in
        for (name, value) in Cookies.parse(HeaderList([.init("Cookie", text(input))])) {
            demand(!name.isEmpty && !name.utf8.contains(UInt8(ascii: "=")), "a name ends at the first =")
            demand(!(name + value).utf8.contains(UInt8(ascii: ";")), "a pair ends at the ;")
            demand(!(name + value).utf8.contains { $0 < 0x20 && $0 != ASCII.tab }, "no control characters")
        }
    }

    private static func pieces(of bytes: [UInt8], length: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<min($0 + length, bytes.count)]) }
    }

    /// Small, so that every limit is met by inputs of a few hundred bytes.
    private static let limits = {
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

    /// What is said up to the end of the input, but for `100 Continue`, which depends on what had arrived.
    private static func conversation(_ pieces: [[UInt8]]) -> [String] {
        var machine = HTTPConnectionMachine(limits: limits)
        var said: [String] = []
        for piece in pieces {
            machine.receive(piece)
            listen(&machine, &said)
        }
        machine.endInput()
        listen(&machine, &said)
        return said
    }

    private static func listen(_ machine: inout HTTPConnectionMachine, _ said: inout [String]) {
        while true {
            switch machine.next() {
            case .needMore: return
            case .close: return
            case .expectContinue: continue
            case .reject(let rejection):
                demand((400..<600).contains(rejection.status), "a refusal is an error")
                said.append("refused")
            case .request(let request, let terms):
                demand(request.path.hasPrefix("/") || request.path == "*", "a path starts with /")
                demand(request.body.count <= limits.body, "the body's limit holds")
                let fields = request.headers.fields.map { "\($0.name)=\($0.value)" }
                said.append("\(request.method) \(request.authority) \(request.path) \(request.query) \(terms)")
                said += fields + ["\(request.body)"]
            }
        }
    }
}
