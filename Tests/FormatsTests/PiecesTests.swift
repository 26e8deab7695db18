import Formats
import Testing

/// Compares how texts are split by bytes with the library's `split` of the same bytes.
@Suite struct PiecesTests {
    private static let texts = [
        "", " ", "a", " a", "a ", "a b", "a  b", "  a   b  ", "openid profile offline_access", "äö ü", "a \u{301}b",
        String(repeating: "word ", count: 40), "a\u{0}b c",
    ]

    @Test(arguments: texts, [1, 2, 3, .max])
    func splitsLikeBytes(text: String, limit: Int) {
        for keepsEmpty in [false, true] {
            let split = text.utf8.split(
                separator: ASCII.space, maxSplits: limit - 1, omittingEmptySubsequences: !keepsEmpty)
            #expect(
                text.pieces(separatedBy: " ", atMost: limit, keepingEmpty: keepsEmpty).map { Array($0.utf8) }
                    == split.map(Array.init))
        }
    }

    @Test func separatorBeforeCombiningMarkSeparates() {
        #expect("a \u{301}b".pieces(separatedBy: " ") == ["a", "\u{301}b"])
        #expect("a#\u{301}b".upTo("#").isExactly("a"))
    }

    @Test(
        arguments: [
            ("a/b/c", "a/b", "c"), ("/", "", ""), ("a/", "a", ""), ("/a", "", "a"), ("ä/\u{301}b", "ä", "\u{301}b"),
            ("api://orders/Orders.Read", "api://orders", "Orders.Read"),
        ])
    func cutsAtLastMark(text: String, before: String, after: String) throws {
        let pieces = try #require(text.splitAtLast("/"))
        #expect(pieces.before.isExactly(before))
        #expect(pieces.after.isExactly(after))
        #expect(before.splitAtLast("#") == nil)
    }

    @Test(arguments: [("", ""), ("#", ""), ("a", "a"), ("a#b#c", "a"), ("#a", ""), ("ä#b", "ä")])
    func returnsTextBeforeMark(text: String, before: String) {
        #expect(text.upTo("#").isExactly(before))
    }
}
