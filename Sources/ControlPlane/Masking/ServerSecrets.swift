import Formats

/// The server's own credentials, which are masked even if a client requests secrets.
struct ServerSecrets: Sendable {
    /// The shortest credential that matches inside of a word, in bytes. Shorter credentials match only as whole words.
    private static let freeLength = 8

    private let controlToken: [UInt8]?
    private let others: [[UInt8]]

    init(controlToken: String? = nil, others: [String] = []) {
        self.controlToken = controlToken.map { Array($0.utf8) }.flatMap { $0.isEmpty ? nil : $0 }
        self.others = others.map { Array($0.utf8) }.filter { !$0.isEmpty }
    }

    var isEmpty: Bool { controlToken == nil && others.isEmpty }

    /// Whether a text equals the control token.
    func isControlToken(_ text: some Collection<UInt8>) -> Bool {
        controlToken.map { $0.elementsEqual(text) } ?? false
    }

    /// Returns the ranges of a text that are credentials of the server, each with whether it is the control token.
    func ranges(in text: [UInt8]) -> [(range: Range<Int>, isControlToken: Bool)] {
        (controlToken.map { ServerSecrets.ranges(of: $0, in: text) } ?? []).map { ($0, true) }
            + others.flatMap { ServerSecrets.ranges(of: $0, in: text) }.map { ($0, false) }
    }

    private static func ranges(of secret: [UInt8], in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while let range = text.firstRange(of: secret, from: start) {
            if secret.count >= freeLength || text.isWord(range) { ranges.append(range) }
            start = range.lowerBound + 1
        }
        return ranges
    }
}
