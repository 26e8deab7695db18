import Formats
import Testing
@testable import Understudy

/// Conditional Access policies and named locations that Microsoft Graph makes at run time.
@Suite struct GraphConditionalAccessTests {
    private static let path = "/identity/conditionalAccess/policies"
    private static let locations = "/identity/conditionalAccess/namedLocations"

    /// Returns the body of a policy that blocks everyone, with further conditions.
    private static func block(_ conditions: String = "", state: String = "enabled") -> String {
        #"{"displayName":"Block","state":"\#(state)","conditions":{"users":{"includeUsers":["All"]},"applications":{"includeApplications":["All"]},"clientAppTypes":["all"]\#(conditions)},"grantControls":{"operator":"OR","builtInControls":["block"]}}"#
    }

    private static func outcome(
        _ lab: GraphLab, as user: String = "alex@contoso.com", _ agent: String = "Mozilla/5.0 (X11; Linux x86_64)"
    ) throws -> Outcome {
        try lab.site.signIn(
            GraphLab.console, ["scope": "https://graph.microsoft.com/User.Read"], as: user, tenant: Seed.contoso,
            headers: [("User-Agent", agent)]
        ).outcome
    }

    private static func lab() throws -> GraphLab { try GraphLab(scopes: "User.Read") }

    @Test("A policy takes effect at the next sign-in, until it is disabled or deleted")
    func takesEffect() throws {
        let lab = try GraphConditionalAccessTests.lab()
        let graph = lab.control
        let path = GraphConditionalAccessTests.path
        #expect(try GraphConditionalAccessTests.outcome(lab) == .redirected)
        let created = try graph.post(path, GraphConditionalAccessTests.block())
        #expect(created.status == 201)
        let id = try #require(created["id"])
        #expect(created["createdDateTime"] == "2026-09-21T14:13:20Z" && created.json?["modifiedDateTime"] == .null)
        #expect(created.json?["sessionControls"] == .null)
        #expect(try GraphConditionalAccessTests.outcome(lab) == .errorPage(53003))
        #expect(try graph.patch("\(path)/\(id)", #"{"state":"enabledForReportingButNotEnforced"}"#).status == 204)
        #expect(try GraphConditionalAccessTests.outcome(lab) == .redirected)
        let narrowed = #"{"state":"enabled","conditions":{"users":{"excludeUsers":["\#(Seed.alex)"]}}}"#
        #expect(try graph.patch("\(path)/\(id)", narrowed).status == 204)
        #expect(try GraphConditionalAccessTests.outcome(lab) == .redirected)
        #expect(try GraphConditionalAccessTests.outcome(lab, as: "adele@contoso.com") == .errorPage(53003))
        let read = try graph.get("\(path)/\(id)").json?["conditions"]?["users"]
        #expect(read?["includeUsers"]?.array?.compactMap(\.string) == ["All"])
        #expect(read?["excludeUsers"]?.array?.compactMap(\.string) == [Seed.alex])
        #expect(try graph.delete("\(path)/\(id)").status == 204)
        #expect(try GraphConditionalAccessTests.outcome(lab, as: "adele@contoso.com") == .redirected)
        #expect(try graph.get("\(path)/\(id)").graph == "404 Request_ResourceNotFound")
    }

    struct Condition: Row {
        let name: String
        let condition: String
        var user = "alex@contoso.com"
        var agent = "Mozilla/5.0 (X11; Linux x86_64)"
        let isBlocked: Bool
    }

