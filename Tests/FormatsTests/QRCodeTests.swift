@testable import Formats
import Testing

/// Checks QR codes against the modules that another encoder makes for the same version, level and mask: the Python package
/// `qrcode`.
@Suite struct QRCodeTests {
    /// Each row: the text, the level, the mask, the version, and the modules row by row as hexadecimal digits.
    private static let codes: [(text: String, level: QRCode.Level, mask: Int, version: Int, modules: String)] = [
        (
            "A", QRCode.Level.low, 0, 1,
            """
            fe5bfc13906eb6bb74a5dba2aec10507faafe01b00eff6258411979a22b1844368aa804aabfaddf05fb8bad76dd311ae \
            b22305046feeab8
            """
        ),
        (
            "http://192.0.2.7:8080/_understudy/ca.mobileconfig", QRCode.Level.medium, 3, 4,
            """
            fee2b3bfc14967906e91ec6bb75d2475dba48a0aec12ff3507faaaaafe01c7e000b77b2e25e0d368fb77d90bd72ab83a \
            468537b9adcec03064986db1f378cb66089cf37ca5ae2e9b90967f9668a2db99dd131fa9a95065ce0c6914ad1dfc2ed0 \
            2a5128b7e459f80063cfc63fb43cea10557cd16ba5afffbdd7d6b606eb8723d9047ca319fe8aff020
            """
        ),
        (
            "http://192.0.2.7:8080/_understudy/ca.mobileconfig?abcdefghijk", QRCode.Level.high, 6, 7,
            """
            fe32121f4bfc105afbe0906ea020e7d4bb75c368aeb5dba187fba3aec1103c5ac107faaaaaaaafe00271108c001b7bff \
            b900616766b6b9fd0086990b68167b34b1210072aff9799e6c7626cd274f082a4c36e42892b79de9632dfbc26e2b801f \
            6cf9587dcbc9b2f62c96771bef407ad767fa31fe14f8e450dc4a3c73ebc7ebdbeae511831c43160fa2cf8faf83a74607 \
            82b19cd1e3ef760013591a4c6bf57b9521196c84b78e5292f7cb76a7cc6e229f419962ad23125ee86108ebcf3059cf02 \
            8f19733fdef01867e68759a890f9a9f800502c4b2c6bfb592afb2a504c051f6f15baaeffecff8dd464ce6b13ee86139c \
            5737047c684e5effe2c964e4740
            """
        ),
    ]

    @Test("The modules are those of another encoder", arguments: codes.indices)
    func equalsOtherEncoder(index: Int) throws {
        let expected = QRCodeTests.codes[index]
        let code = try #require(QRCode(Array(expected.text.utf8), level: expected.level, mask: expected.mask))
        #expect(code.version == expected.version && code.size == expected.version * 4 + 17)
        let modules = (0..<code.size * code.size).map { code[$0 % code.size, $0 / code.size] }
        #expect(QRCodeTests.hexadecimal(modules) == expected.modules.split(separator: " ").joined())
    }

    @Test(
        "The smallest version that holds the bytes is used, up to version 10",
        arguments: [
            (14, 1), (15, 2), (62, 4), (63, 5), (213, 10),
        ])
    func choosesSmallestVersion(count: Int, version: Int) {
        #expect(QRCode(Array(repeating: 0x61, count: count))?.version == version)
    }

    @Test("Bytes that do not fit into version 10 have no code")
    func rejectsLongText() {
        #expect(QRCode(Array(repeating: 0x61, count: 214)) == nil)
        #expect(QRCode(Array(repeating: 0x61, count: 272), level: .low) == nil)
    }

    @Test("The path covers exactly the dark modules")
    func pathCoversDarkModules() throws {
        let code = try #require(QRCode(Array("A".utf8)))
        let dark = (0..<code.size).reduce(0) { sum, y in sum + (0..<code.size).count { code[$0, y] } }
        let widths = code.path.pieces(separatedBy: "M").compactMap { run in
            run.pieces(separatedBy: "h").last?.pieces(separatedBy: "v").first.flatMap { Int($0) }
        }
        #expect(widths.reduce(0, +) == dark)
        #expect(!code[-1, 0] && !code[0, code.size])
    }

    private static func hexadecimal(_ bits: [Bool]) -> String {
        stride(from: 0, to: bits.count, by: 4).map { start in
            let digit = (0..<4).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
            return String(digit, radix: 16)
        }.joined()
    }
}
