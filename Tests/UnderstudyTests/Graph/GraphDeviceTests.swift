import Formats
import Testing
@testable import Understudy

/// Devices that Microsoft Graph creates, changes and deletes (device-post-devices, device-update and device-delete in the
/// reference).
@Suite struct GraphDeviceTests {
    private static let id = "4c299165-6e8f-4b45-a5ba-c5d250a707ff"
    private static let members = [
        ("accountEnabled", "false"), ("alternativeSecurityIds", #"[{"type":2,"key":"Y3YxN2E1MWFlYw=="}]"#),
        ("deviceId", "\"\(id)\""), ("displayName", #""Test device""#), ("operatingSystem", #""linux""#),
        ("operatingSystemVersion", #""1""#),
    ]

    private static func body(_ more: String = "", without name: String = "") -> String {
        "{\(members.filter { $0.0 != name }.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))\(more)}"
    }

    private static let denied = "403 Authorization_RequestDenied"

    @Test("A device is created, changed and deleted by either of its ids")
    func createsChangesAndDeletesDevice() throws {
        let lab = try GraphLab()
        let graph = lab.control
        let made = try graph.post("/devices", GraphDeviceTests.body(#","deviceMetadata":"x""#))
        #expect(made.status == 201)
        #expect(made["@odata.context"]?.hasSuffix("$metadata#devices/$entity") == true)
        #expect(made["deviceMetadata"] == "x")
        #expect(made.json?["alternativeSecurityIds"]?.array?.first?["type"] == .integer(2))
        #expect(made["registrationDateTime"] != nil)
        let id = try #require(made["id"])
        #expect(id != GraphDeviceTests.id)
        let key = "/devices(deviceId='\(GraphDeviceTests.id)')"
        #expect(try graph.get(key)["id"] == id)
        #expect(try graph.post("/devices", GraphDeviceTests.body()).graph == "400 Request_BadRequest")
        let change =
            #"{"accountEnabled":true,"displayName":"Renamed","extensionAttributes":{"extensionAttribute1":"BYOD"}}"#
        #expect(try graph.patch(key, change).status == 204)
        #expect(try graph.patch("/devices/\(id)", #"{"isCompliant":true}"#).status == 204)
        let read = try graph.get("/devices/\(id)")
        #expect(read["displayName"] == "Renamed")
        #expect(read.json?["extensionAttributes"]?["extensionAttribute1"] == .string("BYOD"))
        #expect(read.json?["isCompliant"] == .bool(true))
        #expect(try graph.patch(key, #"{"deviceId":"\#(Seed.alex)"}"#).graph == "400 Request_BadRequest")
        #expect(try graph.patch(key, #"{"trustType":"AzureAd"}"#).graph == "400 Request_BadRequest")
        let reference = Relations.reference(id)
        #expect(try graph.post("/groups/\(GraphLab.staff)/members/$ref", reference).status == 204)
        #expect(try graph.delete(key).status == 204)
        #expect(try graph.get("/devices/\(id)").graph == "404 Request_ResourceNotFound")
        #expect(try graph.get("/groups/\(GraphLab.staff)/members").values("id") == [Seed.alex])
        #expect(try graph.delete(key).graph == "404 Request_ResourceNotFound")
        #expect(try graph.get("/directory/deletedItems/\(id)").graph == "404 Request_ResourceNotFound")
    }

    @Test("A new device needs each required property", arguments: GraphDeviceTests.members.map(\.0))
    func requiresProperties(_ name: String) throws {
        let graph = try GraphLab().control
        #expect(try graph.post("/devices", GraphDeviceTests.body(without: name)).graph == "400 Request_BadRequest")
    }

    @Test("A device of Graph is part of an export") func exportsDevice() throws {
        let lab = try GraphLab()
        let id = try #require(try lab.control.post("/devices", GraphDeviceTests.body())["id"])
        let export = try lab.site.control("GET", "directory").text
        #expect(try lab.site.control("PUT", "directory", export).status == 204)
        let read = try lab.control.get("/devices/\(id)")
        #expect(read["operatingSystemVersion"] == "1")
        #expect(read["deviceId"] == GraphDeviceTests.id)
        #expect(read.json?["accountEnabled"] == .bool(false))
    }

    @Test("Applications change and delete devices, and do not create them") func limitsApplications() throws {
        let lab = try GraphLab(roles: ["Device.ReadWrite.All"])
        let graph = try lab.automation()
        #expect(try graph.post("/devices", GraphDeviceTests.body()).graph == GraphDeviceTests.denied)
        let id = try #require(try lab.control.post("/devices", GraphDeviceTests.body())["id"])
        #expect(try graph.patch("/devices/\(id)", #"{"accountEnabled":true}"#).status == 204)
        // Only device management reports whether a device is compliant.
        #expect(try graph.patch("/devices/\(id)", #"{"isCompliant":true}"#).graph == GraphDeviceTests.denied)
        #expect(try graph.delete("/devices/\(id)").status == 204)
    }

    struct Role: Row {
        let name: String
        let creates: String
        let enables: String
        let renames: String
        let deletes: String
    }

    @Test(
        "The directory role of a user decides what the user may do with devices",
        arguments: [
            Role(name: "Intune Administrator", creates: "201", enables: "204", renames: "204", deletes: "204"),
            Role(
                name: "Windows 365 Administrator", creates: "201", enables: GraphDeviceTests.denied, renames: "204",
                deletes: "204"),
            Role(
                name: "Cloud Device Administrator", creates: GraphDeviceTests.denied, enables: "204",
                renames: GraphDeviceTests.denied, deletes: "204"),
            Role(
                name: "Global Reader", creates: GraphDeviceTests.denied, enables: GraphDeviceTests.denied,
                renames: GraphDeviceTests.denied, deletes: GraphDeviceTests.denied),
        ])
    func checksDirectoryRole(_ role: Role) throws {
        let user =
            "{userPrincipalName: device@contoso.com, displayName: D, password: Understudy!1, roles: [\(role.name)]}"
        let lab = try GraphLab(scopes: "Directory.AccessAsUser.All", users: [user])
        let graph = try lab.calls(as: "device@contoso.com", scope: "Directory.AccessAsUser.All")
        let other = GraphDeviceTests.body(#","deviceId":"\#(Seed.alex)""#, without: "deviceId")
        let id = try #require(try lab.control.post("/devices", GraphDeviceTests.body())["id"])
        #expect(try graph.post("/devices", other).graph == role.creates)
        #expect(try graph.patch("/devices/\(id)", #"{"accountEnabled":true}"#).graph == role.enables)
        #expect(try graph.patch("/devices/\(id)", #"{"displayName":"X"}"#).graph == role.renames)
        #expect(try graph.delete("/devices/\(id)").graph == role.deletes)
    }
}
