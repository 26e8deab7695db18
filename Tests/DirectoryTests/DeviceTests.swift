import Directory
import Entra
import Formats
import Testing

@Suite struct DeviceTests {
    private func directory() throws -> Directory {
        let text = tenant(
            """
            users:
            - userPrincipalName: alex@contoso.com
            devices:
            - displayName: Laptop
              deviceId: DDDDDDDD-0000-4000-8000-000000000001
              operatingSystem: Windows
              isCompliant: true
              trustType: ServerAd
              registeredOwners: [alex@contoso.com]
              key: MAA=
            - displayName: Phone
            """)
        return try #require(load(text).configuration).directory
    }

    @Test func findsDeviceByIDOrCertificate() throws {
        let tenant = try #require(try directory().tenants.first)
        let laptop = try #require(tenant.device(ObjectID("dddddddd-0000-4000-8000-000000000001")))
        #expect(laptop.displayName == "Laptop")
        #expect(laptop.operatingSystem == "Windows")
        #expect(laptop.isCompliant)
        #expect(laptop.isDomainJoined)
        #expect(laptop.registeredOwners == [try #require(tenant.user(named: "alex@contoso.com")).id])
        #expect(tenant.device(certificate: [0x30, 0])?.deviceId == laptop.deviceId)
        #expect(tenant.device(certificate: [0x30, 1]) == nil)
        #expect(tenant.device(ObjectID("dddddddd-0000-4000-8000-000000000002")) == nil)
    }

    @Test func derivesDeviceIDAndDefaultsToNonCompliant() throws {
        let tenant = try #require(try directory().tenants.first)
        let phone = try #require(tenant.devices.last)
        #expect(GUID(phone.deviceId.description) != nil)
        #expect(tenant.device(phone.deviceId)?.displayName == "Phone")
        #expect(!phone.isCompliant)
        #expect(!phone.isManaged)
        #expect(phone.trustType == nil)
        #expect(phone.accountEnabled)
    }
}
