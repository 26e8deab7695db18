import Directory
import FoundationEssentials
import HTTP
import Testing
@testable import Understudy

/// The options that limit clients, from the table to the transport and to the reference.
@Suite struct LimitOptionsTests {
    @Test func whatNothingSetsIsTheTransportsOwnDefault() {
        #expect("\(HTTPLimits(ServerOptions()))" == "\(HTTPLimits())")
    }

    @Test(arguments: ServerLimit.allCases)
    func eachChangesSomethingOfItsOwn(_ limit: ServerLimit) {
        var options = ServerOptions()
        options.limits = [limit: limit.row.usual + 1]
        let isTransports = ![.maxForm, .maxDiscard, .drainTimeout].contains(limit)
        #expect(("\(HTTPLimits(options))" != "\(HTTPLimits())") == isTransports)
    }

    @Test func theReferenceListsEach() throws {
        let page = SourceScan.root.appending(path: "docs/reference/command-line.md")
        let reference = try String(contentsOf: page, encoding: .utf8)
        for option in OptionSpec.all.suffix(ServerLimit.allCases.count) {
            let start = "| `--\(option.longName) "
            let row = reference.split(separator: "\n").first { $0.hasPrefix(start) }
            #expect(row?.contains(" | `\(option.defaultText)` | ") == true, "\(start)")
        }
    }
}
