import Entra
import Formats
import Testing

/// One request of one client: the registered entries (`web`, `spa` or `public`, then the URI), the requested URI,
/// and the index of the matching entry or the error.
struct MatchingRow: CustomTestStringConvertible, Sendable {
    enum Outcome: Equatable, Sendable {
        case entry(Int)
        case rejected(AADSTS)
    }

    let name: String
    let registered: [RegisteredRedirectURI]
    let requested: String?
    let expected: Outcome
    let audience: SignInAudience

    init(
        _ name: String, _ registered: [String], _ requested: String?, _ expected: Outcome,
        audience: SignInAudience = .multipleOrgs
    ) {
        self.name = name
        self.registered = registered.map(MatchingRow.entry)
        self.requested = requested
        self.expected = expected
        self.audience = audience
    }

    static func entry(_ text: String) -> RegisteredRedirectURI {
        let parts = text.split(separator: " ", maxSplits: 1)
        let platforms: [Substring: ClientPlatform] = ["web": .web, "spa": .spa, "public": .publicClient]
        guard parts.count == 2, let platform = platforms[parts[0]] else {
            return RegisteredRedirectURI(platform: .web, uri: text)
        }
        return RegisteredRedirectURI(platform: platform, uri: String(parts[1]))
    }

    var outcome: Outcome {
        do {
            let target = try RedirectURIRules.resolve(
                requested, registered: registered, clientID: "client", audience: audience)
            return .entry(registered.firstIndex(of: target.registered) ?? -1)
        } catch {
            return .rejected(error.code)
        }
    }

    var testDescription: String { name }
}

struct RedirectURIMatchingTests {
    static let tables: [[MatchingRow]] = [
        exact, altered, characters, schemes, loopback, loopbackRejected, queries, apps, wildcards, several, missing,
    ]

    @Test(arguments: tables.flatMap(\.self))
    func matchesRegisteredEntryOrFails(_ row: MatchingRow) {
        #expect(row.outcome == row.expected)
    }

    @Test func matchingTableIsLarge() {
        #expect(RedirectURIMatchingTests.tables.joined().count >= 200)
    }

    @Test func targetKeepsRequestedURI() throws {
        let registered = [MatchingRow.entry("public http://localhost"), MatchingRow.entry("web https://App.test/cb")]
        func target(_ uri: String) throws -> RedirectTarget {
            try RedirectURIRules.resolve(uri, registered: registered, clientID: "c", audience: .myOrg)
        }
        let loopback = try target("http://LocalHost:8400/")
        #expect(loopback.uri == "http://LocalHost:8400/")
        #expect(loopback.platform == .publicClient)
        #expect(loopback.kind == .web)
        #expect(try target("https://app.TEST/cb").uri == "https://app.TEST/cb")
        #expect(try target("https://app.TEST/cb").platform == .web)
    }

    /// A wildcard entry strips the query and the fragment of the request (docs/reference/protocol.md#redirect-uri-wildcards).
    @Test func wildcardSendsTheResponseWithoutTheQuery() throws {
        let registered = [
            MatchingRow.entry("web https://*.contoso.com/cb"), MatchingRow.entry("web https://b.test?x=1"),
        ]
        func target(_ uri: String) throws -> RedirectTarget {
            try RedirectURIRules.resolve(uri, registered: registered, clientID: "c", audience: .myOrg)
        }
        let wildcard = try target("https://a.contoso.com/cb?evil=1")
        #expect(wildcard.uri == "https://a.contoso.com/cb?evil=1")
        let fields = Form([Form.Field("code", "1")])
        for (mode, location) in [
            (ResponseMode.query, "https://a.contoso.com/cb?code=1#"),
            (.fragment, "https://a.contoso.com/cb#code=1"), (.formPost, "https://a.contoso.com/cb"),
        ] {
            #expect(ResponseDelivery.location(target: wildcard, mode: mode, fields: fields) == location)
        }
        #expect(ResponseDelivery.postLogout(wildcard, state: nil) == "https://a.contoso.com/cb")
        for fragment in ["#", "#evil", "?x=1#evil", "#evil?x=1"] {
            #expect(try target("https://a.contoso.com/cb\(fragment)").destination == "https://a.contoso.com/cb")
        }
        #expect(try target("https://b.test?x=1").base == "https://b.test/?x=1")
    }

    @Test func targetHasKindOfItsScheme() throws {
        let kinds: [(String, RedirectTarget.Kind)] = [
            ("https://a.test/cb", .web), ("http://localhost", .web),
            ("https://login.microsoftonline.com/common/oauth2/nativeclient", .web),
            ("msauth.com.contoso.app1://auth", .customScheme), ("urn:ietf:wg:oauth:2.0:oob", .outOfBand),
            ("urn:ietf:wg:oauth:2.0:oob:auto", .customScheme),
        ]
        for (uri, kind) in kinds {
            let registered = [RegisteredRedirectURI(platform: .publicClient, uri: uri)]
            let target = try RedirectURIRules.resolve(uri, registered: registered, clientID: "c", audience: .myOrg)
            #expect(target.kind == kind)
        }
    }

    @Test func mismatchErrorNamesURIAndClient() {
        let registered = [MatchingRow.entry("web https://a.test/cb")]
        do {
            _ = try RedirectURIRules.resolve(
                "https://evil.test/", registered: registered, clientID: "client-7", audience: .myOrg)
            Issue.record("an unregistered URI matched")
        } catch {
            #expect(error.message.contains("'https://evil.test/'"))
            #expect(error.message.contains("'client-7'"))
        }
    }
}
