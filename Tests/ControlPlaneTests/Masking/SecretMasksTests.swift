@testable import ControlPlane
import Directory
import Testing

/// Checks which secrets of the directory the masks of a server know.
struct SecretMasksTests {
    private func directory(_ secret: String) throws -> Directory {
        try Configuration.load(
            .text(
                """
                settings: {managedIdentityHeader: header-\(secret)}
                tenants:
                  - id: 77777777-7777-4777-8777-777777777777
                    users: [{userPrincipalName: a@x.example, password: pass-\(secret), mfa: "112233"}]
                    applications: [{appId: app, passwordCredentials: [{secretText: app-\(secret)}]}]
                """)
        ).directory
    }

    @Test("A mask knows every secret of the requested version of the directory")
    func masksSecretsOfRequestedDirectoryVersion() throws {
        let masks = SecretMasks()
        let old = masks.mask(try directory("old-secret"), nil)
        let new = masks.mask(try directory("new-secret"), nil)
        for prefix in ["header", "pass", "app"] {
            #expect(old.text("x \(prefix)-old-secret") == "x ***")
            #expect(new.text("x \(prefix)-old-secret") == "x \(prefix)-old-secret")
        }
        #expect(old.text("code 112233") == "code ***")
    }

    @Test("The masks keep the secrets of a few versions of the directory")
    func keepsSecretsOfFewDirectoryVersions() throws {
        let masks = SecretMasks()
        let directories = try (1...5).map { try directory("secret-\($0)") }
        for directory in directories + directories { _ = masks.mask(directory, nil) }
        #expect(masks.keptVersions == 2)
    }
}
