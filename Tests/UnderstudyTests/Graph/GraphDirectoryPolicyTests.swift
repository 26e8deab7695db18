import Formats
import Testing
@testable import Understudy

/// Policies with a definition, their assignment, and their effect on tokens (Microsoft Graph stsPolicy and its kinds).
@Suite struct GraphDirectoryPolicyTests {
    struct Case: Row {
        let name: String
        let definition: String
        let isValid: Bool
    }

    /// Returns the JSON of a list with one definition.
    private static func list(_ definition: String) -> String {
        let text = JSONWriter.value(.array([.string(definition)]))
        return String(decoding: text, as: UTF8.self)
    }

    private static func policy(_ definition: String, _ more: String = "") -> String {
        #"{"displayName":"P","definition":\#(list(definition))\#(more)}"#
    }

    private static let claims =
        #"{"ClaimsMappingPolicy":{"Version":1,"IncludeBasicClaimSet":"true","ClaimsSchema":[{"Value":"prod","JwtClaimType":"env"}]}}"#
    private static let tenMinutes = #"{"TokenLifetimePolicy":{"Version":1,"AccessTokenLifetime":"00:10:00"}}"#

    static let cases: [Case] = [
        Case(name: "claimsMappingPolicies", definition: claims, isValid: true),
        Case(
            name: "claimsMappingPolicies",
            definition: #"{"ClaimsMappingPolicy":{"Version":1,"ClaimsSchema":[{"Value":"x","JwtClaimType":"aud"}]}}"#,
            isValid: false),
        Case(name: "claimsMappingPolicies", definition: tenMinutes, isValid: false),
        Case(name: "claimsMappingPolicies", definition: "{", isValid: false),
        Case(name: "claimsMappingPolicies", definition: #"{"ClaimsMappingPolicy":{}}"#, isValid: false),
        Case(name: "tokenLifetimePolicies", definition: tenMinutes, isValid: true),
        Case(
            name: "tokenLifetimePolicies",
            definition: #"{"TokenLifetimePolicy":{"Version":1,"AccessTokenLifetime":"1.00:00:00"}}"#, isValid: true),
        Case(
            name: "tokenLifetimePolicies",
            definition: #"{"TokenLifetimePolicy":{"Version":1,"AccessTokenLifetime":"00:09:59"}}"#, isValid: false),
        Case(
            name: "tokenLifetimePolicies",
            definition: #"{"TokenLifetimePolicy":{"Version":1,"AccessTokenLifetime":"1.00:00:01"}}"#, isValid: false),
        Case(
            name: "tokenLifetimePolicies",
            definition: #"{"TokenLifetimePolicy":{"Version":1,"AccessTokenLifetime":"10"}}"#, isValid: false),
        Case(
            name: "tokenIssuancePolicies",
            definition: #"{"TokenIssuancePolicy":{"Version":1,"SamlTokenVersion":"2.0"}}"#, isValid: true),
        Case(
            name: "homeRealmDiscoveryPolicies",
            definition: #"{"HomeRealmDiscoveryPolicy":{"AccelerateToFederatedDomain":true}}"#, isValid: true),
        Case(
            name: "homeRealmDiscoveryPolicies",
            definition: #"{"HomeRealmDiscoveryPolicy":{"AccelerateToFederatedDomain":"often"}}"#, isValid: false),
        Case(
            name: "activityBasedTimeoutPolicies",
            definition:
                #"{"ActivityBasedTimeoutPolicy":{"Version":1,"ApplicationPolicies":[{"ApplicationId":"default"}]}}"#,
            isValid: true),
    ]

    @Test("A policy is created if its definition is valid", arguments: cases) func checksDefinition(_ row: Case) throws
    {
        let graph = try GraphLab().control
        let created = try graph.post("/policies/\(row.name)", GraphDirectoryPolicyTests.policy(row.definition))
        guard row.isValid else {
            #expect(created.graph == "400 Request_BadRequest")
            #expect(
                created.json?["error"]?["message"]?.string == "Property definition has an invalid value.",
                "\(row.definition)")
            return
        }
        let id = try #require(created["id"])
        let read = try graph.get("/policies/\(row.name)/\(id)")
        #expect(read.json?["definition"]?.array?.first?.string == row.definition)
        #expect(read.json?["isOrganizationDefault"]?.bool == false && read["displayName"] == "P")
        #expect(try graph.get("/policies/\(row.name)").values("id") == [id])
        #expect(try graph.delete("/policies/\(row.name)/\(id)").status == 204)
        #expect(try graph.get("/policies/\(row.name)/\(id)").graph == "404 Request_ResourceNotFound")
    }

    @Test("An assigned claims mapping policy changes the next token, and its removal the one after")
    func mapsClaims() throws {
        let lab = try GraphLab()
        let graph = lab.control
        let principal = try #require(try graph.get("/servicePrincipals(appId='\(GraphLab.orders)')")["id"])
        let application = try #require(try graph.get("/applications(appId='\(GraphLab.orders)')")["id"])
        _ = try graph.patch("/applications/\(application)", #"{"api":{"acceptMappedClaims":true}}"#)
        let body = GraphDirectoryPolicyTests.policy(GraphDirectoryPolicyTests.claims)
        let first = try #require(try graph.post("/policies/claimsMappingPolicies", body)["id"])
        let second = try #require(try graph.post("/policies/claimsMappingPolicies", body)["id"])
        let path = "/servicePrincipals/\(principal)/claimsMappingPolicies"
        func assign(_ policy: String) throws -> String {
            let url = "https://graph.microsoft.com/v1.0/policies/claimsMappingPolicies/\(policy)"
            return try graph.post("\(path)/$ref", #"{"@odata.id":"\#(url)"}"#).graph
        }
        #expect(try GraphDirectoryPolicyTests.appToken(lab)["env"] == nil)
        #expect(try assign(first) == "204")
        #expect(try assign(first) == "400 Request_BadRequest")
        #expect(try assign(second) == "400 Request_BadRequest", "an object has one policy of each kind")
        #expect(try assign("eeeeeeee-0000-4000-8000-00000000ffff") == "404 Request_ResourceNotFound")
        #expect(try graph.get(path).values("id") == [first])
        #expect(try graph.get("/policies/claimsMappingPolicies/\(first)/appliesTo").values("id") == [principal])
        #expect(try GraphDirectoryPolicyTests.appToken(lab)["env"]?.string == "prod")
        #expect(try graph.delete("\(path)/\(second)/$ref").graph == "404 Request_ResourceNotFound")
        #expect(try graph.delete("\(path)/\(first)/$ref").status == 204)
        #expect(try GraphDirectoryPolicyTests.appToken(lab)["env"] == nil)
    }

    private static func appTokenResponse(_ lab: GraphLab) throws -> TestResponse {
        try lab.site.token(
            GraphLab.automation.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]
            ),
            tenant: Seed.contoso)
    }

    private static func appToken(_ lab: GraphLab) throws -> JSONValue {
        try Token(try appTokenResponse(lab)["access_token"]).claims
    }

    @Test("A token lifetime policy sets the lifetime: of the service principal, of the tenant, of the registration")
    func setsLifetime() throws {
        let lab = try GraphLab()
        let graph = lab.control
        func seconds() throws -> Int64? {
            let response = try GraphDirectoryPolicyTests.appTokenResponse(lab)
            return response.json?["expires_in"]?.integer
        }
        func create(_ lifetime: String, _ more: String = "") throws -> String {
            let definition = #"{"TokenLifetimePolicy":{"Version":1,"AccessTokenLifetime":"\#(lifetime)"}}"#
            let body = GraphDirectoryPolicyTests.policy(definition, more)
            return try #require(try graph.post("/policies/tokenLifetimePolicies", body)["id"])
        }
        func assign(_ policy: String, to object: String) throws -> Int {
            let url = "https://graph.microsoft.com/v1.0/policies/tokenLifetimePolicies/\(policy)"
            return try graph.post("\(object)/tokenLifetimePolicies/$ref", #"{"@odata.id":"\#(url)"}"#).status
        }
        #expect(try seconds() == 3_599)
        #expect(try assign(try create("00:10:00"), to: "/applications(appId='\(GraphLab.orders)')") == 204)
        #expect(try seconds() == 599)
        let standard = try create("02:00:00", #","isOrganizationDefault":true"#)
        #expect(try seconds() == 7_199)
        let third = GraphDirectoryPolicyTests.policy(
            GraphDirectoryPolicyTests.tenMinutes, #","isOrganizationDefault":true"#)
        #expect(try graph.post("/policies/tokenLifetimePolicies", third).detail == "ObjectConflict")
        #expect(try assign(try create("08:00:00"), to: "/servicePrincipals(appId='\(GraphLab.orders)')") == 204)
        #expect(try seconds() == 28_799)
        #expect(
            try graph.patch("/policies/tokenLifetimePolicies/\(standard)", #"{"isOrganizationDefault":false}"#).status
                == 204)
        #expect(try seconds() == 28_799)
    }

    @Test("A policy survives an export of the directory, with its assignments")
    func exportsPolicies() throws {
        let lab = try GraphLab()
        let graph = lab.control
        let principal = try #require(try graph.get("/servicePrincipals(appId='\(GraphLab.orders)')")["id"])
        let body = GraphDirectoryPolicyTests.policy(GraphDirectoryPolicyTests.claims, #","description":"d""#)
        let id = try #require(try graph.post("/policies/claimsMappingPolicies", body)["id"])
        let url = "https://graph.microsoft.com/v1.0/directoryObjects/\(id)"
        let path = "/servicePrincipals/\(principal)/claimsMappingPolicies"
        #expect(try graph.post("\(path)/$ref", #"{"@odata.id":"\#(url)"}"#).status == 204)
        let export = try lab.site.send("GET", "/_understudy/directory", headerList: [])
        let entry = export.json?["tenants"]?.array?.first?["claimsMappingPolicies"]?.array?.first
        #expect(entry?["id"]?.string == id && entry?["description"]?.string == "d")
        #expect(entry?["appliesTo"]?.array?.compactMap(\.string) == [principal])
        #expect(entry?["definition"]?.array?.first?.string == GraphDirectoryPolicyTests.claims)
        let clone = try lab.site.send(
            "POST", "/_understudy/tenants", headers: ["Content-Type": "application/json"],
            body: #"{"cloneOf":"contoso.com","keepAppIds":true}"#)
        let tenant = try #require(clone["id"])
        let copy = GraphCalls(site: lab.site, headers: [("X-Understudy-Tenant", tenant)])
        let assigned = try copy.get("/servicePrincipals(appId='\(GraphLab.orders)')/claimsMappingPolicies")
        #expect(assigned.values("displayName") == ["P"] && assigned.values("id") != [id])
    }

    @Test("Restrictions on secrets are enforced while the policy is enabled")
    func enforcesAppManagement() throws {
        let lab = try GraphLab()
        let graph = lab.control
        let application = try #require(try graph.application()["id"])
        func add(_ credential: String = "{}") throws -> TestResponse {
            try graph.post("/applications/\(application)/addPassword", #"{"passwordCredential":\#(credential)}"#)
        }
        let month = #"{"endDateTime":"2026-10-01T00:00:00Z"}"#
        let restrictions =
            #""passwordCredentials":[{"restrictionType":"passwordLifetime","maxLifetime":"P90D","state":"enabled"}],"keyCredentials":[]"#
        #expect(
            try graph.patch(
                "/policies/defaultAppManagementPolicy",
                #"{"isEnabled":true,"applicationRestrictions":{\#(restrictions)}}"#
            ).status == 204)
        #expect(try graph.get("/policies/defaultAppManagementPolicy").json?["isEnabled"]?.bool == true)
        let tooLong = try add()
        #expect(tooLong.graph == "400 CredentialInvalidLifetimeAsPerAppPolicy")
        #expect(
            tooLong.json?["error"]?["message"]?.string
                == "Credential lifetime exceeds the max value allowed as per assigned policy '00000000-0000-0000-0000-000000000000'."
        )
        #expect(try add(month).status == 200)
        let own = try graph.post(
            "/policies/appManagementPolicies",
            #"{"displayName":"No secrets","isEnabled":true,"restrictions":{"passwordCredentials":[{"restrictionType":"passwordAddition","maxLifetime":null,"restrictForAppsCreatedAfterDateTime":"2019-10-19T10:37:00Z"}]}}"#
        )
        let policy = try #require(own["id"])
        let url = "https://graph.microsoft.com/v1.0/policies/appManagementPolicies/\(policy)"
        #expect(
            try graph.post("/applications/\(application)/appManagementPolicies/$ref", #"{"@odata.id":"\#(url)"}"#)
                .status
                == 204)
        #expect(try add(month).graph == "400 CredentialTypeNotAllowedAsPerAppPolicy")
        #expect(
            try graph.patch("/policies/appManagementPolicies/\(policy)", #"{"isEnabled":false}"#).status == 204)
        #expect(try add(month).status == 200)
        let invalid =
            #"{"displayName":"X","restrictions":{"passwordCredentials":[{"restrictionType":"passwordLifetime","maxLifetime":"90"}]}}"#
        #expect(try graph.post("/policies/appManagementPolicies", invalid).graph == "400 Request_BadRequest")
    }

    @Test("The only policy of a kind is read with the values of a new tenant, and changed")
    func readsOnlyPolicies() throws {
        let graph = try GraphLab().control
        let authorization = try graph.get("/policies/authorizationPolicy")
        #expect(authorization["id"] == "authorizationPolicy" && authorization["allowInvitesFrom"] == "everyone")
        #expect(authorization.json?["defaultUserRolePermissions"]?["allowedToCreateApps"]?.bool == true)
        #expect(try graph.patch("/policies/authorizationPolicy", #"{"allowInvitesFrom":"none"}"#).status == 204)
        #expect(try graph.get("/policies/authorizationPolicy")["allowInvitesFrom"] == "none")
        #expect(try graph.delete("/policies/authorizationPolicy").status == 405)
    }

    // entra-docs howto-authenticate-service-principal-powershell.md, "Debug"
    @Test("The authorization policy can reserve the registration of applications to directory roles")
    func reservesRegistrationOfApplications() throws {
        let lab = try GraphLab(
            scopes: "Application.ReadWrite.All",
            users: ["{userPrincipalName: dev@contoso.com, password: Understudy!1, roles: [Application Developer]}"])
        let policy = #"{"defaultUserRolePermissions":{"allowedToCreateApps":false}}"#
        let body = #"{"displayName":"Made"}"#
        let alex = try lab.calls(as: "alex@contoso.com", scope: ".default")
        #expect(try alex.post("/applications", body).status == 201)
        #expect(try lab.control.patch("/policies/authorizationPolicy", policy).status == 204)
        #expect(try alex.post("/applications", body).graph == "403 Authorization_RequestDenied")
        for user in ["dev@contoso.com", "admin@contoso.com"] {
            #expect(try lab.calls(as: user, scope: ".default").post("/applications", body).status == 201)
        }
    }

    @Test("A federated identity credential has its name as a key, and is created by it on request")
    func upsertsFederatedCredential() throws {
        let lab = try GraphLab()
        var graph = lab.control
        let path = "/applications(appId='\(GraphLab.orders)')/federatedIdentityCredentials(name='deploy')"
        let body = #"{"issuer":"https://ci.example","subject":"a","audiences":["api://AzureADTokenExchange"]}"#
        #expect(try graph.patch(path, body).graph == "404 Request_ResourceNotFound")
        graph.headers.append(("Prefer", "create-if-missing"))
        let created = try graph.patch(path, body)
        #expect(created.status == 201 && created["name"] == "deploy")
        #expect(try graph.patch(path, body.replacing(#""a""#, with: #""b""#)).status == 204)
        #expect(try graph.get(path)["subject"] == "b")
        let byName = "/applications(appId='\(GraphLab.orders)')/federatedIdentityCredentials/deploy"
        #expect(try graph.get(byName)["id"] == created["id"])
        #expect(try graph.patch(byName, #"{"name":"deploy","description":"d"}"#).status == 204)
        #expect(try graph.patch(byName, #"{"name":"other"}"#).graph == "400 Request_BadRequest")
        #expect(try graph.delete(byName).status == 204)
    }

    @Test("A certificate is added with a proof of another one, unless a policy forbids its lifetime")
    func addsKeyWithProof() throws {
        let lab = try GraphLab()
        let graph = lab.control
        let id = try #require(try graph.application()["id"])
        let key = #"{"type":"AsymmetricX509Cert","usage":"Verify","key":"\#(Assertion.certificate)"}"#
        let proof = try Assertion(GraphLab.automation).with(claims: [
            "aud": .string("00000002-0000-0000-c000-000000000000"), "iss": .string(id), "sub": nil, "jti": nil,
        ]).signed()
        let body = #"{"keyCredential":\#(key),"passwordCredential":null,"proof":"\#(proof)"}"#
        #expect(try graph.post("/applications/\(id)/addKey", body).status == 401, "there is no certificate yet")
        #expect(try graph.patch("/applications/\(id)", #"{"keyCredentials":[\#(key)]}"#).status == 204)
        #expect(try graph.post("/applications/\(id)/addKey", body.replacing(proof, with: "x")).status == 401)
        let added = try graph.post("/applications/\(id)/addKey", body)
        #expect(added.status == 200 && added["usage"] == "Verify")
        let restrictions =
            #""passwordCredentials":[],"keyCredentials":[{"restrictionType":"asymmetricKeyLifetime","maxLifetime":"P1D"}]"#
        #expect(
            try graph.patch(
                "/policies/defaultAppManagementPolicy",
                #"{"isEnabled":true,"applicationRestrictions":{\#(restrictions)}}"#
            ).status == 204)
        #expect(
            try graph.post("/applications/\(id)/addKey", body).graph == "400 CredentialInvalidLifetimeAsPerAppPolicy")
        let keyId = try #require(added["keyId"])
        #expect(
            try graph.post("/applications/\(id)/removeKey", #"{"keyId":"\#(keyId)","proof":"\#(proof)"}"#).status == 204
        )
    }
}
