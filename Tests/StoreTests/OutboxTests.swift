import Entra
import Formats
import Store
import Synchronization
import TestChangeLog
import Testing

@Suite struct OutboxTests {
    private static func message(_ to: String, at seconds: Int64, code: String = "1", of tenant: String? = nil)
        -> Outbox.Message
    {
        Outbox.Message(
            to: to, channel: .email, code: code, sentAt: Timestamp(seconds: seconds),
            tenant: tenant.map { TenantID($0) })
    }

    @Test("Messages are read newest first, by recipient, until they expire")
    func readsMessagesNewestFirstUntilExpiry() throws {
        let replica = Replica()
        let outbox = Outbox(replica: replica)
        try outbox.deliver(OutboxTests.message("a@x.example", at: 0, code: "1"), now: Timestamp(seconds: 20))
        try outbox.deliver(OutboxTests.message("b@x.example", at: 10, code: "2"), now: Timestamp(seconds: 20))
        try outbox.deliver(OutboxTests.message("a@x.example", at: 20, code: "3"), now: Timestamp(seconds: 20))
        func codes(_ to: String?, _ now: Int64) -> [String] {
            outbox.messages(to: to, now: Timestamp(seconds: now)).map(\.code)
        }
        #expect(codes(nil, 30) == ["3", "2", "1"])
        #expect(codes("A@X.example", 30) == ["3", "1"])
        #expect(codes("c@x.example", 30) == [])
        #expect(codes(nil, Outbox.lifetime + 10) == ["3", "2"])
        try replica.make { () throws(EntraError) in [outbox.resetting(tenant: nil)] }
        #expect(codes(nil, 30) == [])
    }

    @Test("A reset of a tenant removes only its own messages")
    func resetRemovesMessagesOfTenant() throws {
        let replica = Replica()
        let outbox = Outbox(replica: replica)
        let tenants = ["one", "two", nil, "ONE"]
        for (number, tenant) in tenants.enumerated() {
            let message = OutboxTests.message("a", at: 0, code: String(number), of: tenant)
            try outbox.deliver(message, now: Timestamp(seconds: 0))
        }
        let stored = { outbox.messages(now: Timestamp(seconds: 0)).map(\.code) }
        try replica.make { () throws(EntraError) in [outbox.resetting(tenant: TenantID("One"))] }
        #expect(stored() == ["2", "1"])
        try replica.make { () throws(EntraError) in [outbox.resetting(tenant: TenantID("two"))] }
        #expect(stored() == ["2"])
    }

    @Test("A push notification is answered once, and other processes see the answer in its place")
    func answersPushNotificationOnce() throws {
        let log = TestChangeLog(epoch: GUID(value: 1))
        let (outbox, other) = (Outbox(replica: Replica(log)), Outbox(replica: Replica(log)))
        let id = GUID(value: 7)
        let now = Timestamp(seconds: 0)
        let approval = Outbox.Approval(
            id: id, application: "App", ipAddress: "127.0.0.1", expiresAt: Timestamp(seconds: 60))
        try outbox.deliver(
            Outbox.Message(to: "a", channel: .push, code: "42", sentAt: now, tenant: nil, approval: approval), now: now)
        try outbox.deliver(OutboxTests.message("b", at: 0), now: now)
        #expect(outbox.message(asking: id)?.approval?.state == .pending)
        #expect(try outbox.answer(GUID(value: 8), with: .approved) == nil)
        #expect(try outbox.answer(id, with: .denied)?.approval?.state == .denied)
        #expect(try outbox.answer(id, with: .approved) == nil)
        #expect(outbox.messages(now: now).map(\.to) == ["b", "a"])
        #expect(try other.answer(id, with: .approved) == nil)
        #expect(other.messages(now: now) == outbox.messages(now: now))
    }

    @Test("The outbox holds at most its capacity and keeps the newest messages")
    func keepsNewestMessagesAtCapacity() throws {
        let delivered = Mutex(0)
        let outbox = Outbox { _ in delivered.withLock { $0 += 1 } }
        let count = Outbox.capacity + 5
        for number in 0..<count {
            try outbox.deliver(OutboxTests.message("a", at: 0, code: String(number)), now: Timestamp(seconds: 0))
        }
        let stored = outbox.messages(now: Timestamp(seconds: 0))
        #expect(stored.count <= Outbox.capacity)
        #expect(stored.first?.code == String(count - 1))
        #expect(delivered.withLock { $0 } == count)
    }

    @Test("The codes of one tenant evict none of another")
    func messagesOfOneTenantEvictNoOthers() throws {
        let outbox = Outbox()
        func deliver(_ code: Int, _ tenant: String) throws {
            let message = Outbox.Message(
                to: "a", channel: .email, code: String(code), sentAt: Timestamp(seconds: 0), tenant: TenantID(tenant))
            try outbox.deliver(message, now: Timestamp(seconds: 0))
        }
        for code in 0..<3 { try deliver(code, "quiet") }
        for code in 10..<10 + 2 * Outbox.capacity { try deliver(code, "loud") }
        let stored = outbox.messages(now: Timestamp(seconds: 0))
        #expect(stored.count <= Outbox.capacity)
        #expect(stored.filter { $0.tenant == TenantID("quiet") }.map(\.code) == ["2", "1", "0"])
        #expect(stored.first?.code == String(9 + 2 * Outbox.capacity))
    }
}
