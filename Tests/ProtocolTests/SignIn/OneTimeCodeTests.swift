import Crypto
import Directory
import Entra
import Formats
import FoundationEssentials
@testable import Protocol
@testable import Store
import Testing

private let keys = Result { () throws(CryptoFailure) in try KeyMaterial.seeded("one-time codes") }

/// Checks one-time codes, which go to the outbox and come back in a page's form.
@Suite struct OneTimeCodeTests {
    private static let start: Int64 = 1_790_000_000
    private let store = MemoryStore()
    private let outbox = Outbox()

    private func services(after seconds: Int64 = 0, in store: (any Store)? = nil) throws -> Services {
        let directory = DirectoryStore(Directory(tenants: []))
        return Services(
            directory: directory.snapshot, editor: directory, store: store ?? self.store, outbox: outbox,
            keys: try keys.get(),
            random: SystemRandom(), now: Timestamp(seconds: OneTimeCodeTests.start + seconds),
            origin: Origin(scheme: "https", host: "localhost", port: nil), peerAddress: "")
    }

    private func send(_ user: User? = nil, _ change: (inout SettingsOverrides) -> Void = { _ in }) throws -> PendingCode
    {
        var overrides = SettingsOverrides()
        change(&overrides)
        return try OneTimeCode.send(
            to: "a@x.example", by: .email, user: user, of: TenantID("t"),
            settings: Settings(SettingsProperties(overrides)),
            services: try services())
    }

    @Test("A code from the outbox is accepted once", arguments: [4, 6, 8, 10])
    func acceptsSentCodeOnce(digits: Int) throws {
        let pending = try send { $0.oneTimeCodeLength = digits }
        let sent = try #require(outbox.messages(now: Timestamp(seconds: OneTimeCodeTests.start)).first)
        #expect(sent.code.utf8.count == digits && sent.code.utf8.allSatisfy(ASCII.isDigit))
        #expect(sent.to == "a@x.example" && sent.channel == .email)
        let services = try services()
        #expect(try OneTimeCode.check(" \(sent.code) ", against: pending, services: services) == .correct)
        #expect(try OneTimeCode.check(sent.code, against: pending, services: services) == .usedUp)
    }

    @Test("After too many wrong codes the right code is rejected", arguments: [nil, 1, 7])
    func rejectsRightCodeAfterTooManyWrongOnes(_ limit: Int?) throws {
        let pending = try send { $0.oneTimeCodeAttempts = limit }
        let services = try services()
        for _ in 0..<(limit ?? 5) {
            #expect(try OneTimeCode.check("x", against: pending, services: services) == .wrong)
        }
        #expect(try OneTimeCode.check(pending.code, against: pending, services: services) == .usedUp)
    }

    @Test("A code expires after its lifetime", arguments: [nil, 30])
    func codeExpiresAfterItsLifetime(_ seconds: Int?) throws {
        let pending = try send { $0.oneTimeCodeLifetime = seconds }
        let lifetime = Int64(seconds ?? 1_200)
        let afterExpiry = try services(after: lifetime)
        #expect(try OneTimeCode.check(pending.code, against: pending, services: afterExpiry) == .expired)
        let beforeExpiry = try services(after: lifetime - 1)
        #expect(try OneTimeCode.check(pending.code, against: pending, services: beforeExpiry) == .correct)
    }

    @Test("Verification alone does not use up a code")
    func verifyingDoesNotUseUpCode() throws {
        let pending = try send()
        let services = try services()
        for _ in 0..<2 {
            #expect(try OneTimeCode.verify(pending.code, against: pending, services: services) == .correct)
        }
        #expect(try OneTimeCode.verify("x", against: pending, services: services) == .wrong)
        for _ in 0..<2 {
            #expect(try OneTimeCode.verify(pending.code, against: pending, services: services) == .correct)
        }
        #expect(try OneTimeCode.verify(pending.code, against: pending, services: services) == .usedUp)
    }

    @Test("The service is unavailable when the store cannot record the use of a code")
    func reportsUnavailableWhenUseCannotBeRecorded() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-full-\(UUID().uuidString)")
            .path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try StateFile(in: folder)
        defer { file.close() }
        let pending = try send()
        let services = try services(in: DurableStore(file, firstOrder: 0, maximumRedemptions: 0))
        #expect(throws: EntraError(.serviceUnavailable)) {
            try OneTimeCode.check(pending.code, against: pending, services: services)
        }
        let key = ArcKeyCheck.newKey(services)
        #expect(throws: EntraError(.serviceUnavailable)) { try ArcKeyCheck.admits("Basic \(key)", services: services) }
    }

    @Test("A user with a configured code always gets that code")
    func alwaysSendsConfiguredCode() throws {
        var user = User(
            id: ObjectID("1"), userPrincipalName: "a@x.example", displayName: "A", tenantID: TenantID("t"))
        user.oneTimeCode = "424242"
        #expect(try send(user).code == "424242")
        #expect(outbox.messages(now: Timestamp(seconds: OneTimeCodeTests.start)).map(\.code) == ["424242"])
    }
}
