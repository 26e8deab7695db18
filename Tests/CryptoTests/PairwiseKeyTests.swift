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
        let made = Base64.url(Digest.hmacSHA256(key: Array(repeating: 7, count: 32), Array(text.utf8)))
        #expect(subject("adele") == made)
        #expect(key.keptCount == 1)
        #expect(subject("ADELE", "Orders") == made)
        #expect(key.keptCount == 1)
        #expect(made.utf8.count == 43)
    }

    @Test func subjectDiffersByUserAndApplication() {
        let subjects = ["adele", "megan"].flatMap { user in ["orders", "mail"].map { subject(user, $0) } }
        #expect(Set(subjects).count == 4)
        // The same three IDs in other places name another user.
        let turned = key.subject(
            tenant: CaseInsensitiveID("orders"), user: CaseInsensitiveID("adele"), audience: tenant)
        #expect(turned != subject("adele"))
    }

    @Test func boundsCachedSubjects() {
        let first = subject("user 0")
        for number in 0..<PairwiseKey.maximumKept { _ = subject("user \(number)") }
        #expect(key.keptCount == PairwiseKey.maximumKept)
        _ = subject("one more")
        #expect(key.keptCount == 1)
        #expect(subject("user 0") == first)
    }
}
