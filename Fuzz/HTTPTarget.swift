import HTTP
import Wire

extension FuzzTarget {
    /// The first byte says how long the pieces are; the rest is what a client sends. However it is split, the connection
    /// says the same, and so it does however often it came before.
    static let http = FuzzTarget(name: "http") { input in
        guard let first = input.first else { return }
        let sent = Array(input.dropFirst())
        let whole = Conversation([sent])
        let split = Conversation(sent, inPiecesOf: Int(first) % 32 + 1)
        demand(whole == split, "splits change nothing: \(whole), \(split)")
        let memory = HeadMemory()
        for _ in 0..<3 {
            let again = Conversation([sent], memory: memory)
            demand(whole == again, "what came before changes nothing: \(whole), \(again)")
        }
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
}
