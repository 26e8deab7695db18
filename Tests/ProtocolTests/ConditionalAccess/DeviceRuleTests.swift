import Directory
import Entra
@testable import Protocol
import Testing

/// Checks the rules of device filters.
@Suite struct DeviceRuleTests {
    private static let laptop: Device = {
        var device = Device(deviceId: ObjectID("dddddddd-0000-4000-8000-000000000001"), displayName: "ABC laptop")
        device.isCompliant = true
        device.operatingSystem = "Windows"
        device.trustType = .serverAd
        return device
    }()

    @Test(
        "A rule is met by the properties of the device, and without a device by negative operators only",
        arguments: [
            (#"device.isCompliant -eq True"#, true, false), (#"device.isCompliant -eq "False""#, false, false),
            (#"device.isCompliant -ne True"#, false, true), (#"device.trustType -eq "ServerAD""#, true, false),
            (#"(device.displayName -contains "abc")"#, true, false),
            (#"device.displayName -notContains "abc""#, false, true),
            (#"device.operatingSystem -in ["Linux", "Windows"]"#, true, false),
            (#"device.operatingSystem -notIn ["Linux"]"#, true, true),
            (#"device.operatingSystem eq 'Windows'"#, true, false),
            (#"device.operatingSystem -startsWith "Win" -and device.isCompliant -eq False"#, false, false),
            (#"device.isCompliant -eq False -or (device.displayName -endsWith "top")"#, true, false),
            (#"-not (device.isCompliant -eq True)"#, false, true),
            (#"device.extensionAttribute1 -eq "SAW""#, false, false),
            (#"device.extensionAttribute1 -ne "SAW""#, true, true),
            (#"device.deviceid -eq "DDDDDDDD-0000-4000-8000-000000000001""#, true, false),
        ])
    func matchesDevice(_ text: String, _ device: Bool, _ unregistered: Bool) throws {
        let rule = try #require(DeviceRule(text))
        #expect(rule.matches(DeviceRuleTests.laptop) == device)
        #expect(rule.matches(nil) == unregistered)
    }

    @Test(
        "A malformed rule is no rule",
        arguments: [
            "", "device.isCompliant", "device.isCompliant -eq", "isCompliant -eq True", "device.isCompliant -is True",
            "(device.isCompliant -eq True", "device.isCompliant -eq True)", #"device.displayName -eq "x"#,
            #"device.displayName -in ["x""#, "device.isCompliant -eq True -and",
            String(repeating: "(", count: 10_000) + "device.isCompliant -eq True",
        ])
    func rejectsMalformedRule(_ text: String) { #expect(DeviceRule(text) == nil) }

    @Test func rejectsLongRule() {
        let rule = "device.displayName -eq \"x\""
        #expect(DeviceRule(rule + String(repeating: " ", count: 3_072 - rule.utf8.count)) != nil)
        #expect(DeviceRule(rule + String(repeating: " ", count: 3_073 - rule.utf8.count)) == nil)
    }
}
