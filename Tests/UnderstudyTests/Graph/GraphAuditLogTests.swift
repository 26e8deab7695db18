import Formats
import Testing
@testable import Understudy

@Suite struct GraphAuditLogTests {
    private static let signIns = "/auditLogs/signIns"

    @Test("Sign-ins are listed newest first, with their error numbers") func listsSignIns() throws {
        let lab = try GraphLab()
        _ = try lab.site.tokens(GraphLab.console, ["scope": "openid"], as: "alex@contoso.com", tenant: Seed.contoso)
        lab.entra.clock.advance(seconds: 60)
        _ = try lab.site.signIn(
            GraphLab.console, ["scope": "openid"], as: "adele@contoso.com", password: "wrong", tenant: Seed.contoso)
        let listed = try lab.control.get(GraphAuditLogTests.signIns)
        #expect(listed.values("userPrincipalName") == ["adele@contoso.com", "alex@contoso.com"])
        #expect(listed.values("appId") == [GraphLab.console.id, GraphLab.console.id])
        let codes = (listed.json?["value"]?.array ?? []).compactMap { $0["status"]?["errorCode"]?.integer }
        #expect(codes == [50_126, 0])
        let id = try #require(listed.values("id").first)
        #expect(try lab.control.get("\(GraphAuditLogTests.signIns)/\(id)")["userPrincipalName"] == "adele@contoso.com")
        let alex = try lab.control.get(
            "\(GraphAuditLogTests.signIns)?$filter=userPrincipalName eq 'alex@contoso.com'&$top=1")
        #expect(alex.values("userId") == [Seed.alex])
        let times = listed.values("createdDateTime")
        let recent = try lab.control.get(
            "\(GraphAuditLogTests.signIns)?$filter=createdDateTime ge \(try #require(times.first))")
        #expect(recent.values("userPrincipalName") == ["adele@contoso.com"])
    }

    @Test("Sign-ins of another tenant are not listed") func separatesTenants() throws {
        let lab = try GraphLab()
        _ = try lab.site.tokens(GraphLab.console, ["scope": "openid"], as: "alex@contoso.com", tenant: Seed.contoso)
        let fabrikam = GraphCalls(site: lab.site, headers: [("X-Understudy-Tenant", "fabrikam.com")])
        #expect(try fabrikam.get(GraphAuditLogTests.signIns).values("id").isEmpty)
    }

    @Test("Changes by Graph are listed with the one who made them") func listsDirectoryAudits() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"jobTitle":"x"}"#).status == 204)
        let listed = try lab.control.get("/auditLogs/directoryAudits")
        #expect(listed.values("activityDisplayName") == ["Update user"])
        #expect(listed.values("category") == ["UserManagement"])
        let entry = try #require(listed.json?["value"]?.array?.first)
        #expect(entry["initiatedBy"]?["app"]?["displayName"]?.string == "Automation")
        #expect(entry["targetResources"]?.array?.first?["id"]?.string == Seed.alex)
    }

    @Test("The logs need their own permission") func requiresPermission() throws {
        let graph = try GraphLab().automation()
        #expect(try graph.get(GraphAuditLogTests.signIns).graph == "403 Authorization_RequestDenied")
    }
}
