@testable import ControlPlane
import Testing

/// The tokens of `$search`, as in Microsoft Learn, "Use the $search query parameter".
@Suite struct SearchTokensTests {
    @Test(
        "A text is found by the beginnings of its tokens in any order",
        arguments: [
            ("hello world", "world hello", true), ("hello world", "wor", true), ("hello world", "orld", false),
            ("HelloWorld", "world", true), ("HelloWorld", "helloworld", false), ("HELLOworld", "world", false),
            ("hello.world", "helloworld", true), ("hello-world", "helloworld", true), ("hello.world", ".", true),
            ("hello world", "helloworld", false), ("hello123world", "123", true), ("hello123world", "world", true),
            ("OneVideo", "one video", true), ("OneVideo", "OneVideo", true), ("Video One", "OneVideo", true),
            ("李四(David Li)", "李四", true), ("李四(David Li)", "Li 李", true), ("李四(David Li)", "(李四", true),
            ("Alex Wilber", "alex x", false), ("Alex Wilber", "Guthr", false), ("", "a", false),
        ])
    func findsTokens(_ text: String, _ search: String, _ isFound: Bool) {
        #expect(SearchTokens(text).contain(SearchTokens.requested(search)) == isFound)
    }
}
