import ControlPlane
import Entra
import Formats
import Testing

/// What `GET /_understudy/health` tells of a store that replicas share.
@Suite struct HealthTests {
    /// What is known of the store, and what is told.
    struct Row: Sendable {
        let reachesStore: Bool?
        let error: String?
        let told: [String?]
    }

    static let rows = [
        Row(reachesStore: nil, error: nil, told: [nil, nil]),
        Row(reachesStore: true, error: nil, told: ["ok", nil]),
        Row(reachesStore: true, error: "OOM", told: ["ok", nil]),
        Row(reachesStore: false, error: nil, told: ["unreachable", nil]),
        Row(reachesStore: false, error: "OOM", told: ["unreachable", "OOM"]),
    ]

    @Test("a store that does not do what it is asked is told of, with its own word for it", arguments: rows)
    func store(_ row: Row) {
        let bytes = Health.json(
            version: "1", replica: "r", origins: [],
            Health.Condition(reachesStore: row.reachesStore, storeError: row.error))
        let json = JSONValue(parsing: bytes)
        #expect(json?["status"]?.string == "ok")
        #expect(["store", "storeError"].map { json?[$0]?.string } == row.told)
    }
}
