import Crypto
import Entra
import Formats
@testable import Store
import Testing

private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

private func count(_ count: Int, until seconds: Int64) -> EventCount { EventCount(count: count, until: time(seconds)) }

/// These tests are the tables of the rules that count events, wrong user codes and uses.
@Suite struct CountRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let known: EventCount?
        let now: Timestamp
        let isRenewed: Bool
        let current: EventCount
        let next: EventCount

        var testDescription: String { "\(known.map { "\($0)" } ?? "no count") at \(now)" }
    }

    static let rows = [
        Row(known: nil, now: time(0), isRenewed: false, current: count(0, until: 0), next: count(1, until: 60)),
        Row(
            known: nil, now: Timestamp(seconds: 7, nanoseconds: 5), isRenewed: false,
            current: EventCount(count: 0, until: Timestamp(seconds: 7, nanoseconds: 5)), next: count(1, until: 67)),
        Row(
            known: count(3, until: 60), now: time(59), isRenewed: false, current: count(3, until: 60),
            next: count(4, until: 60)),
        Row(
            known: count(3, until: 60), now: time(59), isRenewed: true, current: count(3, until: 60),
            next: count(4, until: 119)),
        Row(
            known: count(3, until: 60), now: time(60), isRenewed: true, current: count(0, until: 60),
            next: count(1, until: 120)),
        // Clocks of concurrent requests differ by up to ten seconds. An end beyond that was set before the clock was set back.
        Row(
            known: count(3, until: 170), now: time(100), isRenewed: false, current: count(3, until: 170),
            next: count(4, until: 170)),
        Row(
            known: count(3, until: 171), now: time(100), isRenewed: false, current: count(0, until: 100),
            next: count(1, until: 160)),
    ]

    @Test("A count restarts after its period, and after the clock was set back", arguments: rows)
    func countsWithinPeriod(_ row: Row) {
        #expect(EventCount.current(row.known, within: 60, now: row.now) == row.current)
        #expect(EventCount.next(after: row.known, within: 60, renewing: row.isRenewed, now: row.now) == row.next)
    }

    @Test("A used value is never redeemed again, even without room for more marks")
    func decidesRedemption() {
        #expect(Redemption.decide(isMarked: false, hasRoom: true) == .first)
        #expect(Redemption.decide(isMarked: true, hasRoom: true) == .again)
        #expect(Redemption.decide(isMarked: true, hasRoom: false) == .again)
        #expect(Redemption.decide(isMarked: false, hasRoom: false) == .full)
        #expect(Redemption.end(of: time(5)) == 5)
        #expect(Redemption.end(of: Timestamp(seconds: 5, nanoseconds: 1)) == 6)
    }

    private static let tenant = TenantID("11111111-0000-4000-8000-000000000001")
    private static let known = DeviceRecord(
        DeviceAuthorization(
            id: guid(1), userCode: UserCode(random: SeededStream(seed: "rules", label: "codes")), client: ClientID("c"),
            authority: tenant.description, endpoint: .v2, scope: nil, resource: nil, claims: nil, expiresAt: 900,
            interval: 5))

    /// An entered code. Times are the recovery times in seconds.
    struct Entry: Sendable {
        var isKnown = false
        var page: TenantID? = CountRuleTests.tenant
        var ofAddress: Int64?
        var ofPage: Int64?
        var hasRoom = true
        let answer: UserCodeLookup
        var change: EnteredUserCode.Change?
    }

    static let entries = [
        Entry(answer: .unknown, change: .init(address: time(60), page: time(60))),
        Entry(ofAddress: 120, ofPage: 540, answer: .unknown, change: .init(address: time(180), page: time(600))),
        Entry(ofPage: 541, answer: .blocked, change: .init(address: time(60), page: nil)),
        // A recovery time that is too far ahead was set before the clock was set back.
        Entry(ofPage: 611, answer: .unknown, change: .init(address: time(60), page: time(60))),
        Entry(ofAddress: 61_380, answer: .unknown, change: .init(address: time(61_440), page: time(60))),
        Entry(ofAddress: 61_381, answer: .blocked),
        Entry(hasRoom: false, answer: .blocked),
        Entry(ofAddress: 0, hasRoom: false, answer: .unknown, change: .init(address: time(60), page: time(60))),
        Entry(isKnown: true, answer: .known(known, recovered: time(7))),
        Entry(isKnown: true, page: nil, answer: .known(known, recovered: time(7))),
        Entry(isKnown: true, ofPage: 541, answer: .known(known, recovered: time(7))),
        Entry(isKnown: true, ofAddress: 61_381, answer: .blocked),
        Entry(isKnown: true, hasRoom: false, answer: .blocked),
        Entry(
            isKnown: true, page: TenantID("other"), answer: .unknown, change: .init(address: time(60), page: time(60))),
    ]

    @Test(
        "A wrong user code is counted for the address and the page, and a blocked page reveals nothing",
        arguments: entries)
    func countsWrongUserCodes(_ row: Entry) {
        let entered = EnteredUserCode(
            record: row.isKnown ? CountRuleTests.known : nil, source: UserCodeAttempts.Source(row.page, "a"),
            address: row.ofAddress.map(time), page: row.ofPage.map(time), issuer: time(7), hasRoom: row.hasRoom)
        let (answer, change) = entered.lookUp(now: time(0), serverNow: time(0))
        #expect(answer == row.answer)
        #expect(change == row.change)
    }
}
