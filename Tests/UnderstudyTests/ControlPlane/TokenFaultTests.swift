import Formats
import FoundationEssentials
import Protocol
import TestTags
import Testing
@testable import Understudy

/// The one list of token faults, with the same names and the same effect for minted tokens, stubbed responses and Swift.
@Suite struct TokenFaultTests {
    struct Name: Sendable, CustomTestStringConvertible {
        let fault: Protocol::TokenFault.Kind
        let name: String
        /// The checks that an inspection of the token reports.
        let checks: [String]
        var testDescription: String { name }
    }

    /// The checks that reject a token, by the name of the fault.
    private static let checks: [String: [String]] = [
        "wrongSignature": ["signature"], "expired": ["time"], "notYetValid": ["time"], "unknownKey": ["key"],
        "wrongAudience": ["audience"], "wrongIssuer": ["issuer"], "wrongNonce": ["nonce"], "algNone": ["algorithm"],
        "noKeyID": ["key"],
    ]

    static let names: [Name] = Protocol::TokenFault.Kind.all.filter { $0.only == nil }.flatMap { fault in
        ([fault.name] + fault.aliases).map { Name(fault: fault, name: $0, checks: checks[fault.name] ?? []) }
    }

    @Test("Each name belongs to one fault, and each fault is rejected by a check")
    func list() {
        let names = Protocol::TokenFault.Kind.all.flatMap { [$0.name] + $0.aliases }
        #expect(Set(names).count == names.count)
        #expect(Set(Protocol::TokenFault.Kind.all.map(\.name)) == Set(TokenFaultTests.checks.keys))
    }

    @Test("The OpenAPI description and the guide list the names, and the guide the older names")
    func documents() throws {
        let names = Protocol::TokenFault.Kind.all.map(\.name)
        func page(_ path: String) throws -> String {
            try String(contentsOf: SourceScan.root.appending(path: path), encoding: .utf8)
        }
        #expect(
            try page("Config/openapi.yaml").contains(
                "    TokenFault:\n      enum: [\(names.joined(separator: ", "))]\n"))
        let rows = try page("docs/guides/stubbing-errors.md").split(separator: "\n").compactMap { line in
            line.hasPrefix("| `") ? line.split(separator: "|").map { $0.filter { !" `".contains($0) } } : nil
        }
        let listed = rows.filter { $0.count == 3 && names.contains($0[0]) }
        #expect(listed.map { $0[0] } == names)
        #expect(listed.map { $0[2] } == Protocol::TokenFault.Kind.all.map { $0.oldName ?? "–" })
    }

    private static func checks(_ token: String, _ site: Site) throws -> [String]? {
        let expected = #"{"token": "\#(token)", "audience": "\#(Seed.orders)"}"#
        let found = try site.control("POST", "tokens/inspect", expected).value
        return found["reasons"]?.array?.compactMap { $0["check"]?.string }
    }

    @Test("A minted token has the fault under every name", arguments: names)
    func minted(_ name: Name) throws {
        let site = try MockEntra().site
        let body = #"{"user": "alex@contoso.com", "resource": "api://orders", "faults": ["\#(name.name)"]}"#
        let token = try #require(try site.control("POST", "tokens", body).value["token"]?.string)
        #expect(try TokenFaultTests.checks(token, site) == name.checks)
    }

    @Test("A stubbed response has the fault under every name, and the journal repeats the name", arguments: names)
    func stubbed(_ name: Name) throws {
        let site = try MockEntra().site
        try site.stub(#"{"endpoint": "token"}"#, #"{"fault": "\#(name.name)"}"#)
        let broken = try #require(try site.daemonToken()["access_token"])
        #expect(try TokenFaultTests.checks(broken, site) == name.checks)
        let valid = try #require(try site.daemonToken()["access_token"])
        #expect(try TokenFaultTests.checks(valid, site) == [])
        let entries = try site.control("GET", "requests?endpoint=token").value["requests"]?.array
        #expect(entries?.first?["response"]?["fault"]?.string == name.name)
        #expect(entries?.first?["response"]?["faultRemark"] == nil)
    }

    @Test("The fault wrongNonce changes the ID token and leaves the access token valid")
    func wrongNonceChangesIDToken() throws {
        let site = try MockEntra().site
        try site.stub(#"{"endpoint": "token"}"#, #"{"fault": "wrongNonce"}"#)
        let response = try site.tokens(.mobile, ["scope": "openid api://orders/Orders.Read", "nonce": "n"])
        #expect(try Token(response["id_token"])["nonce"] == "another-nonce")
        #expect(try TokenFaultTests.checks(#require(response["access_token"]), site) == [])
        let body = #"{"kind": "id", "user": "alex@contoso.com", "nonce": "n", "faults": ["wrongNonce"]}"#
        let minted = try #require(try site.control("POST", "tokens", body).value["token"]?.string)
        let inspected = try site.control("POST", "tokens/inspect", #"{"token": "\#(minted)", "nonce": "n"}"#).value
        #expect(inspected["reasons"]?.array?.compactMap { $0["check"]?.string } == ["nonce"])
    }

    @Test("The fault wrongNonce has a remark without an ID token, and cannot be limited to the access token")
    func wrongNonceNeedsIDToken() throws {
        let site = try MockEntra().site
        try site.stub(#"{"endpoint": "token"}"#, #"{"fault": "wrongNonce"}"#)
        _ = try site.daemonToken()
        let entry = try site.control("GET", "requests?endpoint=token").value["requests"]?.array?.first
        #expect(
            entry?["response"]?["faultRemark"]?.string
                == "The fault changed nothing, because the response has no id_token.")
        let stub = #"{"match": {"user": "a"}, "responses": [{"fault": "wrongNonce", "token": "access_token"}]}"#
        let rejected = try site.control("POST", "responses", stub)
        #expect(rejected.status == 400)
        #expect(rejected.value["detail"]?.string?.contains("changes the id_token only") == true)
    }

    @Test("Messages list the names without the older ones")
    func messages() throws {
        let site = try MockEntra().site
        let names = Protocol::TokenFault.Kind.all.map(\.name).joined(separator: ", ")
        let minted = try site.control("POST", "tokens", #"{"user": "alex@contoso.com", "faults": ["none"]}"#)
        #expect(minted.value["detail"]?.string?.contains("Must be one of \(names)") == true)
        let stub = #"{"match": {"user": "a"}, "responses": [{"fault": "none"}]}"#
        let stubbed = try site.control("POST", "responses", stub)
        #expect(stubbed.value["detail"]?.string?.contains("tlsUnknownAuthority, \(names)") == true)
    }

    @Test(
        "The Swift library has the same faults, with the same effect", .tags(.slow),
        arguments: Understudy::TokenFault.allCases)
    func swift(_ fault: Understudy::TokenFault) throws {
        #expect(Understudy::TokenFault.allCases.map(\.rawValue) == Protocol::TokenFault.Kind.all.map(\.name))
        #expect(fault.kind?.name == fault.rawValue)
        let server = try UnderstudyServer.start(.init(https: .off))
        guard fault != .wrongNonce else { return }
        let minted = try server.tokens.mint(.init(client: Client.daemon.id, resource: "api://orders", faults: [fault]))
        let inspected = try server.tokens.inspect(minted.text, audience: Seed.orders)
        #expect(inspected.reasons.map(\.check) == TokenFaultTests.checks[fault.rawValue])
        let id = try server.stubs.add(.tokenFault(fault, in: .accessToken), for: .init(clientID: Client.daemon.id))
        #expect(try server.stubs.stub(id).responses == [.tokenFault(fault, in: .accessToken)])
    }
}
