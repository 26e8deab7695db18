import Directory
import Entra
import Protocol
import Testing

/// Checks the permissions that a client gets for itself.
@Suite struct AppPermissionsTests {
    typealias Fixture = ScopeFixture

    enum Requested: Sendable {
        case scope(String)
        case resource(String?)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let requested: Requested
        var assigned = [Fixture.assigned(Fixture.orders, "Orders.Read.All")]
        var runtime: [AppRoleAssignment] = []
        /// `aud: roles` or the error.
        let expected: String

        var testDescription: String { name }
    }

    static let notDefault = "AADSTS1002012 invalid_scope"
    static let orders = Fixture.ordersID

    static let rows: [Row] = [
        Row(
            name: "a role is assigned", requested: .scope("api://orders/.default"),
            expected: "\(orders): Orders.Read.All"),
        Row(name: "by GUID", requested: .scope("\(orders)/.default"), expected: "\(orders): Orders.Read.All"),
        Row(
            name: "a further role at run time", requested: .scope("api://orders/.default"),
            runtime: [Fixture.assigned(Fixture.orders, "Orders.Write.All")],
            expected: "\(orders): Orders.Read.All Orders.Write.All"),
        // azure-docs#111697, entra-docs#1405
        Row(
            name: "a disabled role that is still assigned", requested: .scope("api://orders/.default"),
            assigned: [Fixture.assigned(Fixture.orders, "Retired")], expected: "\(orders): Retired"),
        Row(
            name: "another client's role", requested: .scope("api://orders/.default"),
            assigned: [Fixture.assigned(Fixture.orders, "Orders.Read.All", to: Fixture.mobile())],
            expected: "\(orders): "),
        Row(
            name: "no role", requested: .scope("https://graph.microsoft.com/.default"),
            expected: "https://graph.microsoft.com: "),
        Row(name: "Microsoft Graph by .default alone", requested: .scope(".default"), expected: "\(Fixture.graphID): "),
        Row(
            name: "a double slash", requested: .scope("https://legacy.contoso.com//.default"),
            expected: "https://legacy.contoso.com/: "),
        Row(
            name: "reserved scopes are passed over", requested: .scope("openid api://orders/.default"),
            expected: "\(orders): Orders.Read.All"),
        Row(name: "a named permission", requested: .scope("api://orders/Orders.Read"), expected: notDefault),
        Row(name: "a bare permission", requested: .scope("User.Read"), expected: notDefault),
        Row(name: "an App ID URI alone", requested: .scope("api://orders"), expected: notDefault),
        Row(name: "reserved scopes alone", requested: .scope("openid"), expected: notDefault),
        Row(
            name: "two .default", requested: .scope("api://orders/.default https://graph.microsoft.com/.default"),
            expected: "AADSTS70011 invalid_scope"),
        Row(
            name: ".default and a name", requested: .scope("api://orders/.default api://orders/Orders.Read"),
            expected: "AADSTS70011 invalid_scope"),
        Row(
            name: "unknown resource", requested: .scope("api://nobody/.default"),
            expected: "AADSTS500011 invalid_resource"),
        Row(
            name: "a resource without service principal", requested: .scope("api://shipping/.default"),
            expected: "AADSTS500011 invalid_resource"),
        Row(name: "empty", requested: .scope(" "), expected: "AADSTS28003 invalid_request"),
        Row(
            name: "assignment required and none", requested: .scope("api://locked/.default"),
            expected: "AADSTS501051 invalid_grant"),
        Row(
            name: "assignment required and there", requested: .scope("api://locked/.default"),
            assigned: [Fixture.assigned(Fixture.locked, "Locked.All")], expected: "api://locked: Locked.All"),
        Row(
            name: "assignment without a role is one", requested: .scope("api://locked/.default"),
            assigned: [Fixture.assigned(Fixture.locked, "none")], expected: "api://locked: "),
        Row(name: "v1", requested: .resource("api://orders"), expected: "\(orders): Orders.Read.All"),
        Row(
            name: "v1 keeps the slash", requested: .resource("https://legacy.contoso.com/"),
            expected: "https://legacy.contoso.com/: "),
        Row(
            name: "v1, unknown", requested: .resource("https://nobody.example"),
            expected: "AADSTS500011 invalid_resource"),
        Row(name: "v1, none", requested: .resource(nil), expected: "AADSTS900144 invalid_request"),
    ]

    @Test(arguments: rows) func clientGetsItsAssignedRoles(row: Row) throws {
        let resolver = try resolver(for: Fixture.daemon, assignments: row.assigned)
        let result = outcome { () throws(EntraError) in
            let permissions =
                switch row.requested {
                case .scope(let scope):
                    try AppPermissions.resolve(AppPermissions.scopes(scope), by: resolver, assignments: row.runtime)
                case .resource(let resource):
                    try AppPermissions.fromResource(resource, by: resolver, assignments: row.runtime)
                }
            return "\(permissions.audience): \(permissions.roles.joined(separator: " "))"
        }
        #expect(result == row.expected)
    }

    @Test func applicationRequestsItsOwnAPIByURI() throws {
        let resolver = try resolver(for: Fixture.orders)
        let permissions = try AppPermissions.resolve(AppPermissions.scopes("api://orders/.default"), by: resolver)
        #expect(permissions.audience == Fixture.ordersID)
    }
}
