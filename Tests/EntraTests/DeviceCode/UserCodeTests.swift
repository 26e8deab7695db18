import Entra
import Formats
import Synchronization
import Testing

/// A deterministic source: the high bytes of a linear congruential generator (Knuth's MMIX).
private final class FixedSource: RandomSource {
    private let state = Mutex<UInt64>(1)

    func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
        }
    }
}

@Suite struct UserCodeTests {
    @Test("A code has nine uppercase letters and digits without look-alikes, and every character occurs")
    func codeHasNineUnambiguousCharacters() {
        let random = FixedSource()
        let codes = (0..<5_000).map { _ in UserCode(random: random).description }
        #expect(codes.allSatisfy { $0.utf8.count == 9 })
        #expect(Set(codes.joined()).sorted() == Array("34679ACDEFGHJKLMNPQRTUVWXY"))
        #expect(Set(codes).count == codes.count)
    }

    @Test("Every character is about equally likely")
    func charactersAreEquallyLikely() {
        let random = FixedSource()
        var counts: [Character: Int] = [:]
        for _ in 0..<20_000 {
            for character in UserCode(random: random).description { counts[character, default: 0] += 1 }
        }
        let expected = 20_000.0 * 9 / 26
        let spread = counts.values.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        #expect(counts.count == 26)
        #expect(spread < 60, "chi-squared with 25 degrees of freedom")
    }

    @Test(arguments: ["ACDEF3467", "acdef3467", " ACD EF3 467 ", "ACD-EF3-467", "aCdEf3467\u{20}"])
    func acceptsCodeAsPeopleTypeIt(text: String) {
        #expect(UserCode(typed: text)?.description == "ACDEF3467")
    }

    @Test(arguments: [
        "", " ", "ACDEF346", "ACDEF34677", "ACDEF346O", "ACDEF3460", "ACDEF346I", "ACDEF3467\u{0}", "ACDEF\t3467",
        "ＡCDEF3467", "ACDEF346\u{212A}", "ACDEF346é", "[CDEF3467", String(repeating: "A", count: 100_000),
        String(repeating: "-", count: 100_000),
    ])
    func rejectsTextThatIsNoCode(text: String) {
        #expect(UserCode(typed: text) == nil)
    }
}

@Suite struct DeviceLoginAddressTests {
    @Test(arguments: [
        ("https://localhost:8443", "https://localhost:8443/common/oauth2/deviceauth"),
        ("http://entra:8080", "http://entra:8080/common/oauth2/deviceauth"),
        ("https://woodgrove.ciamlogin.com", "https://woodgrove.ciamlogin.com/common/oauth2/deviceauth"),
        ("https://login.microsoftonline.com", "https://microsoft.com/devicelogin"),
        ("https://login.windows.net:8443", "https://microsoft.com/devicelogin"),
    ])
    func verificationURIFollowsHost(origin: String, address: String) throws {
        #expect(try #require(Origin(url: origin)).verificationURI == address)
    }

    @Test(arguments: [
        ("https://microsoft.com", "https://login.microsoftonline.com/common/oauth2/deviceauth"),
        ("https://www.microsoft.com:8443", "https://login.microsoftonline.com:8443/common/oauth2/deviceauth"),
        ("https://login.windows.net", "https://login.microsoftonline.com/common/oauth2/deviceauth"),
        ("http://localhost:8080", "http://localhost:8080/common/oauth2/deviceauth"),
        ("https://evilmicrosoft.com", "https://evilmicrosoft.com/common/oauth2/deviceauth"),
    ])
    func shortAddressLeadsToDeviceLoginPage(origin: String, page: String) throws {
        #expect(try #require(Origin(url: origin)).deviceLoginPage == page)
    }
}
