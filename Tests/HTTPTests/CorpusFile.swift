import FoundationEssentials

/// The cases of one file of `Tests/Corpus/http`; README.md there says how they are written.
struct CorpusFile: Sendable {
    /// Those that hold requests. In tls.txt are bytes of another layer.
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
            guard let found = CorpusCase(row: String(line), frame: frame, place: "\(name).txt:\(index + 1)") else {
                throw Malformed(line: String(line))
            }
            cases.append(found)
        }
        self.cases = cases
    }
}

/// One exchange: what is sent, which answers are allowed in order, and how it ends.
struct CorpusCase: Sendable {
    enum End: String, Sendable {
        case refused
        case keep
        case close
        /// The connection is closed by what answers, not by the reader.
        case ended
        case wait
    }

    let place: String
    /// For each answer its statuses; those of 1xx are left out, since they depend on how the bytes came.
    let answers: [[Int]]
    let end: End
    let bytes: [UInt8]

    init?(row: String, frame: String, place: String) {
        let parts = CorpusText.columns(row)
        guard parts.count == 3 else { return nil }
        var words = parts[0].split(separator: " ").map(String.init)
        guard let last = words.popLast(), let end = End(rawValue: last),
            let bytes = CorpusText.decode(CorpusText.fill(frame, with: parts[1]))
        else { return nil }
        self.place = place
        self.end = end
        self.bytes = bytes
        answers = words.map { $0.split(separator: ",").compactMap { Int($0) } }.filter { ($0.first ?? 0) >= 200 }
    }

    /// One good request that follows: answered where the connection is kept, and never read behind a refusal.
    static let probe = Array("GET /probe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)

    /// All that is sent.
    var sent: [UInt8] { end == .wait ? bytes : bytes + CorpusCase.probe }

    /// Whether the reader said what it may; what it hands on, others answer.
    func allows(_ said: [Outcome]) -> Bool {
        let said = said.filter { $0 != .expectContinue && $0 != .waiting }
        let requests = end == .refused ? answers.count - 1 : answers.count + ([.keep, .ended].contains(end) ? 1 : 0)
        guard said.count >= requests, said.prefix(requests).allSatisfy(\.isRequest) else { return false }
        let rest = Array(said[requests...])
        switch end {
        case .keep, .close, .ended: return rest == [.close]
        case .wait: return rest.isEmpty
        case .refused: return (answers.last ?? []).contains { rest == [.reject($0), .close] }
        }
    }
}

extension Outcome {
    var isRequest: Bool {
        if case .request = self { true } else { false }
    }
}
