import Crypto
import Directory
import Entra
import State
import Testing
import Wire

@testable import Flows

private let keys = Result { () throws(CryptoFailure) in try KeyMaterial.seeded("one-time codes") }

/// Codes that go to the outbox and come back in a page's form.
@Suite struct OneTimeCodeTests {
    private static let start: Int64 = 1_790_000_000
    private let store = MemoryStore()
    private let outbox = Outbox()

    private func services(after seconds: Int64 = 0) throws -> Services {
        let directory = DirectoryInForce(Directory(tenants: []))
        return Services(
            directory: directory.snapshot, editor: directory, store: store, outbox: outbox, keys: try keys.get(),
            random: SystemRandom(), now: Timestamp(seconds: OneTimeCodeTests.start + seconds),
            origin: Origin(scheme: "https", host: "localhost", port: nil), peerAddress: "")
    }

    private func send(_ user: User? = nil, digits: Int = 6) throws -> PendingCode {
        OneTimeCode.send(
            to: "a@x.example", by: .email, user: user, digits: digits, services: try services())
    }

    @Test("the outbox has the code, and it is right once", arguments: [6, 8])
    func right(digits: Int) throws {
        let pending = try send(digits: digits)
        let sent = try #require(outbox.messages(now: Timestamp(seconds: OneTimeCodeTests.start)).first)
        #expect(sent.code.utf8.count == digits && sent.code.utf8.allSatisfy(ASCII.isDigit))
        #expect(sent.to == "a@x.example" && sent.channel == .email)
        let services = try services()
        #expect(OneTimeCode.check(" \(sent.code) ", against: pending, services: services) == .right)
        #expect(OneTimeCode.check(sent.code, against: pending, services: services) == .usedUp)
    }

    @Test("after five wrong answers the right one is worth nothing")
    func attempts() throws {
        let pending = try send()
        let services = try services()
        for _ in 0..<OneTimeCode.maximumAttempts {
            #expect(OneTimeCode.check("x", against: pending, services: services) == .wrong)
        }
        #expect(OneTimeCode.check(pending.code, against: pending, services: services) == .usedUp)
    }

    @Test("a code expires")
    func expiry() throws {
        let pending = try send()
        let late = try services(after: OneTimeCode.lifetime)
        #expect(OneTimeCode.check(pending.code, against: pending, services: late) == .expired)
        let inTime = try services(after: OneTimeCode.lifetime - 1)
        #expect(OneTimeCode.check(pending.code, against: pending, services: inTime) == .right)
    }

    @Test("a user with a configured code is always sent that one")
    func configured() throws {
        var user = User(
            id: ObjectID("1"), userPrincipalName: "a@x.example", displayName: "A", tenantID: TenantID("t"))
        user.oneTimeCode = "424242"
        #expect(try send(user).code == "424242")
        #expect(outbox.messages(now: Timestamp(seconds: OneTimeCodeTests.start)).map(\.code) == ["424242"])
    }
}
