import Crypto
import Entra
import Formats
@testable import Store
import Testing

private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

/// Returns the record of an authorization that expires at 900, with an interval of five seconds.
private func record(
    _ decision: DeviceDecision? = nil, interval: Int64 = 5, lastPoll: Int64? = nil
) -> DeviceRecord {
    DeviceRecord(
        DeviceAuthorization(
            id: guid(1), userCode: UserCode(random: SeededStream(seed: "rules", label: "device")),
            client: ClientID("aaaaaaaa-0000-4000-8000-000000000001"), authority: "common", endpoint: .v2,
            scope: "openid", resource: nil, claims: nil, expiresAt: 900, interval: 5),
        decision: decision, interval: interval, lastPoll: lastPoll.map(time))
}

/// These tests are the table of the rules that decide about polls and decisions (RFC 8628 §3.5).
@Suite struct DeviceRecordTests {
    struct Poll: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let known: DeviceRecord?
        let now: Int64
        let answer: DevicePoll
        var change: DeviceRecord?

        init(
            _ description: String, _ known: DeviceRecord?, at now: Int64, _ answer: DevicePoll,
            changes change: DeviceRecord? = nil
        ) {
            testDescription = description
            self.known = known
            self.now = now
            self.answer = answer
            self.change = change
        }
    }

    static let polls = [
        Poll("an unknown authorization", nil, at: 0, .expired),
        Poll("the first poll", record(), at: 0, .pending, changes: record(lastPoll: 0)),
        Poll("a poll after the interval", record(lastPoll: 0), at: 5, .pending, changes: record(lastPoll: 5)),
        Poll("a poll one second early", record(lastPoll: 0), at: 4, .pending, changes: record(lastPoll: 4)),
        Poll(
            "a poll two seconds early", record(lastPoll: 0), at: 3, .tooSoon, changes: record(interval: 10, lastPoll: 3)
        ),
        Poll(
            "a poll within a longer interval", record(interval: 10, lastPoll: 3), at: 11, .tooSoon,
            changes: record(interval: 15, lastPoll: 11)),
        Poll(
            "a poll after a longer interval", record(interval: 10, lastPoll: 3), at: 12, .pending,
            changes: record(interval: 10, lastPoll: 12)),
        Poll(
            "a poll after the clock was set back", record(lastPoll: 100), at: 50, .pending,
            changes: record(lastPoll: 50)),
        Poll("the last second", record(), at: 899, .pending, changes: record(lastPoll: 899)),
        Poll("the expiry", record(), at: 900, .expired),
        Poll(
            "an early poll after approval", record(.approved(grant()), lastPoll: 0), at: 0,
            .approved(record().authorization, grant())),
        Poll("an early poll after rejection", record(.declined, lastPoll: 0), at: 0, .declined),
        Poll("an approved authorization at its expiry", record(.approved(grant())), at: 900, .expired),
    ]

    @Test("A poll is answered by the record and the time", arguments: polls)
    func answersPoll(_ row: Poll) {
        let (answer, change) = DeviceRecord.poll(row.known, now: time(row.now))
        #expect(answer == row.answer)
        #expect(change == row.change)
    }

    static let decisions: [(DeviceRecord?, DeviceDecision, Int64, DeviceDecisionOutcome, DeviceRecord?)] = [
        (nil, .declined, 0, .expired, nil),
        (record(lastPoll: 7), .declined, 8, .recorded, record(.declined, lastPoll: 7)),
        (record(), .approved(grant()), 899, .recorded, record(.approved(grant()))),
        (record(), .approved(grant()), 900, .expired, nil),
        (record(.declined), .approved(grant()), 1, .decidedBefore, nil),
        (record(.approved(grant())), .declined, 1, .decidedBefore, nil),
        (record(.declined), .declined, 900, .expired, nil),
    ]

    @Test("Only the first decision is recorded", arguments: decisions.indices)
    func recordsFirstDecision(_ index: Int) {
        let (known, decision, now, expected, changed) = DeviceRecordTests.decisions[index]
        let (answer, change) = DeviceRecord.decide(known, decision, now: time(now))
        #expect(answer == expected)
        #expect(change == changed)
    }
}

/// These tests are the table of the limits of all device authorizations together.
@Suite struct DeviceLimitsTests {
    @Test("The authority that holds the most device codes gives way, and of equal ones the first by name")
    func removesDeviceOfLargestAuthority() {
        func largest(_ weights: [(authority: ByteString, weight: Int)]) -> ByteString? {
            DeviceLimits.largest(of: weights)
        }
        #expect(largest([]) == nil)
        #expect(largest([("a", 1), ("b", 3), ("c", 2)]) == "b")
        #expect(largest([("b", 3), ("a", 3), ("c", 3)]) == "a")
        var new = record().authorization
        new.claims = "1234"
        let most = DeviceLimits.maximumBytes
        #expect(DeviceLimits.fits(new, count: 9, bytes: most - 10, capacity: 10))
        #expect(!DeviceLimits.fits(new, count: 9, bytes: most - 9, capacity: 10))
        #expect(!DeviceLimits.fits(new, count: 10, bytes: 0, capacity: 10))
        #expect(DeviceLimits.fits(new, count: 0, bytes: most, capacity: 10))
    }
}
