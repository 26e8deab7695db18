import Protocol
import Testing

/// The header as Apple's and Android's libraries write it, and what is no answer (docs/reference/wire.md#pkeyauth).
@Suite struct PKeyAuthAnswerTests {
    @Test(
        arguments: [
            ("PKeyAuth AuthToken=\"a.b.c==\", Context=\"x-_\", Version=\"1.0\"", "a.b.c==", "x-_"),
            ("PKeyAuth  Context=\"x\", Version=\"1.0\"", nil, "x"),
            ("pkeyauth context=x,authtoken=t", "t", "x"),
            ("PKeyAuth AuthToken=\"\", Context=\"x\"", nil, "x"),
        ] as [(String, String?, String)])
    func read(_ header: String, _ token: String?, _ context: String) {
        let answer = PKeyAuthAnswer(header)
        #expect(answer?.token == token)
        #expect(answer?.context == context)
    }

    @Test(arguments: [
        "", "PKeyAuth", "PKeyAuth ", "PKeyAuth Context", "PKeyAuth Context=\"\"", "PKeyAuth AuthToken=\"t\"",
        "PKeyAuth Context=\"x\", Context=\"y\"", "Basic Context=\"x\"", "Bearer x", "PKeyAuthContext=\"x\"",
    ])
    func refused(_ header: String) {
        #expect(PKeyAuthAnswer(header) == nil)
    }
}
