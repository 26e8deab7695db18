@testable import ControlPlane
import Formats
import Testing
@testable import Understudy

/// The description of Microsoft Graph, from which docs/reference/graph.md is written.
@Suite struct GraphReferenceTests {
    @Test("The description has every operation and every listed type") func describesOperationsAndTypes() throws {
        let description = try MockEntra().site.get("/_understudy/graph").json
        let operations = try #require(description?["operations"]?.array)
        let described = operations.compactMap { operation in
            operation["method"]?.string.flatMap { method in operation["path"]?.string.map { "\(method) \($0)" } }
        }
        #expect(described == GraphOperation.table.map { "\($0.method) \($0.pattern)" })
        #expect(described.count == Set(described).count)
        let domains = operations.filter { $0["path"]?.string == "/domains" }
        #expect(domains.map { $0["rejection"]?["code"]?.string } == [nil, "Request_BadRequest"])
        let types = try #require(description?["types"]?.array)
        let names = types.compactMap { $0["name"]?.string }
        #expect(Set(["user", "group", "application", "servicePrincipal"]).isSubset(of: names))
        #expect(names.count == Set(names).count)
        let user = types.first { $0["name"]?.string == "user" }
        let mail = user?["properties"]?.array?.first { $0["name"]?.string == "mail" }
        #expect(mail?["operators"]?.string == "eq ne+ startsWith endsWith+ null+")
        #expect(mail?["use"]?.string == "readWrite" && mail?["default"]?.bool == true)
    }
}
