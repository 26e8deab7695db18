import Formats
import HTTP

extension FuzzTarget {
    /// The first byte says how long the pieces are; the rest is what a client sends. However it is split, the connection
    /// says the same, and so it does however often it came before.
    static let http = FuzzTarget(name: "http") { input in
        guard let first = input.first else { return }
        let sent = Array(input.dropFirst())
        let whole = Conversation([sent])
        let split = Conversation(sent, inPiecesOf: Int(first) % 32 + 1)
        demand(whole == split, "splits change nothing: \(whole), \(split)")
        let memory = RequestHeadCache()
        for _ in 0..<3 {
            let again = Conversation([sent], memory: memory)
            demand(whole == again, "what came before changes nothing: \(whole), \(again)")
        }
    }

    /// What another server answers.
    static let answer = FuzzTarget(name: "answer") { input in
        guard let answer = ReceivedResponse(parsing: input) else { return }
        demand((0...999).contains(answer.status), "a status has three digits")
        demand(answer.body.count <= input.count, "a body is no longer than what came")
    }

    private static let router = try? Router(
        [
            Route(["GET"], "/{a}", 1), Route(["GET"], "/{a}/{b}", 2), Route(["GET"], "/{a}/{b}/{c}", 3),
        ])

    /// Each segment of a path that a router takes is what Percent makes of it by itself, and one of a path that it refuses is
    /// broken.
    static let path = FuzzTarget(name: "path") { input in
        // No request line has a NUL.
        let path = "/" + text(input.filter { $0 != 0 })
        let parts = path.pieces(separatedBy: "/")
        let decoded = parts.map { Percent.decode($0.utf8) }
        let isBroken = decoded.contains {
            $0 == nil || $0?.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") } == true
        }
        switch router?.match(method: "GET", path: path) {
        case .found(_, let captures)?:
            demand(!isBroken, "what is broken is refused")
            // A last segment may be empty.
            let values = captures.pairs.map(\.value)
            let wanted = decoded.compactMap(\.self) + (path.utf8.last == UInt8(ascii: "/") ? [""] : [])
            demand(values.count == wanted.count, "as many segments: \(values), \(wanted)")
            demand(zip(values, wanted).allSatisfy { $0.isExactly($1) }, "the same segments: \(values), \(wanted)")
        case .malformedPath?: demand(isBroken, "what is refused is broken")
        default: break
        }
    }

    static let cookie = FuzzTarget(name: "cookie") { input in
        for (name, value) in Cookies.parse(HeaderList([.init("Cookie", text(input))])) {
            demand(!name.isEmpty && !name.utf8.contains(UInt8(ascii: "=")), "a name ends at the first =")
            demand(!(name + value).utf8.contains(UInt8(ascii: ";")), "a pair ends at the ;")
            demand(!(name + value).utf8.contains { $0 < 0x20 && $0 != ASCII.tab }, "no control characters")
        }
    }
}
