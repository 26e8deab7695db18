import Directory
import FoundationEssentials
import HTTP
import Testing

@testable import Understudy

/// The options that limit clients, from the table to the transport and to the README.
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

    @Test func theReadmeListsEach() throws {
        let readme = try String(contentsOf: SourceScan.root.appending(path: "README.md"), encoding: .utf8)
        for option in OptionSpec.all.suffix(ServerLimit.allCases.count) {
            let row = "| `--\(option.longName)` | `\(option.defaultText)` | "
            #expect(readme.contains(row), "\(row)")
        }
    }
}