    static let conditions: [Condition] = [
        Condition(name: "all platforms", condition: #""platforms":{"includePlatforms":["all"]}"#, isBlocked: true),
        Condition(name: "another platform", condition: #""platforms":{"includePlatforms":["iOS"]}"#, isBlocked: false),
        Condition(
            name: "the platform", condition: #""platforms":{"includePlatforms":["iOS"]}"#,
            agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", isBlocked: true),
        Condition(
            name: "excluded platform",
            condition: #""platforms":{"includePlatforms":["all"],"excludePlatforms":["linux"]}"#,
            isBlocked: false),
        Condition(name: "all locations", condition: #""locations":{"includeLocations":["All"]}"#, isBlocked: true),
        Condition(
            name: "no trusted location",
            condition: #""locations":{"includeLocations":["All"],"excludeLocations":["AllTrusted"]}"#, isBlocked: true),
        Condition(
            name: "device code flow", condition: #""authenticationFlows":{"transferMethods":"deviceCodeFlow"}"#,
            isBlocked: false),
        Condition(
            name: "devices",
            condition: #""devices":{"deviceFilter":{"mode":"include","rule":"device.isCompliant -eq True"}}"#,
            isBlocked: false),
        Condition(
            name: "excluded devices",
            condition: #""devices":{"deviceFilter":{"mode":"exclude","rule":"device.isCompliant -eq True"}}"#,
            isBlocked: true),
        Condition(
            name: "devices without a property",
            condition: #""devices":{"deviceFilter":{"mode":"include","rule":"device.isCompliant -ne True"}}"#,
            isBlocked: true),
        Condition(
            name: "service principals",
            condition: #""clientApplications":{"includeServicePrincipals":["ServicePrincipalsInMyTenant"]}"#,
            isBlocked: false),
    ]

    @Test("A condition decides about a sign-in", arguments: conditions) func evaluatesCondition(_ row: Condition) throws
    {
        let lab = try GraphConditionalAccessTests.lab()
        let body = GraphConditionalAccessTests.block(",\(row.condition)")
        #expect(try lab.control.post(GraphConditionalAccessTests.path, body).status == 201)
        let outcome = try GraphConditionalAccessTests.outcome(lab, as: row.user, row.agent)
        #expect(outcome == (row.isBlocked ? .errorPage(53003) : .redirected))
    }

    @Test("A named location with the address of the client excludes the client")
    func evaluatesNamedLocation() throws {
        let lab = try GraphConditionalAccessTests.lab()
        let graph = lab.control
        let path = GraphConditionalAccessTests.locations
        func create(_ range: String, trusted: Bool) throws -> String {
            let body =
                ##"{"@odata.type":"#microsoft.graph.ipNamedLocation","displayName":"L","isTrusted":\##(trusted),"ipRanges":[{"@odata.type":"#microsoft.graph.iPv4CidrRange","cidrAddress":"\##(range)"}]}"##
            return try #require(try graph.post(path, body)["id"])
        }
        let office = try create("203.0.113.0/24", trusted: true)
        let branch = try create("198.51.100.0/24", trusted: false)
        let body = GraphConditionalAccessTests.block(
            #","locations":{"includeLocations":["All"],"excludeLocations":["\#(branch)"]}"#)
        let policy = try #require(try graph.post(GraphConditionalAccessTests.path, body)["id"])
        #expect(try GraphConditionalAccessTests.outcome(lab) == .errorPage(53003))
        let trusted = #"{"conditions":{"locations":{"includeLocations":["All"],"excludeLocations":["AllTrusted"]}}}"#
        #expect(try graph.patch("\(GraphConditionalAccessTests.path)/\(policy)", trusted).status == 204)
        #expect(try GraphConditionalAccessTests.outcome(lab) == .redirected)
        #expect(try graph.delete("\(path)/\(office)").graph == "400 BadRequest")
        #expect(
            try graph.patch(
                "\(path)/\(office)", ##"{"@odata.type":"#microsoft.graph.ipNamedLocation","isTrusted":false}"##
            ).status == 204)
        #expect(try GraphConditionalAccessTests.outcome(lab) == .errorPage(53003))
        #expect(try graph.get("\(path)/\(office)")["@odata.type"] == "#microsoft.graph.ipNamedLocation")
        #expect(try graph.delete("\(path)/\(office)").status == 204)
    }

    // Microsoft Learn, "List namedLocations": an example lists the locations of one type.
    @Test("A filter selects named locations by their type") func filtersLocationsByType() throws {
        let graph = try GraphConditionalAccessTests.lab().control
        let path = GraphConditionalAccessTests.locations
        let country =
            ##"{"@odata.type":"#microsoft.graph.countryNamedLocation","displayName":"C","countriesAndRegions":["US"]}"##
        let id = try #require(try graph.post(path, country)["id"])
        #expect(try graph.get("\(path)?$filter=isof('microsoft.graph.countryNamedLocation')").values("id") == [id])
        #expect(try graph.get("\(path)?$filter=isof('microsoft.graph.ipNamedLocation')").values("id").isEmpty)
    }

    struct Mistake: Row {
        let name: String
        let body: String
        let message: String
    }

    private static func policy(
        users: String = #""includeUsers":["All"]"#, applications: String = #""includeApplications":["All"]"#,
        _ more: String = "", controls: String = #""grantControls":{"operator":"OR","builtInControls":["mfa"]}"#
    ) -> String {
        #"{"displayName":"P","state":"disabled","conditions":{"users":{\#(users)},"applications":{\#(applications)},"clientAppTypes":["all"]\#(more)},\#(controls)}"#
    }

    static let mistakes: [Mistake] = [
        Mistake(
            name: "no name", body: #"{"state":"enabled"}"#, message: "1007: Incoming ConditionalAccessPolicy object"),
        Mistake(
            name: "unknown platform's word (terraform-provider-azuread#730)",
            body: policy().replacing(#""state":"disabled""#, with: #""state":"unknownFutureValue""#),
            message: "1007: Incoming ConditionalAccessPolicy object"),
        Mistake(name: "no users", body: policy(users: ""), message: "1032: "),
        Mistake(name: "no applications", body: policy(applications: ""), message: "1032: "),
        Mistake(
            name: "applications and actions (ModernWorkplaceConcierge#50)",
            body: policy(
                applications: #""includeApplications":["All"],"includeUserActions":["urn:user:registerdevice"]"#),
            message: "1012: 'applications' condition cannot include both"),
        Mistake(
            name: "application without a service principal",
            body: policy(applications: #""includeApplications":["499b84ac-1321-427f-aa17-267ca6975700"]"#),
            message:
                #"1034: Policy contains invalid applications: {"499b84ac-1321-427f-aa17-267ca6975700":"ServicePrincipalNotFound"}"#
        ),
        Mistake(
            name: "public client", body: policy(applications: #""includeApplications":["\#(GraphLab.console.id)"]"#),
            message:
                #"1034: Policy contains invalid applications: {"\#(GraphLab.console.id)":"PublicClientsAreUnsupported"}"#
        ),
        Mistake(
            name: "unknown user", body: policy(users: #""includeUsers":["eeeeeeee-0000-4000-8000-00000000ffff"]"#),
            message: "1032: "),
        Mistake(
            name: "unknown location",
            body: policy(",\"locations\":{\"includeLocations\":[\"eeeeeeee-0000-4000-8000-00000000ffff\"]}"),
            message: "1032: "),
        Mistake(
            name: "block with others",
            body: policy(controls: #""grantControls":{"operator":"OR","builtInControls":["block","mfa"]}"#),
            message: "1032: ConditionalActionPolicy validation failed due to InvalidControls."),
        Mistake(
            name: "no controls", body: policy(controls: #""grantControls":null"#),
            message: "1032: ConditionalActionPolicy validation failed due to InvalidControls."),
        Mistake(
            name: "password change without risk (AlexFilipin/ConditionalAccess#4)",
            body: policy(controls: #""grantControls":{"operator":"AND","builtInControls":["mfa","passwordChange"]}"#),
            message: "1032: ConditionalActionPolicy validation failed due to InvalidPasswordResetControl."),
    ]

    @Test("A policy with a mistake is rejected with the number of the service", arguments: mistakes)
    func rejectsMistake(_ row: Mistake) throws {
        let response = try GraphConditionalAccessTests.lab().control.post(GraphConditionalAccessTests.path, row.body)
        #expect(response.graph == "400 BadRequest")
        #expect(response.json?["error"]?["message"]?.string?.hasPrefix(row.message) == true, "\(response.text)")
    }

    @Test("Security defaults exclude an enabled policy")
    func rejectsPolicyUnderSecurityDefaults() throws {
        let graph = try GraphConditionalAccessTests.lab().control
        let defaults = "/policies/identitySecurityDefaultsEnforcementPolicy"
        #expect(try graph.get(defaults).json?["isEnabled"]?.bool == false)
        #expect(try graph.patch(defaults, #"{"isEnabled":true}"#).status == 204)
        let rejected = try graph.post(GraphConditionalAccessTests.path, GraphConditionalAccessTests.block())
        #expect(rejected.json?["error"]?["message"]?.string?.hasPrefix("Security Defaults is enabled") == true)
        let disabled = GraphConditionalAccessTests.block(state: "disabled")
        #expect(try graph.post(GraphConditionalAccessTests.path, disabled).status == 201)
    }

    @Test("An authentication strength is named by its ID and read whole")
    func readsAuthenticationStrength() throws {
        let graph = try GraphConditionalAccessTests.lab().control
        let id = "00000000-0000-0000-0000-000000000004"
        let strengths = "/policies/authenticationStrengthPolicies"
        #expect(try graph.get(strengths).values("id").count == 3)
        #expect(try graph.get("\(strengths)/\(id)")["displayName"] == "Phishing-resistant MFA")
        let body = GraphConditionalAccessTests.policy(
            controls: #""grantControls":{"operator":"OR","authenticationStrength":{"id":"\#(id)"}}"#)
        let created = try graph.post(GraphConditionalAccessTests.path, body)
        #expect(
            created.json?["grantControls"]?["authenticationStrength"]?["displayName"]?.string
                == "Phishing-resistant MFA")
    }

    @Test("Policies need the permissions of the reference")
    func requiresPermissions() throws {
        let reader = try GraphLab(roles: ["Application.Read.All"]).automation()
        #expect(try reader.get(GraphConditionalAccessTests.path).graph == "403 Authorization_RequestDenied")
        #expect(try reader.get("/policies/claimsMappingPolicies").graph == "403 Authorization_RequestDenied")
    }
}
