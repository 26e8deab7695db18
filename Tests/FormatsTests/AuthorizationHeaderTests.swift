import Formats
import Testing

@Suite struct AuthorizationHeaderTests {
    @Test(
        "the scheme's letter case does not count, what follows it does",
        arguments: [
            ("Bearer a", "a"), ("bearer A", "A"), ("BEARER a b", "a b"), ("Bearer  a", " a"), ("Bearer", nil),
            ("Bearer ", nil), ("Bearera", nil), ("Basic a", nil), ("é Bearer a", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func credentials(header: String?, expected: String?) {
        #expect(AuthorizationHeader.credentials(header, scheme: "Bearer") == expected)
    }
}
