import Formats
import HTTP

extension FuzzTarget {
    /// The bytes that a client sends, after one byte that determines the length of the pieces. The pieces do not change the events
    /// of the connection.
    static let http = FuzzTarget(name: "http") { input in
        guard let first = input.first else { return }
        let sent = Array(input.dropFirst())
        let whole = Conversation([sent])
        let split = Conversation(sent, inPiecesOf: Int(first) % 32 + 1)
        require(whole == split, "splits do not change the result: \(whole), \(split)")
    }

    /// The response of another server.
    static let response = FuzzTarget(name: "answer") { input in
        guard let response = ReceivedResponse(parsing: input) else { return }
        require((0...999).contains(response.status), "a status has three digits")
        require(response.body.count <= input.count, "a body is no longer than the input")
    }

    private static let router = try? Router(
        [
            Route(["GET"], "/{a}", 1), Route(["GET"], "/{a}/{b}", 2), Route(["GET"], "/{a}/{b}/{c}", 3),
        ])

    /// The path of a request. The router decodes each segment of a matched path as `Percent` does, and reports a path as malformed
    /// only if a segment is invalid.
    static let path = FuzzTarget(name: "path") { input in
        // A request line contains no NUL.
        let path = "/" + text(input.filter { $0 != 0 })
        let parts = path.pieces(separatedBy: "/")
        let decoded = parts.map { Percent.decode($0.utf8) }
        let isMalformed = decoded.contains {
            $0 == nil || $0?.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") } == true
        }
        switch router?.match(method: "GET", path: path) {
        case .found(_, let captures)?:
            require(!isMalformed, "a malformed path is rejected")
            // A last segment may be empty.
            let values = captures.pairs.map(\.value)
            let expected = decoded.compactMap(\.self) + (path.utf8.last == UInt8(ascii: "/") ? [""] : [])
            require(values.count == expected.count, "the number of segments: \(values), \(expected)")
            require(zip(values, expected).allSatisfy { $0.isExactly($1) }, "the same segments: \(values), \(expected)")
        case .malformedPath?: require(isMalformed, "a rejected path is malformed")
        default: break
        }
    }

    static let cookie = FuzzTarget(name: "cookie") { input in
        for (name, value) in Cookies.parse(HeaderList([.init("Cookie", text(input))])) {
            require(!name.isEmpty && !name.utf8.contains(UInt8(ascii: "=")), "a name ends at the first =")
            require(!(name + value).utf8.contains(UInt8(ascii: ";")), "a pair ends at the semicolon")
            require(!(name + value).utf8.contains { $0 < 0x20 && $0 != ASCII.tab }, "no control characters")
        }
    }
}
