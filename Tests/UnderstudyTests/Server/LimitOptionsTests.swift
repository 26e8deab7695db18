import Directory
import FoundationEssentials
import HTTP
import Testing
@testable import Understudy

/// Every limit option reaches the transport and is listed in the reference.
@Suite struct LimitOptionsTests {
    @Test func unsetLimitsUseTransportDefaults() {
        #expect("\(HTTPLimits(ServerOptions()))" == "\(HTTPLimits())")
    }

    @Test(arguments: ServerLimit.allCases)
    func limitOptionChangesTransportLimits(_ limit: ServerLimit) {
        var options = ServerOptions()
        options.limits = [limit: limit.row.defaultValue + 1]
        let isTransportLimit = ![.maxForm, .maxDiscard, .drainTimeout].contains(limit)
        #expect(("\(HTTPLimits(options))" != "\(HTTPLimits())") == isTransportLimit)
    }

    @Test func referenceListsEveryLimitOption() throws {
        let page = SourceScan.root.appending(path: "docs/reference/command-line.md")
        let reference = try String(contentsOf: page, encoding: .utf8)
        for option in OptionSpec.all.suffix(ServerLimit.allCases.count) {
            let start = "| `--\(option.longName) "
            let row = reference.split(separator: "\n").first { $0.hasPrefix(start) }
            #expect(row?.contains(" | `\(option.defaultText)` | ") == true, "\(start)")
        }
    }
}
