import Formats
@testable import Protocol
import Testing

@Suite struct ClaimSetTests {
    private func json(_ claims: ClaimSet) -> String { String(decoding: claims.json, as: UTF8.self) }

    @Test func sortsRegisteredClaimsFirst() {
        var claims = ClaimSet()
        for name in ["ver", "nbf", "aio", "exp", "sub", "iss", "appidacr", "aud", "appid", "é", "iat", "Z", ""] {
            claims.set(name, 1)
        }
        let expected = ["aud", "iss", "iat", "nbf", "exp", "", "Z", "aio", "appid", "appidacr", "sub", "ver", "é"]
        #expect(json(claims) == "{" + expected.map { "\"\($0)\":1" }.joined(separator: ",") + "}")
    }

    @Test func sortsClaimsWithCommonPrefixByBytes() {
        let names = [
            "preferred_username", "preferred", "preferred_", "preferre", "auda", "au", "aud\u{0}", "\u{0}",
            "\u{0}\u{1}",
            "\u{5}", "xms_cc", "xms_ccae", "extension_b", "extension_a", "extension_", "\u{10FFFF}", "ÿ",
        ]
        for shift in names.indices {
            var claims = ClaimSet()
            for name in names[shift...] + names[..<shift] { claims[name] = .null }
            for name in names { #expect(claims[name] == .null) }
            let sorted = names.sorted { $0.precedes($1) }.map { JSONValue.Member($0, .null) }
            #expect(JSONValue(parsing: claims.json) == .object(sorted))
        }
    }

    @Test(arguments: ["aud", "ver"])
    func settingClaimAgainReplacesIt(_ name: String) {
        var claims = ClaimSet()
        claims.set("sub", "s")
        claims.set(name, "one")
        claims.set(name, "two")
        #expect(claims[name] == .string("two"))
        claims.set(name, nil as String?)
        claims.set(name, [])
        #expect(claims[name] == .string("two"))
        claims[name] = nil
        claims[name] = nil
        #expect(claims[name] == nil)
        #expect(json(claims) == #"{"sub":"s"}"#)
    }
}
