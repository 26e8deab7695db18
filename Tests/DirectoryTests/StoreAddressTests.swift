@testable import Directory
import Testing

@Suite struct StoreAddressTests {
    struct Good: Sendable {
        let text: String
        let shown: String
        var user: String?
        var password: String?
        var timeout = 1_000
    }

    static let good: [Good] = [
        Good(text: "redis://localhost", shown: "redis://localhost:6379/0"),
        Good(text: "rediss://valkey.example:7000/3", shown: "rediss://valkey.example:7000/3"),
        Good(text: "redis://[::1]:7000", shown: "redis://[::1]:7000/0"),
        Good(text: "redis://[::1]/", shown: "redis://[::1]:6379/0"),
        Good(text: "redis://:p%40ss@h", shown: "redis://h:6379/0", password: "p@ss"),
        Good(text: "redis://u:a:b@h?timeout=250", shown: "redis://h:6379/0", user: "u", password: "a:b", timeout: 250),
    ]

    @Test(arguments: good) func parsesStoreAddress(_ row: Good) throws {
        let address = try StoreAddress(parsing: row.text)
        #expect(address.text == row.shown)
        #expect(address.user == row.user)
        #expect(address.password == row.password)
        #expect(address.timeout == row.timeout)
    }

    static let bad: [(String, String)] = [
        ("", "begins with neither"), ("http://h", "begins with neither"), ("redis://", "has no host"),
        ("redis://u:secret@", "has no host"), ("redis://h:0", "port"), ("redis://h:65536", "port"),
        ("redis://h:", "port"), ("redis://h:-1", "port"), ("redis://[::1", "[ADDRESS]:PORT"),
        ("redis://[::1]x", "[ADDRESS]:PORT"),
        ("redis://h/x", "database"), ("redis://h/99999999999999999999", "database"), ("redis://h?x=1", "timeout="),
        ("redis://h?timeout=5", "timeout="), ("redis://u:%zz@h", "invalid percent-encoding"),
    ]

    @Test(arguments: bad) func reportsInvalidPartOfAddress(_ text: String, _ reason: String) {
        do {
            _ = try StoreAddress(parsing: text)
            Issue.record("\(text) is taken")
        } catch {
            #expect(error.reason.contains(reason))
            #expect(!error.reason.contains("secret"))
        }
    }
}
