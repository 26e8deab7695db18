@testable import ControlPlane
import Formats
import FoundationEssentials
@testable import Protocol
import Testing

/// Checks that the console explains every claim that the server issues, and that each explanation names a heading of the reference.
struct ClaimExplanationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: Self.root.appending(path: path)), as: UTF8.self)
    }

    @Test
    func rowsAreUniqueAndComplete() {
        let names = ClaimExplanation.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count > 70)
        for row in ClaimExplanation.all { #expect(!row.reason.isEmpty && !row.control.isEmpty, "\(row.name)") }
    }

    /// The first column of each table of the reference, except the values of `groupMembershipClaims`, names claims.
    @Test
    func explainsEveryDocumentedClaim() throws {
        let lines = try text("docs/reference/claims.md").split(separator: "\n")
        let values: Set = ["None", "SecurityGroup", "ApplicationGroup", "DirectoryRole", "All"]
        for line in lines where line.hasPrefix("| `") {
            let column = line.dropFirst(2).split(separator: "|")[0]
            let names = column.split(separator: "`").enumerated().filter { $0.offset.isMultiple(of: 2) }
            for name in names.map({ String($0.element) }) where !values.contains(name) && name != " " {
                #expect(ClaimExplanation.named(name) != nil, "\(name)")
            }
        }
    }

    @Test
    func namesHeadingsOfReference() throws {
        let headings = try text("docs/reference/claims.md").split(separator: "\n").filter { $0.hasPrefix("## ") }.map {
            $0.dropFirst(3).lowercased().filter { $0 != "'" }.replacing(" ", with: "-")
        }
        for anchor in Set(ClaimExplanation.all.map(\.anchor)) {
            #expect(headings.contains(anchor), "\(anchor)")
        }
    }

    /// The sources write claims by name.
    @Test
    func explainsEveryClaimOfSources() throws {
        let folder = Self.root.appending(path: "Sources/Protocol")
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path()) where file.hasSuffix(".swift") {
            let source = try text("Sources/Protocol/\(file)")
            for mark in ["claims.set(\"", "claims[\""] {
                for piece in source.split(separator: mark, omittingEmptySubsequences: false).dropFirst() {
                    let name = String(piece.prefix { $0 != "\"" })
                    #expect(ClaimExplanation.named(name) != nil, "\(name) in \(file)")
                }
            }
        }
    }

    @Test
    func explainsDirectoryExtensionsAlone() {
        #expect(ClaimExplanation.named("extn.costCenter")?.anchor == "optional-claims")
        #expect(ClaimExplanation.named("costCenter") == nil)
    }
}
