import Entra
import FoundationEssentials
import Testing

/// The table of error codes in `docs/explanation/parity.md` matches the tests.
@Suite struct ParityPageTests {
    /// The rows `| number | condition | how |` by number.
    private static func rows() throws -> [Int: (condition: String, how: String)] {
        let page = SourceScan.root.appending(path: "docs/explanation/parity.md")
        let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        var rows: [Int: (condition: String, how: String)] = [:]
        let table = try #require(text.split(separator: "## Error codes").last)
        for line in table.split(separator: "\n") {
            let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }.map {
                String($0.reversed().drop { $0 == " " }.reversed())
            }
            guard cells.count == 3, let number = Int(cells[0]) else { continue }
            #expect(rows.updateValue((cells[1], cells[2]), forKey: number) == nil, "\(number) is listed twice")
        }
        return rows
    }

    @Test("The table lists every code of the catalog with the condition that raises the code")
    func listsEveryCodeWithCondition() throws {
        let rows = try ParityPageTests.rows()
        #expect(rows.keys.sorted() == AADSTS.catalog.map(\.number).sorted())
        #expect(rows.count >= 150)
        #expect(rows.allSatisfy { !$0.value.condition.isEmpty })
    }

    @Test("The table names a request for a code exactly if a request raises the code")
    func statesHowEachCodeIsRaised() throws {
        let covered = Set(ReachableCodeTests.all.map(\.code))
        for (number, row) in try ParityPageTests.rows() {
            let expected =
                if covered.contains(number) {
                    "a request: `Tests/UnderstudyTests/Server/ReachableCodeTests.swift: requestRaisesCodeUnderItsCondition`"
                } else if ReachableCodeTests.unreachable.contains(number) {
                    "a failure inside the server: `Tests/UnderstudyTests/Server/ReachableCodeTests.swift: coversExactlyTheRaisedCodes`"
                } else {
                    "only a script: `Tests/EntraTests/Errors/AADSTSTests.swift: everyRowIsComplete`"
                }
            #expect(row.how == expected, "\(number)")
        }
    }
}
