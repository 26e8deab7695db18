import Formats
import Testing

@Suite struct GUIDTests {
    @Test(arguments: ["00112233-4455-6677-8899-aabbccddeeff", "00112233-4455-6677-8899-AABBCCDDEEFF"])
    func readsAnyCaseAndWritesLowercase(text: String) throws {
        let guid = try #require(GUID(text))
        let bytes = (0..<16).map { UInt8($0 * 0x11) }
        #expect(guid.bytes == bytes)
        #expect(guid.description == "00112233-4455-6677-8899-aabbccddeeff")
        #expect(GUID(value: guid.value) == guid)
    }

    @Test(arguments: [
        "", "00112233445566778899aabbccddeeff", "{00112233-4455-6677-8899-aabbccddeeff}",
        "00112233-4455-6677-8899-aabbccddeef",
        "00112233-4455-6677-8899-aabbccddeefff", "0011223-34455-6677-8899-aabbccddeeff",
        "00112233-4455-6677-8899-aabbccddeefg",
        " 0112233-4455-6677-8899-aabbccddeeff", "00112233_4455_6677_8899_aabbccddeeff",
        "00112233-4455-6677-8899-aabbccddeef\u{FF10}",
        "+0112233-4455-6677-8899-aabbccddeeff", "00112233-4455-6677-8899-aabbccddeeff\n",
        "------------------------------------",
    ])
    func rejectsOtherForms(text: String) {
        #expect(GUID(text) == nil)
    }

    @Test(arguments: [UInt8(0x00), 0xFF, 0x5A], [0, 4, 16, 40])
    func marksBytesAsVersion4(byte: UInt8, count: Int) {
        let guid = GUID(version4From: [UInt8](repeating: byte, count: count))
        let text = Array(guid.description)
        #expect(text.count == 36 && text[14] == "4" && "89ab".contains(text[19]))
        #expect(GUID(guid.description) == guid)
    }

    @Test func derivedGUIDDependsOnItsParts() {
        #expect(GUID(derivedFrom: "a", "b") == GUID(derivedFrom: "a", "b"))
        let different = [
            GUID(derivedFrom: "ab"), GUID(derivedFrom: "a", "b"), GUID(derivedFrom: "b", "a"),
            GUID(derivedFrom: "", "ab"),
            GUID(derivedFrom: "ab", ""), GUID(derivedFrom: "A", "b"), GUID(derivedFrom: "é"),
            GUID(derivedFrom: "e\u{301}"),
            GUID(derivedFrom: ""), GUID(derivedFrom: "", ""),
        ]
        #expect(Set(different).count == different.count)
    }

    /// The IDs of a seeded directory, and so its tokens, must be the same in the next release.
    @Test func keepsDerivedGUIDsOfEarlierReleases() {
        #expect(GUID(derivedFrom: "tenant", "contoso.com").description == "7d93f9d8-bba5-4b15-876f-f885976ff67b")
    }

    @Test func randomGUIDUsesBytesOfSource() {
        struct Fixed: RandomSource {
            func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xAB, count: count) }
        }
        #expect(Fixed().guid().description == "abababab-abab-4bab-abab-abababababab")
    }
}
