@testable import Crypto
import Formats
import Testing

@Suite struct PairwiseKeyTests {
    private let key = PairwiseKey(salt: Array(repeating: 7, count: 32))
    private let tenant = CaseInsensitiveID("9188040d-6c67-4c5b-b112-36a304b66dad")

    private func subject(_ user: String, _ audience: String = "orders") -> String {
        key.subject(tenant: tenant, user: CaseInsensitiveID(user), audience: CaseInsensitiveID(audience))
    }

    @Test func subjectIsHMACOfTenantUserAndAudience() {
        let text = "9188040d-6c67-4c5b-b112-36a304b66dad\nadele\norders"
        let expected = Base64.url(Digest.hmacSHA256(key: Array(repeating: 7, count: 32), Array(text.utf8)))
        #expect(subject("adele") == expected)
        #expect(subject("ADELE", "Orders") == expected)
        #expect(expected.utf8.count == 43)
    }

    @Test func subjectDiffersByUserAndApplication() {
        let subjects = ["adele", "megan"].flatMap { user in ["orders", "mail"].map { subject(user, $0) } }
        #expect(Set(subjects).count == 4)
        // The same three IDs in another order name another user.
        let permuted = key.subject(
            tenant: CaseInsensitiveID("orders"), user: CaseInsensitiveID("adele"), audience: tenant)
        #expect(permuted != subject("adele"))
    }
}
