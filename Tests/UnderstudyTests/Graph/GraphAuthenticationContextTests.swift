import Formats
import Testing

/// Applications read the authentication contexts of a tenant, to choose the one that they demand
/// (entra-docs developer-guide-conditional-access-authentication-context).
@Suite struct GraphAuthenticationContextTests {
    private static let path = "/identity/conditionalAccess/authenticationContextClassReferences"

    @Test("Microsoft Graph lists the authentication contexts of the configuration")
    func listsAuthenticationContexts() throws {
        let graph = try GraphLab(roles: ["AuthenticationContext.Read.All"]).automation()
        let path = GraphAuthenticationContextTests.path
        let all = try graph.get(path)
        #expect(all.values("id") == ["c1", "c2"])
        #expect(try graph.get("\(path)?$filter=isAvailable%20eq%20true").values("id") == ["c1"])
        let one = try graph.get("\(path)/c1")
        #expect(one["displayName"] == "Step up" && one["description"] == "A second factor")
        #expect(one.json?["isAvailable"]?.bool == true)
        #expect(try graph.get("\(path)/c9").graph == "404 Request_ResourceNotFound")
        #expect(try graph.post(path, "{}").status == 405)
    }

    @Test("Reading authentication contexts needs a permission")
    func requiresPermission() throws {
        let graph = try GraphLab().automation()
        #expect(try graph.get(GraphAuthenticationContextTests.path).graph == "403 Authorization_RequestDenied")
    }
}
