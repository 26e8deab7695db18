import ControlPlane
import Entra
import Formats
import Testing

/// Checks what `GET /_understudy/health` reports about a store that replicas share.
@Suite struct HealthTests {
    /// The known state of the store and the reported members.
    struct Row: Sendable {
        let reachesStore: Bool?
        let error: String?
        let reported: [String?]
    }

    static let rows = [
        Row(reachesStore: nil, error: nil, reported: [nil, nil]),
        Row(reachesStore: true, error: nil, reported: ["ok", nil]),
        Row(reachesStore: true, error: "OOM", reported: ["ok", nil]),
        Row(reachesStore: false, error: nil, reported: ["unreachable", nil]),
        Row(reachesStore: false, error: "OOM", reported: ["unreachable", "OOM"]),
    ]

    @Test("The health document reports an unreachable store together with its error", arguments: rows)
    func reportsUnreachableStoreWithItsError(_ row: Row) {
        let bytes = Health.json(
            version: "1", replica: "r", origins: [],
            Health.Condition(reachesStore: row.reachesStore, storeError: row.error))
        let json = JSONValue(parsing: bytes)
        #expect(json?["status"]?.string == "ok")
        #expect(["store", "storeError"].map { json?[$0]?.string } == row.reported)
    }
}
