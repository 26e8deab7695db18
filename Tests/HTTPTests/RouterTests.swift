import HTTP
import Testing

private let table: [Route<String>] = [
    Route(["GET"], "/", "root"),
    Route(["GET"], "/{tenant}/v2.0/.well-known/openid-configuration", "discovery"),
    Route(["GET", "POST"], "/{tenant}/oauth2/v2.0/authorize", "authorize"),
    Route(["POST"], "/{tenant}/oauth2/v2.0/token", "token"),
    Route(["GET"], "/common/discovery/instance", "instance"),
    Route(["POST"], "/common/login", "login"),
    Route(["GET"], "/{tenant}/login", "page"),
    Route([], "/_any/{id}", "any"),
    Route(["GET"], "/{tenant}/users/{id}/", "slash"),
    Route(["GET"], "/{tenant=adfs}/login/", "only"),
]

@Suite struct RouterTests {
    private func text(_ match: Router<String>.Match, _ names: [String] = ["tenant", "id"]) -> String {
        switch match {
        case .found(let handler, let captures):
            ([handler] + names.compactMap { name in captures[name].map { "\(name)=\($0)" } }).joined(separator: " ")
        case .methodNotAllowed(let allowed): "405 " + allowed.joined(separator: ",")
        case .notFound: "404"
        case .malformedPath: "400"
        }
    }

    @Test(arguments: [
        ("GET", "/", "root"), ("HEAD", "/", "root"), ("POST", "/", "405 GET,HEAD"), ("GET", "//", "root"),
        ("GET", "/t/v2.0/.well-known/openid-configuration", "discovery tenant=t"),
        ("GET", "/T%C3%BC/V2.0/.Well-Known/OpenID-Configuration", "discovery tenant=Tü"),
        ("GET", "/t/v2.0/%2ewell-known/openid-configuration", "discovery tenant=t"),
        ("GET", "/t/v2.0/.well-known/openid-configuration/", "404"),
        ("GET", "//v2.0/.well-known/openid-configuration", "404"),
        ("POST", "/Contoso.COM/oauth2/v2.0/AUTHORIZE", "authorize tenant=Contoso.COM"),
        ("PUT", "/t/oauth2/v2.0/authorize", "405 GET,HEAD,POST"), ("GET", "/t/oauth2/v2.0/token", "405 POST"),
        ("get", "/t/oauth2/v2.0/authorize", "405 GET,HEAD,POST"),
        ("GET", "/common/discovery/instance", "instance"), ("GET", "/other/discovery/instance", "404"),
        ("GET", "/common/v2.0/.well-known/openid-configuration", "discovery tenant=common"),
        ("POST", "/common/login", "login"), ("GET", "/common/login", "page tenant=common"),
        ("PUT", "/common/login", "405 GET,HEAD,POST"), ("BREW", "/_any/a", "any id=a"), ("GET", "/_any/", "404"),
        ("GET", "/_any/a%2Fb", "400"), ("GET", "/_any/%00", "400"), ("GET", "/_any/%zz", "400"),
        ("GET", "/_any/%", "400"),
        ("GET", "/_any/%C3", "400"), ("GET", "/_any/%C3%A9", "any id=é"), ("GET", "/%C3/%A9", "400"),
        ("GET", "/t/users%C3/%A9/", "400"), ("GET", "/_any%F0%9F/%98%80", "400"), ("GET", "//%C3//%A9", "400"),
        ("GET", "/t%C3/users/%A9", "400"), ("GET", "/_any/%A9", "400"), ("GET", "/_any/a%25b+c", "any id=a%b+c"),
        ("GET", "/_any/..", "any id=.."),
        ("GET", "/t/users/7/", "slash tenant=t id=7"), ("GET", "/t/users/7", "404"), ("OPTIONS", "*", "404"),
        ("GET", "/ADFS/login/", "only tenant=ADFS"), ("GET", "/t/login/", "404"),
        ("GET", "/adfs/login", "page tenant=adfs"),
    ])
    func findsRouteOrReportsStatus(_ method: String, _ path: String, _ expected: String) throws {
        let router = try Router(table, letters: .folded)
        #expect(text(router.match(method: method, path: path)) == expected)
    }

    @Test func exactRoutesAreCaseSensitive() throws {
        let router = try Router([Route(["GET"], "/Abc", "x")])
        #expect(text(router.match(method: "GET", path: "/Abc")) == "x")
        #expect(text(router.match(method: "GET", path: "/abc")) == "404")
    }

    @Test(arguments: [
        "", "a", "/{", "/{}", "/x{a}", "/{a}/{a}", "/{a b}",
    ])
    func rejectsMalformedPatterns(_ pattern: String) {
        #expect(throws: RouteProblem.malformed(pattern: pattern)) { try Router([Route(["GET"], pattern, 0)]) }
    }

    @Test func rejectsAmbiguousRoutes() {
        #expect(throws: RouteProblem.ambiguous(pattern: "/{b}", method: "GET")) {
            try Router([Route(["GET"], "/{a}", 0), Route(["GET"], "/{b}", 1)])
        }
        #expect(throws: RouteProblem.ambiguous(pattern: "/A", method: "GET")) {
            try Router([Route([], "/a", 0), Route(["GET"], "/A", 1)], letters: .folded)
        }
        #expect(throws: Never.self) { try Router([Route(["GET"], "/a", 0), Route(["GET"], "/A", 1)]) }
        #expect(throws: Never.self) { try Router([Route(["GET"], "/{a}", 0), Route(["POST"], "/{b}", 1)]) }
    }
}
