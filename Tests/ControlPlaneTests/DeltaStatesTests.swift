@testable import ControlPlane
import Entra
import Formats
import Testing

/// The states of delta queries are bounded.
@Suite struct DeltaStatesTests {
    private static let now = Timestamp(seconds: 1_790_000_000)

    private func state(_ objects: Int) -> DeltaState {
        let pairs = (0..<objects).map { (ByteString("\($0)"), [UInt32(0)]) }
        return DeltaState(
            tenant: TenantID("t"), path: "/users", scope: DeltaScope(), created: DeltaStatesTests.now,
            contents: DeltaState.Contents(hashes: Dictionary(uniqueKeysWithValues: pairs)), changes: [])
    }

    private func id(_ number: Int) -> GUID { GUID(high: 0, low: UInt64(number)) }

    @Test("The oldest states are forgotten beyond the limits") func forgetsOldestStates() {
        let states = DeltaStates()
        for number in 0...DeltaStates.maximumStates { states.add(state(1), as: id(number)) }
        #expect(states.state(id(0), now: DeltaStatesTests.now) == nil)
        #expect(states.state(id(1), now: DeltaStatesTests.now) != nil)
        states.add(state(DeltaStates.maximumObjects), as: id(4_999))
        #expect(states.state(id(DeltaStates.maximumStates), now: DeltaStatesTests.now) == nil)
        #expect(states.state(id(4_999), now: DeltaStatesTests.now) != nil)
    }

    @Test("A state expires after seven days, and a renewed one later") func expiresAfterSevenDays() {
        let states = DeltaStates()
        states.add(state(1), as: id(1))
        let later = DeltaStatesTests.now.adding(seconds: DeltaStates.lifetime)
        #expect(states.state(id(1), now: later.adding(seconds: -1)) != nil)
        #expect(states.state(id(1), now: later) == nil)
        states.renew(id(1), at: later)
        #expect(states.state(id(1), now: later) != nil)
    }

    @Test("Changes name the changed properties, and objects that are gone come last") func findsChanges() {
        let before = DeltaState(
            tenant: TenantID("t"), path: "/users", scope: DeltaScope(), created: DeltaStatesTests.now,
            contents: DeltaState.Contents(
                ids: ["a", "b", "c"], hashes: ["a": [1, 2], "b": [3, 4], "c": [5, 6]], links: ["a": ["x", "y"]]),
            changes: [])
        let changes = before.changes(
            to: DeltaState.Contents(
                ids: ["d", "c", "a"], hashes: ["a": [1, 2], "c": [5, 7], "d": [8, 9]], links: ["a": ["y", "z"]]))
        #expect(changes.map(\.id) == ["d", "c", "a", "b"])
        #expect(changes.map(\.properties) == [[0, 1], [1], [], nil])
        #expect(changes.map(\.added) == [[], [], ["z"], []])
        #expect(changes.map(\.removed) == [[], [], ["x"], []])
    }
}
