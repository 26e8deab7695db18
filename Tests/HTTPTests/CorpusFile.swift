import FoundationEssentials

/// The cases of one file of `Tests/Corpus/http`, in the format of its README.md.
struct CorpusFile: Sendable {
    /// The files that contain requests. tls.txt contains bytes of another layer.
    static let names = [
        "chunked", "content-length", "expect", "fields", "host", "methods", "pipelining", "request-line", "target",
        "transfer-encoding", "truncation",
    ]

    struct Malformed: Error {
        let line: String
    }

    let cases: [CorpusCase]

    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Corpus/http/\(name).txt"), encoding: .utf8)
        var frame = "@"
        var cases: [CorpusCase] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line == "#" || line.hasPrefix("# ") { continue }
            if line.hasPrefix("frame ") {
                frame = String(line.dropFirst(6))
                continue
            }
            guard let found = CorpusCase(row: String(line), frame: frame, location: "\(name).txt:\(index + 1)") else {
                throw Malformed(line: String(line))
            }
            cases.append(found)
        }
        self.cases = cases
    }
}

/// One exchange: the bytes sent, the allowed responses in order, and the end.
struct CorpusCase: Sendable {
    enum End: String, Sendable {
        case rejected = "refused"
        case keep
        case close
        /// The responder, not the reader, closes the connection.
        case ended
        case wait
    }

    let location: String
    /// The allowed statuses of each response, without 1xx, which depends on how the bytes arrive.
    let statuses: [[Int]]
    let end: End
    let bytes: [UInt8]

    init?(row: String, frame: String, location: String) {
        let parts = CorpusText.columns(row)
        guard parts.count == 3 else { return nil }
        var words = parts[0].split(separator: " ").map(String.init)
        guard let last = words.popLast(), let end = End(rawValue: last),
            let bytes = CorpusText.decode(CorpusText.fill(frame, with: parts[1]))
        else { return nil }
        self.location = location
        self.end = end
        self.bytes = bytes
        statuses = words.map { $0.split(separator: ",").compactMap { Int($0) } }.filter { ($0.first ?? 0) >= 200 }
    }

    /// One valid request that follows. The server responds to the request if the connection stays open, and never reads it after
    /// a rejection.
    static let probe = Array("GET /probe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)

    /// All bytes that the client sends.
    var sent: [UInt8] { end == .wait ? bytes : bytes + CorpusCase.probe }

    /// Whether the reader's outcomes are allowed. The responses to requests are not part of the outcomes.
    func allows(_ actual: [Outcome]) -> Bool {
        let actual = actual.filter { $0 != .expectContinue && $0 != .waiting }
        let requests = end == .rejected ? statuses.count - 1 : statuses.count + ([.keep, .ended].contains(end) ? 1 : 0)
        guard actual.count >= requests, actual.prefix(requests).allSatisfy(\.isRequest) else { return false }
        let remaining = Array(actual[requests...])
        switch end {
        case .keep, .close, .ended: return remaining == [.close]
        case .wait: return remaining.isEmpty
        case .rejected: return (statuses.last ?? []).contains { remaining == [.reject($0), .close] }
        }
    }
}

extension Outcome {
    var isRequest: Bool {
        if case .request = self { true } else { false }
    }
}
