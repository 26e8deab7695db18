@testable import Directory
import Testing

@Suite struct StoreAddressTests {
    struct ValidAddress: Sendable {
        let text: String
        let displayed: String
        var user: String?
        var password: String?
        var timeout = 1_000
    }

    static let valid: [ValidAddress] = [
        ValidAddress(text: "redis://localhost", displayed: "redis://localhost:6379/0"),
        ValidAddress(text: "rediss://valkey.example:7000/3", displayed: "rediss://valkey.example:7000/3"),
        ValidAddress(text: "redis://[::1]:7000", displayed: "redis://[::1]:7000/0"),
        ValidAddress(text: "redis://[::1]/", displayed: "redis://[::1]:6379/0"),
        ValidAddress(text: "redis://:p%40ss@h", displayed: "redis://h:6379/0", password: "p@ss"),
        ValidAddress(
            text: "redis://u:a:b@h?timeout=250", displayed: "redis://h:6379/0", user: "u", password: "a:b", timeout: 250
        ),
    ]

    @Test(arguments: valid) func parsesStoreAddress(_ row: ValidAddress) throws {
        let address = try StoreAddress(parsing: row.text)
        #expect(address.text == row.displayed)
        #expect(address.user == row.user)
        #expect(address.password == row.password)
        #expect(address.timeout == row.timeout)
    }

    static let invalid: [(String, String)] = [
        ("", "begins with neither"), ("http://h", "begins with neither"), ("redis://", "has no host"),
        ("redis://u:secret@", "has no host"), ("redis://h:0", "port"), ("redis://h:65536", "port"),
        ("redis://h:", "port"), ("redis://h:-1", "port"), ("redis://[::1", "[ADDRESS]:PORT"),
        ("redis://[::1]x", "[ADDRESS]:PORT"),
        ("redis://h/x", "database"), ("redis://h/99999999999999999999", "database"), ("redis://h?x=1", "timeout="),
        ("redis://h?timeout=5", "timeout="), ("redis://u:%zz@h", "invalid percent-encoding"),
    ]

    @Test(arguments: invalid) func reportsInvalidPartOfAddress(_ text: String, _ reason: String) {
        do {
            _ = try StoreAddress(parsing: text)
            Issue.record("\(text) is accepted")
        } catch {
            #expect(error.reason.contains(reason))
            #expect(!error.reason.contains("secret"))
        }
    }
}
