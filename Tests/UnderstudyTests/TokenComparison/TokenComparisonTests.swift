import ControlPlane
import Directory
import Entra
import Formats
import Testing
@testable import Understudy

/// These tests show that `understudy migrate --app` compares the tokens that the endpoints issue.
struct TokenComparisonTests {
    private static let seed = Result { () throws(Configuration.Problems) in try Configuration.load(.seed) }

    private static func comparisons(
        _ application: Int, user: String? = nil, resources: [String] = []
    ) throws -> [TokenComparison] {
        try TokenComparison.all(
            of: "aaaaaaaa-0000-4000-8000-00000000000\(application)", for: user, resources: resources, in: seed.get())
    }

    private static func names(_ members: [JSONValue.Member]) -> Set<String> { Set(members.map(\.name)) }

    @Test func comparesUserTokensOfMobileApp() throws {
        let comparisons = try TokenComparisonTests.comparisons(1)
        #expect(comparisons.map(\.token) == ["id_token", "access_token", "access_token"])
        #expect(comparisons.map(\.resource) == [nil, "https://graph.microsoft.com", "api://orders"])
        #expect(comparisons.allSatisfy { $0.subject == "alex@contoso.com" })
        let idToken = comparisons[0]
        #expect(idToken.v1.first { $0.name == "ver" }?.value == .string("1.0"))
        #expect(idToken.v2.first { $0.name == "ver" }?.value == .string("2.0"))
        #expect(TokenComparisonTests.names(idToken.v1).isSuperset(of: ["upn", "unique_name", "amr"]))
        #expect(!TokenComparisonTests.names(idToken.v2).contains("upn"))
        let graph = comparisons[1]
        #expect(graph.v1.first { $0.name == "ver" }?.value == graph.v2.first { $0.name == "ver" }?.value)
        let orders = comparisons[2]
        #expect(orders.remark.contains("requestedAccessTokenVersion 2"))
        #expect(orders.v2.first { $0.name == "scp" }?.value == .string("Orders.Read"))
        #expect(orders.v1.first { $0.name == "aud" }?.value == .string("api://orders"))
    }

    @Test func comparesAppOnlyTokensOfDaemon() throws {
        let comparisons = try TokenComparisonTests.comparisons(4)
        #expect(comparisons.map(\.resource) == ["api://orders"])
        #expect(comparisons[0].v2.first { $0.name == "roles" }?.value == .array([.string("Orders.Read.All")]))
        #expect(TokenComparisonTests.names(comparisons[0].v1).isSuperset(of: ["appid", "appidacr", "idp"]))
        #expect(TokenComparisonTests.names(comparisons[0].v2).isSuperset(of: ["azp", "azpacr"]))
    }

    @Test func comparesTokensForAPI() throws {
        let legacy = try TokenComparisonTests.comparisons(6)
        #expect(legacy.map(\.resource) == ["https://legacy.contoso.com/"])
        #expect(legacy[0].remark.contains("until"))
    }

    @Test func comparesForNamedUserAndResource() throws {
        let comparisons = try TokenComparisonTests.comparisons(
            1, user: "adele@contoso.com", resources: ["https://legacy.contoso.com/"])
        #expect(comparisons.map(\.resource) == [nil, "https://legacy.contoso.com/"])
        #expect(comparisons.allSatisfy { $0.subject == "adele@contoso.com" })
    }

    @Test func rejectsUnknownApplicationUserOrResource() {
        for (application, user, resource) in [(9, nil, nil), (1, "nobody@contoso.com", nil), (1, nil, "api://nothing")]
            as [(Int, String?, String?)]
        {
            #expect(throws: TokenComparison.Failure.self) {
                try TokenComparisonTests.comparisons(application, user: user, resources: resource.map { [$0] } ?? [])
            }
        }
    }

    /// Both endpoints issue the same version, because the API's registration decides.
    @Test(arguments: [EndpointVersion.v1, .v2])
    func previewMatchesIssuedToken(_ endpoint: EndpointVersion) throws {
        let named: Parameters = endpoint == .v1 ? ["resource": "api://orders"] : ["scope": "api://orders/.default"]
        let response = try MockEntra().site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials"]).with(named), tenant: "contoso.com",
            endpoint)
        let issued = try #require(Token(response["access_token"]).claims.object)
        let previewed = try TokenComparisonTests.comparisons(4)[0].v2
        #expect(TokenComparisonTests.names(issued) == TokenComparisonTests.names(previewed))
        for name in ["aud", "azp", "azpacr", "oid", "sub", "roles", "tid", "ver"] {
            let value = previewed.first { $0.name == name }?.value
            #expect(issued.first { $0.name == name }?.value == value, "\(name)")
        }
    }
}
