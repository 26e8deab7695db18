import Entra
import Formats
import Testing

struct TenantSegmentTests {
    static let contoso = TenantSegment.id(TenantID("11111111-aaaa-4111-8111-111111111111"))

    static let rows: [(String, TenantSegment)] = [
        ("common", .common),
        ("Common", .common),
        ("organizations", .organizations),
        ("ORGANIZATIONS", .organizations),
        ("consumers", .consumers),
        ("11111111-aaaa-4111-8111-111111111111", contoso),
        ("11111111-AAAA-4111-8111-111111111111", contoso),
        ("9188040d-6c67-4c5b-b112-36a304b66dad", .id(.consumers)),
        ("contoso.com", .domain("contoso.com")),
        ("Contoso.OnMicrosoft.Com", .domain("contoso.onmicrosoft.com")),
        ("xn--bcher-kva.example", .domain("xn--bcher-kva.example")),
        ("3com.com", .domain("3com.com")),
        (String(repeating: "a", count: 63) + ".com", .domain(ByteString(String(repeating: "a", count: 63) + ".com"))),
        (String(repeating: "a", count: 64) + ".com", .malformed),
        (String(repeating: "a.", count: 126) + "a", .domain(ByteString(String(repeating: "a.", count: 126) + "a"))),
        (String(repeating: "a.", count: 127) + "a", .malformed),
        ("", .malformed),
        (".", .malformed),
        ("..", .malformed),
        ("secrets", .malformed),
        ("contoso", .malformed),
        ("common ", .malformed),
        (" common", .malformed),
        ("commo\u{6E}\u{301}", .malformed),
        ("contoso.com.", .malformed),
        (".contoso.com", .malformed),
        ("contoso..com", .malformed),
        ("-contoso.com", .malformed),
        ("contoso-.com", .malformed),
        ("con_toso.com", .malformed),
        ("contoso.com/x", .malformed),
        ("contoso.com\r\nx", .malformed),
        ("contoso.com\u{0}", .malformed),
        ("contoso com.x", .malformed),
        ("user@contoso.com", .malformed),
        ("contoso.com:443", .malformed),
        ("%2e%2e", .malformed),
        ("bücher.example", .malformed),
        ("\u{212A}ontoso.com", .malformed),
        ("{11111111-aaaa-4111-8111-111111111111}", .malformed),
        ("11111111aaaa41118111111111111111", .malformed),
        ("11111111-aaaa-4111-8111-11111111111", .malformed),
        ("11111111-aaaa-4111-8111-1111111111111", .malformed),
        (String(repeating: "a", count: 10_240), .malformed),
    ]

    @Test(arguments: rows)
    func classifiesTenantSegment(_ text: String, expected: TenantSegment) {
        #expect(TenantSegment.parse(text) == expected)
    }
}
