@testable import Formats
import TestTags
import Testing

/// Checks that large texts, which libyaml reads on a separate thread, give the same documents and problems as small
/// ones.
@Suite struct YAMLFeedTests {
    /// Makes a list that is long enough to be read in batches. `last` replaces the last entry.
    private func text(_ last: String) -> [UInt8] {
        var text = (0..<30_000).map { "- {id: \($0), name: \"name \($0)\"}\n" }.joined()
        text += "- \(last)\n"
        precondition(text.utf8.count > YAMLEventFeed.minimumBytes)
        return Array(text.utf8)
    }

    @Test func readsEveryEntryInOrder() throws {
        let root = try YAMLNode.parse(text("the end"))
        guard case .sequence(let nodes) = root.content else { throw YAMLError(message: "no list", mark: root.mark) }
        #expect(nodes.count == 30_001)
        let areInOrder = nodes.dropLast().enumerated().allSatisfy { number, node in
            node.mark == YAMLMark(line: number + 1, column: 3)
                && node.json
                    == .object([.init("id", .integer(Int64(number))), .init("name", .string("name \(number)"))])
        }
        #expect(areInOrder)
        #expect(nodes.last?.json == .string("the end"))
    }

    @Test(
        .tags(.slow),
        arguments: [
            // A problem of libyaml, two of the builder, and a second document.
            ("{a: 1", "not valid YAML"), ("{a: 1, a: 2}", "occurs twice"), ("*nobody", "an anchor that is not defined"),
            ("1\n---\n2", "a second YAML document"),
        ])
    func reportsProblemAtEndWithLine(last: String, message: String) {
        let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(text(last)) }
        #expect(error?.message.contains(message) == true)
        #expect((30_001...30_003).contains(error?.mark.line ?? 0))
    }

    /// The reading thread ends when no consumer needs the rest.
    @Test(.tags(.slow)) func problemAtBeginningEndsReading() {
        for _ in 0..<50 {
            let error = #expect(throws: YAMLError.self) {
                try YAMLNode.parse(Array("- {a: 1, a: 2}\n".utf8) + text(""))
            }
            #expect(error?.mark == YAMLMark(line: 1, column: 10))
        }
    }
}
