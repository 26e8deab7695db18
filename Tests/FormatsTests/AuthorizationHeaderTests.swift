import Formats
import Testing

@Suite struct AuthorizationHeaderTests {
    @Test(
        "The scheme ignores case, and the credentials after it keep theirs",
        arguments: [
            ("Bearer a", "a"), ("bearer A", "A"), ("BEARER a b", "a b"), ("Bearer  a", " a"), ("Bearer", nil),
            ("Bearer ", nil), ("Bearera", nil), ("Basic a", nil), ("é Bearer a", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func ignoresCaseOfScheme(header: String?, expected: String?) {
        #expect(AuthorizationHeader.credentials(header, scheme: "Bearer") == expected)
    }
}
