import HTTP
import TestTags
import Testing

/// Checks how the reader handles the exchanges of `Tests/Corpus/http`, however the bytes are split.
@Suite struct CorpusTests {
    /// Exchanges up to this length are split at every byte, longer ones near their ends and at some positions between.
    private static let cutEverywhere = 1024

    @Test(arguments: CorpusFile.names)
    func readsExchangesAsWritten(_ name: String) throws {
        let cases = try CorpusFile(name).cases
        #expect(!cases.isEmpty)
        for row in cases { expect(row, [row.sent], "whole") }
    }

    @Test(.tags(.slow), arguments: CorpusFile.names)
    func readsExchangesSplitInTwo(_ name: String) throws {
        for row in try CorpusFile(name).cases {
            let bytes = row.sent
            for cut in cuts(bytes.count) { expect(row, [Array(bytes[..<cut]), Array(bytes[cut...])], "cut at \(cut)") }
        }
    }

    @Test(.tags(.slow), arguments: CorpusFile.names)
    func readsExchangesByteByByte(_ name: String) throws {
        for row in try CorpusFile(name).cases { expect(row, row.sent.map { [$0] }, "byte by byte") }
    }

    private func expect(_ row: CorpusCase, _ pieces: [[UInt8]], _ how: String) {
        let actual = outcomes(pieces)
        if !row.allows(actual) { Issue.record("\(row.location), \(how): \(actual.suffix(3))") }
    }

    private func cuts(_ length: Int) -> [Int] {
        guard length > CorpusTests.cutEverywhere else { return Array(1..<max(length, 1)) }
        let between = stride(from: 256, to: length - 256, by: length / 32)
        return Array(1..<256) + between + Array((length - 256)..<length)
    }
}
