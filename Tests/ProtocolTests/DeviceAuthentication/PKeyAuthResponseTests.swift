import Protocol
import Testing

/// Checks the PKeyAuth header of Apple's and Android's libraries, and headers that are no response
/// (docs/reference/wire.md#pkeyauth).
@Suite struct PKeyAuthResponseTests {
    @Test(
        arguments: [
            ("PKeyAuth AuthToken=\"a.b.c==\", Context=\"x-_\", Version=\"1.0\"", "a.b.c==", "x-_"),
            ("PKeyAuth  Context=\"x\", Version=\"1.0\"", nil, "x"),
            ("pkeyauth context=x,authtoken=t", "t", "x"),
            ("PKeyAuth AuthToken=\"\", Context=\"x\"", nil, "x"),
        ] as [(String, String?, String)])
    func readsPKeyAuthResponse(_ header: String, _ token: String?, _ context: String) {
        let response = PKeyAuthResponse(header)
        #expect(response?.token == token)
        #expect(response?.context == context)
    }

    @Test(arguments: [
        "", "PKeyAuth", "PKeyAuth ", "PKeyAuth Context", "PKeyAuth Context=\"\"", "PKeyAuth AuthToken=\"t\"",
        "PKeyAuth Context=\"x\", Context=\"y\"", "Basic Context=\"x\"", "Bearer x", "PKeyAuthContext=\"x\"",
    ])
    func rejectsOtherHeaders(_ header: String) {
        #expect(PKeyAuthResponse(header) == nil)
    }
}
