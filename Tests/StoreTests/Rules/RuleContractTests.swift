import Crypto
import Entra
import Formats
@testable import Store
import Testing

/// These tests show that no store decides by itself: each store answers random events as the rules do.
@Suite struct RuleContractTests {
    private static let start: Int64 = 1_700_000_000

    /// Returns a time in quarters of a second after `start`. Like the time of a machine, it has nanoseconds that no number with a
    /// fraction represents exactly. The nearest number is later than the time.
    private static func time(_ quarters: Int) -> Timestamp {
        Timestamp(seconds: start + Int64(quarters / 4), nanoseconds: Int32(quarters % 4) * 250_000_000 + 123_456_900)
    }

    private static func device(_ number: Int, lifetime: Int64) -> DeviceAuthorization {
        DeviceAuthorization(
            id: guid(number), userCode: UserCode(random: SeededStream(seed: "rule contract", label: "\(number)")),
            client: ClientID("c"), authority: "common", endpoint: .v2, scope: "openid", resource: nil, claims: nil,
            expiresAt: start + lifetime, interval: 5)
    }

    @Test("Every store answers polls and decisions by the rules", arguments: StoreContractTests.Kind.all)
    func devicesFollowRules(_ kind: StoreContractTests.Kind) throws {
        let subject = try StoreContractTests.Subject(kind)
        let random = SeededStream(seed: "devices", label: "events")
        for number in 0..<8 {
            let device = RuleContractTests.device(number, lifetime: 60)
            #expect(try subject.store().startDevice(device, now: RuleContractTests.time(0)) == .started)
            var record = DeviceRecord(device)
            var quarters = 0
            for _ in 0..<24 {
                let chance = random.bytes(2)
                quarters = max(0, quarters + Int(chance[0] % 32) - 2)
                let now = RuleContractTests.time(quarters)
                if chance[1] < 20 {
                    let decision: DeviceDecision = chance[1] < 10 ? .declined : .approved(grant())
                    let (answer, change) = DeviceRecord.decide(record, decision, now: now)
                    #expect(try subject.store().decideDevice(device.id, decision, now: now) == answer)
                    record = change ?? record
                } else {
                    let (answer, change) = DeviceRecord.poll(record, now: now)
                    #expect(try subject.store().pollDevice(device.id, now: now) == answer)
                    record = change ?? record
                }
            }
        }
    }

    @Test("Every store counts events by the rule", arguments: StoreContractTests.Kind.lasting)
    func countsFollowRule(_ kind: StoreContractTests.Kind) throws {
        let subject = try StoreContractTests.Subject(kind)
        let random = SeededStream(seed: "counts", label: "events")
        var known: [Int: EventCount] = [:]
        var quarters = 4_000
        for _ in 0..<150 {
            let chance = random.bytes(3)
            quarters = chance[0] == 0 ? 4_000 : quarters + Int(chance[0] % 40)
            let (now, number, isRenewed) = (RuleContractTests.time(quarters), Int(chance[1] % 3), chance[2] < 128)
            let event = CountedEvent.wrongFirstFactor(home(number))
            let current = EventCount.current(known[number], within: 30, now: now)
            #expect(try subject.store().counted(event, within: 30, now: now) == current)
            let next = EventCount.next(after: known[number], within: 30, renewing: isRenewed, now: now)
            #expect(try subject.store().count(event, within: 30, renewing: isRenewed, now: now) == next)
            known[number] = next
        }
    }

    @Test("Every store counts wrong user codes by the rule", arguments: StoreContractTests.Kind.lasting)
    func userCodesFollowRule(_ kind: StoreContractTests.Kind) throws {
        let subject = try StoreContractTests.Subject(kind)
        let random = SeededStream(seed: "user codes", label: "events")
        let device = RuleContractTests.device(100, lifetime: 100_000)
        #expect(try subject.store().startDevice(device, now: RuleContractTests.time(0)) == .started)
        let pages = [nil, TenantID("11111111-0000-4000-8000-000000000001")]
        var addresses: [ByteString: Timestamp] = [:]
        var sources: [UserCodeAttempts.Source: Timestamp] = [:]
        var quarters = 0
        for step in 0..<150 {
            let chance = random.bytes(3)
            quarters += Int(chance[0] % 64)
            let now = RuleContractTests.time(quarters)
            let source = UserCodeAttempts.Source(pages[Int(chance[1] % 2)], "203.0.113.\(chance[1] % 3)")
            let isRight = chance[2] < 40
            let entered = EnteredUserCode(
                record: isRight ? DeviceRecord(device) : nil, source: source, address: addresses[source.address],
                page: sources[source], issuer: sources[UserCodeAttempts.Source(nil, source.address)], hasRoom: true)
            let (answer, change) = entered.lookUp(now: now, serverNow: now)
            let code = isRight ? device.userCode : RuleContractTests.device(1_000 + step, lifetime: 0).userCode
            #expect(try subject.store().enterUserCode(code, at: source) { _ in now } == answer.entry { _ in now })
            if let change {
                addresses[source.address] = change.address
                sources[source] = change.page ?? sources[source]
            }
        }
    }
}
