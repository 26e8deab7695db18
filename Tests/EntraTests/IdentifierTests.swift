@testable import Entra
import Formats
import Testing

struct IdentifierTests {
    private static let guid = "9188040d-6c67-4c5b-b112-36a304b66dad"

    @Test(arguments: [guid, "abcde-12345", "", "9188040d6c674c5bb11236a304b66dad", "{\(guid)}", "ünïcode"])
    func ignoresCaseAndWritesLowercase(_ text: String) {
        let id = ClientID(text.asciiUppercased)
        #expect(id == ClientID(text))
        #expect(Set([id, ClientID(text)]).count == 1)
        #expect(id.description.isExactly(text))
    }

    @Test func storesOnlyGUIDsInSixteenBytes() {
        #expect(TenantID(IdentifierTests.guid).folded == .guid(GUID(IdentifierTests.guid)!))
        #expect(TenantID("{\(IdentifierTests.guid)}").folded == .text(ByteString("{\(IdentifierTests.guid)}")))
        #expect(TenantID("abcde-12345") != TenantID("abcde-12346"))
    }

    @Test func sortsLikeText() {
        let texts = [
            IdentifierTests.guid, "00000003-0000-0000-c000-000000000000", "abcde-12345", "",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
            "9188040d-6c67-4c5b-b112-36a304b66dae", "91880", "é",
        ]
        #expect(texts.map { ObjectID($0) }.sorted().map(\.description) == texts.sorted { $0.precedes($1) })
    }

    @Test func bytesAreThoseOfGUIDOrText() {
        #expect(
            ObjectID("00000003-0000-0000-c000-000000000000").bytes == [0, 0, 0, 3, 0, 0, 0, 0, 0xC0] + [
                0, 0, 0, 0, 0, 0, 0,
            ])
        #expect(ObjectID("AB").bytes == Array("ab".utf8))
    }

    /// Texts that only Unicode considers equal are different identifiers: K is not the Kelvin sign.
    @Test func comparesIdentifiersByBytes() {
        #expect(ObjectID("K") != ObjectID("\u{212A}"))
        #expect(ObjectID("é") != ObjectID("e\u{301}"))
    }
}
