import Directory
import Entra
import Testing

/// A directory of so many applications and users in one tenant.
private func generated(_ count: Int) -> String {
    var text = "tenants:\n- id: 11111111-1111-4111-8111-111111111111\n  domains: [contoso.com]\n  users:\n"
    for index in 0..<count { text += "  - {userPrincipalName: user\(index)@contoso.com, displayName: User \(index)}\n" }
    text += "  applications:\n"
    for index in 0..<count {
        text += "  - {appId: app-\(index), displayName: App \(index), identifierUris: [\"api://app-\(index)\"],"
        text += " web: {redirectUris: [\"https://app-\(index).example/cb\"]}}\n"
    }
    return text
}

/// The shortest of several runs: what else the machine does only ever adds.
private func shortest(of runs: Int, _ body: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<runs).map { _ in clock.measure(body) }.min() ?? .zero
}

@Suite(.serialized) struct ScaleTests {
    @Test func lookupsTakeTheSameTimeInALargeDirectory() throws {
        let small = try Configuration.load(.inline(generated(100))).directory
        let clock = ContinuousClock()
        var loaded: Directory?
        let text = generated(100_000)
        let loading = try clock.measure { loaded = try Configuration.load(.inline(text)).directory }
        let large = try #require(loaded)
        #expect(large.tenants[0].users.count == 100_000)
        print("100,000 applications and users, \(text.utf8.count >> 20) MiB: loaded in \(loading)")

        // The same hundred names in both, so that only the size of the tables differs.
        let names = (0..<100).map { (ClientID("APP-\($0)"), "User\($0)@contoso.com", "api://app-\($0)") }
        func lookUp(_ directory: Directory) {
            for _ in 0..<20 {
                for (client, user, uri) in names {
                    guard let home = directory.registration(of: client), home.tenant.user(named: user) != nil,
                        home.tenant.application(identifierUri: uri)?.clientID == client
                    else {
                        Issue.record("\(user) is not found")
                        return
                    }
                }
            }
        }
        let inSmall = shortest(of: 9) { lookUp(small) }
        let inLarge = shortest(of: 9) { lookUp(large) }
        print("6,000 lookups: \(inSmall) of 100, \(inLarge) of 100,000")
        #expect(inLarge < inSmall * 5)
    }
}
