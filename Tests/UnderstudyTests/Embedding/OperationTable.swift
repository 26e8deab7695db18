import FoundationEssentials
import Testing
@testable import Understudy

/// The typed counterpart of each operation of `Config/openapi.yaml`, by its `operationId`; those of the protocol are for clients.
struct TypedOperation: Sendable {
    let id: String
    let call: @Sendable (UnderstudyServer) throws -> Void

    init(_ id: String, _ call: @escaping @Sendable (UnderstudyServer) throws -> Void) {
        self.id = id
        self.call = call
    }

    static let table = server + state + stubs + journal + tokens + graphObjects + graphActions + graphCollections

    private static let server = [
        TypedOperation("health") { server throws in #expect(try server.health().version == Version.text) },
        TypedOperation("metrics") { server throws in
            #expect(try server.metrics().contains { $0.name == "understudy_scripts" })
        },
        TypedOperation("openAPI") { server throws in #expect(try server.openAPI().contains("operationId: health")) },
        TypedOperation("openAPIJSON") { server throws in #expect(try server.openAPIDocument()["openapi"] == "3.1.0") },
        TypedOperation("configurationSchema") { server throws in
            #expect(try server.configurationSchema()["title"] == "Understudy configuration")
        },
        TypedOperation("errorCatalog") { server throws in
            #expect(try server.errorCatalog(code: "50011").map(\.code) == ["AADSTS50011"])
        },
        TypedOperation("caPEM") { server throws in
            #expect(try server.certificateAuthority(.pem) == Array(server.certificateAuthorityPEM.utf8))
        },
        TypedOperation("caDER") { server throws in #expect(try server.certificateAuthority(.der).first == 0x30) },
        TypedOperation("caMobileConfig") { server throws in
            #expect(try !server.certificateAuthority(.mobileConfig).isEmpty)
        },
        TypedOperation("sshCA") { server throws in #expect(try server.sshCertificateAuthority().hasPrefix("ssh-rsa "))
        },
    ]

    private static let state = [
        TypedOperation("reset") { server in try server.reset(tenant: "contoso.com") },
        TypedOperation("exportDirectory") { server throws in
            #expect(try server.directory.export()["tenants"]?.array?.isEmpty == false)
        },
        TypedOperation("replaceDirectory") { server in
            try server.directory.replace(with: ["tenants": [["id": .string(Seed.contoso), "domains": ["a.test"]]]])
            #expect(try server.directory.export()["tenants"]?[0]?["domains"]?[0] == "a.test")
        },
        TypedOperation("makeTenant") { server in
            let copy = try server.directory.makeTenant(cloneOf: "contoso.com", displayName: "Copy", keepsAppIDs: true)
            #expect(copy.displayName == "Copy" && copy.applications[Client.daemon.id] == Client.daemon.id)
            #expect(try server.directory.makeTenant(.b2c).applications.isEmpty)
        },
        TypedOperation("deleteTenant") { server in
            try server.directory.deleteTenant(server.directory.makeTenant().id)
        },
        TypedOperation("clock") { server throws in #expect(try server.clock.reading().offset == .zero) },
        TypedOperation("steerClock") { server throws in
            #expect(try server.clock.advance(by: .seconds(90)).offset == .seconds(90))
        },
        TypedOperation("outbox") { server throws in #expect(try server.outbox(to: "nobody@contoso.com").isEmpty) },
        TypedOperation("answerPush") { server throws in
            let error = #expect(throws: ControlError.self) {
                try server.approvePush(to: "alex@contoso.com", number: "42", tenant: "contoso.com")
            }
            #expect(error?.status == 404)
            #expect(throws: ControlError.self) { try server.denyPush(to: "alex@contoso.com") }
        },
        TypedOperation("revoke") { server in
            let now = try server.clock.reading().now
            #expect(try server.revoke(.user("alex@contoso.com")) >= now)
            try server.revoke(.application(Client.mobile.id))
            try server.revoke(.tenant("contoso.com"))
        },
        TypedOperation("signIn") { server throws in
            #expect(try server.signIn(server.mobileSignIn()).parameters["state"] == "s")
        },
    ]

    private static let stubs = [
        TypedOperation("addResponses") { server in
            try server.stubs.add(.error("AADSTS50076"), for: .init(clientID: "c"))
            try server.stubs.add(.expiredCertificate, forHost: "login.test")
        },
        TypedOperation("listResponses") { server in
            let id = try server.stubs.add(.error("AADSTS50076"), for: .init(clientID: "c"))
            #expect(try server.stubs.list(.init(clientID: "c")).map(\.id) == [id])
            #expect(try server.stubs.stub(id).left == 1)
        },
        TypedOperation("removeResponses") { server in
            let id = try server.stubs.add(.delay(.seconds(1)), .fault(.reset), for: .init(clientID: "c"))
            try server.stubs.remove(id: id)
            try server.stubs.add(.delay(.seconds(1)), for: .init(clientID: "c"), repeating: .always)
            #expect(try server.stubs.remove() == 1)
        },
        TypedOperation("challenge") { server in
            let challenge = try server.challenge(.authenticationContext("c1"), clientID: "abc")
            #expect(challenge.wwwAuthenticate.contains("insufficient_claims"))
            #expect(challenge.claims["access_token"]?["acrs"]?["value"] == "c1")
        },
    ]

    private static let journal = [
        TypedOperation("listRequests") { server in
            try server.makeSignIn()
            #expect(try server.journal.entries(matching: .init(endpoint: .authorize)).last?.outcome == .success)
        },
        TypedOperation("clearRequests") { server in
            try server.makeSignIn()
            #expect(try server.journal.clear(matching: .init(endpoint: .authorize)) > 0)
            #expect(try server.journal.count() == 0)
        },
        TypedOperation("request") { server in
            try server.makeSignIn()
            let entry = try #require(try server.journal.entries().last)
            #expect(try server.journal.entry(entry.id).url == entry.url)
            #expect(try server.journal.entry(entry.id, showsSecrets: true).url.contains("code_challenge=") == false)
        },
        TypedOperation("countRequests") { server in
            try server.makeSignIn()
            #expect(try server.journal.count(matching: .init(endpoint: .authorize)) > 0)
        },
        TypedOperation("verifyRequests") { server in
            try server.makeSignIn()
            try server.journal.verify(.exactly(1), matching: .init(endpoint: .authorize, outcome: .success))
            try server.journal.verify(inOrder: [.init(endpoint: .authorize), .init(endpoint: .authorize)])
        },
        TypedOperation("streamRequests") { server in _ = try server.journal.stream(matching: .init(endpoint: .token)) },
    ]

    private static let tokens = [
        TypedOperation("mintToken") { server in
            let token = try server.tokens.mint(.init(client: Client.daemon.id, resource: "api://orders", roles: ["r"]))
            #expect(token.claims["roles"] == ["r"] && token.header["alg"] == "RS256")
        },
        TypedOperation("inspectToken") { server in
            let token = try server.tokens.mint(.init(user: "alex@contoso.com", faults: [.expired]))
            #expect(try server.tokens.inspect(token.text).reasons.map(\.check) == ["time"])
        },
        TypedOperation("listKeys") { server throws in
            #expect(try server.keys.list().contains { $0.kind == .workforce && $0.signs })
        },
        TypedOperation("rotateKeys") { server in
            let old = try #require(try server.keys.list().first { $0.kind == .external && $0.signs })
            #expect(try server.keys.rotate(.external, grace: .seconds(60)).contains { $0.id == old.id && !$0.signs })
        },
        TypedOperation("dropKey") { server in
            let old = try #require(try server.keys.list().first { $0.kind == .b2c && $0.signs })
            try server.keys.rotate(.b2c)
            try server.keys.drop(old.id)
            #expect(try !server.keys.list().contains { $0.id == old.id })
        },
    ]
}

extension UnderstudyServer {
    /// Alex signs in to Contoso Mobile with a willing hand.
    func mobileSignIn(user: String = "alex@contoso.com", password: String? = nil) -> Understudy::SignIn {
        let query =
            "client_id=\(Client.mobile.id)&response_type=code&redirect_uri=http%3A%2F%2Flocalhost&scope=openid&state=s"
        let url = authority(for: "contoso.com").appending(path: "oauth2/v2.0/authorize")
        return Understudy::SignIn(
            URL(string: "\(url)?\(query)") ?? url, user: user, password: password, consent: .accept)
    }

    func makeSignIn() throws {
        _ = try signIn(mobileSignIn())
    }
}
