@testable import Directory
import Entra
import Formats
import Testing

/// Checks policies with a definition and named locations in a file.
@Suite struct DirectoryPolicyTests {
    private static let definition =
        #"'{"ClaimsMappingPolicy":{"Version":1,"ClaimsSchema":[{"Value":"x","JwtClaimType":"env"}]}}'"#

    private static let text = tenant(
        """
        applications: [{appId: aaaaaaaa-0000-4000-8000-000000000001, displayName: Orders, servicePrincipal: {tags: [a]}}]
        claimsMappingPolicies:
        - {displayName: P, description: d, definition: [\(definition)], appliesTo: [aaaaaaaa-0000-4000-8000-000000000001]}
        tokenLifetimePolicies:
        - displayName: L
          definition: ['{"TokenLifetimePolicy":{"Version":1,"AccessTokenLifetime":"00:10:00"}}']
          isOrganizationDefault: true
        namedLocations:
        - id: ffffffff-0000-4000-8000-000000000011
          "@odata.type": "#microsoft.graph.ipNamedLocation"
          displayName: Office
          isTrusted: true
          ipRanges: [{cidrAddress: 203.0.113.0/24}]
        defaultAppManagementPolicy: {isEnabled: true}
        conditionalAccessPolicies:
        - displayName: Q
          conditions:
            users: {includeUsers: [None]}
            applications: {includeApplications: [Office365, aaaaaaaa-0000-4000-8000-000000000001]}
            locations: {includeLocations: [All], excludeLocations: [ffffffff-0000-4000-8000-000000000011]}
          grantControls: {builtInControls: [mfa]}
          sessionControls: {signInFrequency: {value: 24, type: hours}}
        """)

    @Test("Policies are read, exported and read again") func exportsPolicies() throws {
        let outcome = load(DirectoryPolicyTests.text)
        #expect(outcome.problems.map(\.description) == [])
        let configuration = try #require(outcome.configuration)
        #expect(configuration.warnings == [])
        let tenant = try #require(configuration.directory.tenants.first)
        let orders = try #require(tenant.application(ClientID("aaaaaaaa-0000-4000-8000-000000000001")))
        #expect(tenant.claimsMappingPolicy(of: orders)?.claimsSchema.map(\.value) == ["x"])
        #expect(configuration.directory.tokenLifetime(of: orders, in: tenant) == 600)
        #expect(tenant.policyTable.policies(.defaultAppManagement).first?["isEnabled"]?.bool == true)
        let policy = try #require(tenant.conditionalAccessPolicies.first)
        #expect(policy.locations.excluded == ["ffffffff-0000-4000-8000-000000000011"])
        #expect(policy.applications.listedIncluded == ["Office365", "aaaaaaaa-0000-4000-8000-000000000001"])
        let export = DirectoryExport.json(configuration.directory)
        let entry = export["tenants"]?.array?.first
        #expect(entry?["defaultAppManagementPolicy"]?["isEnabled"]?.bool == true)
        #expect(entry?["claimsMappingPolicies"]?.array?.first?["description"]?.string == "d")
        let frequency = entry?["conditionalAccessPolicies"]?.array?.first?["sessionControls"]?["signInFrequency"]
        #expect(frequency?["value"]?.integer == 24 && frequency?["type"]?.string == "hours")
        let again = DirectoryExport.directory(from: export)
        #expect(again.problems == [] && DirectoryExport.json(again.directory) == export)
    }

    @Test("The Office 365 app suite has the applications of Microsoft's list, and no others")
    func namesOffice365Applications() {
        let members = ApplicationGroup.office365.members
        #expect(members.allSatisfy { GUID($0.description) != nil })
        for known in ["00000002-0000-0ff1-ce00-000000000000", "905fcf26-4eb7-48a0-9ff0-8dcc7194b5ba"] {
            #expect(members.contains(ClientID(known)))
        }
        for other in ["00000003-0000-0000-c000-000000000000", "cfa8b339-82a2-471a-a3c9-0fc0be7a4093"] {
            #expect(!members.contains(ClientID(other)))
        }
    }

    @Test("A change of the only policy of a kind is restored") func restoresOnlyPolicy() throws {
        let directory = try #require(load(DirectoryPolicyTests.text).configuration).directory
        let tenant = try #require(directory.tenants.first).id
        var policy = DirectoryPolicy(.authorization, id: try #require(DirectoryPolicy.Kind.authorization.onlyID))
        policy.otherProperties = [JSONValue.Member("allowInvitesFrom", .string("none"))]
        let new = policy
        let edited = try #require(directory.editing(tenant) { $0.update(new) })
        let object = try #require(edited.touched.first)
        let document = DirectoryExport.document(of: object, in: edited.directory)
        let restored = DirectoryExport.apply([DirectoryChange(object, document: document, base: nil)], to: directory)
        #expect(restored.problems == [])
        let found = restored.directory.tenants.first?.policyTable.policies(.authorization).first
        #expect(found?["allowInvitesFrom"]?.string == "none")
        let removed = DirectoryExport.apply([DirectoryChange(object, document: nil, base: nil)], to: restored.directory)
        #expect(removed.directory.tenants.first?.policyTable.policies(.authorization).isEmpty == true)
    }

    struct Mistake: Sendable {
        let lines: String
        let message: String
    }

    static let mistakes: [Mistake] = [
        Mistake(
            lines: "claimsMappingPolicies: [{displayName: P, definition: ['{}']}]",
            message: "the definition of the policy is not valid"),
        Mistake(lines: "claimsMappingPolicies: [{displayName: P}]", message: "definition is missing"),
        Mistake(
            lines: "claimsMappingPolicies: [{displayName: P, definition: [\(definition)], appliesTo: [orders]}]",
            message: "this tenant has no application orders"),
        Mistake(
            lines: "appManagementPolicies: [{displayName: P}, {displayName: P}]",
            message: "is used twice"),
    ]

    @Test("A mistake in a policy is reported", arguments: mistakes) func reportsMistake(_ row: Mistake) {
        let problems = load(tenant(row.lines)).problems.map(\.message)
        #expect(problems.contains { $0.contains(row.message) }, "\(problems)")
    }
}
