import ClientTools
import Formats
import Testing

struct ClaimComparisonTests {
    private static let v1: [JSONValue.Member] = [
        JSONValue.Member("aud", .string("api://orders")), JSONValue.Member("iat", .integer(1)),
        JSONValue.Member("oid", .string("o")), JSONValue.Member("appid", .string("c")),
        JSONValue.Member("amr", .array([.string("pwd")])), JSONValue.Member("other", .bool(true)),
    ]
    private static let v2: [JSONValue.Member] = [
        JSONValue.Member("azp", .string("c")), JSONValue.Member("aud", .string("g")),
        JSONValue.Member("iat", .integer(2)),
        JSONValue.Member("oid", .string("o")), JSONValue.Member("other", .bool(false)),
    ]

    @Test func listsEveryClaimOnceWithItsChange() {
        let rows = ClaimComparison(ClaimComparisonTests.v1, ClaimComparisonTests.v2).rows
        #expect(rows.map(\.name) == ["aud", "iat", "oid", "appid", "amr", "other", "azp"])
        #expect(rows.map(\.change) == [.changed, .perToken, .same, .removed, .removed, .changed, .added])
        #expect(rows[3].note == "now azp" && rows[6].note == "was appid")
        #expect(rows[0].note != nil && rows[2].note == nil && rows[5].note == nil)
        #expect(rows[4].first == .array([.string("pwd")]) && rows[4].second == nil)
    }

    @Test func equalTokensChangeNothing() {
        let same = ClaimComparison(ClaimComparisonTests.v1, ClaimComparisonTests.v1)
        #expect(same.changed.isEmpty)
        #expect(ClaimComparison([], []).rows.isEmpty)
    }

    @Test func writesComparisonAsJSONAndText() {
        let long = String(repeating: "x", count: 200)
        let comparison = ClaimComparison(
            ClaimComparisonTests.v1 + [JSONValue.Member("rh", .string(long))], ClaimComparisonTests.v2)
        let first = comparison.json.array?.first
        #expect(first?.object?.map(\.name) == ["claim", "v1", "v2", "change", "note"])
        #expect(comparison.json.array?.last?["v1"] == .null)
        let lines = comparison.lines
        #expect(lines.count == comparison.rows.count + 1)
        #expect(lines.allSatisfy { $0.count < 250 } && !lines.contains { $0.contains(long) })
        #expect(lines.contains { $0.hasPrefix("amr") && $0.contains("[\"pwd\"]") && $0.contains("–") })
    }
}
