import Formats
import Testing
@testable import Understudy

@Suite struct GraphApplicationTests {
    @Test("An application is created, read by either key, updated and deleted")
    func createsReadsUpdatesAndDeletesApplication() throws {
        let graph = try GraphLab().automation()
        let created = try graph.post("/applications", #"{"displayName":"Made","notes":"n","tags":["a"]}"#)
        #expect(created.status == 201)
        let id = try #require(created["id"])
        let appId = try #require(created["appId"])
        #expect(created["signInAudience"] == "AzureADandPersonalMicrosoftAccount")
        #expect(created.header("Location") == "https://localhost:8443/v1.0/applications/\(id)")
        #expect(created["@odata.context"] == "https://localhost:8443/v1.0/$metadata#applications/$entity")
        for path in ["/applications/\(id)", "/applications('\(id)')", "/applications(appId='\(appId)')"] {
            #expect(try graph.get(path)["displayName"] == "Made", "\(path)")
        }
        #expect(try graph.patch("/applications/\(id)", #"{"displayName":"Changed","notes":null}"#).status == 204)
        let read = try graph.get("/applications/\(id)?$select=displayName,notes,tags")
        #expect(
            read.text
                == #"{"@odata.context":"https://localhost:8443/v1.0/$metadata#applications(displayName,notes,tags)/$entity","displayName":"Changed","notes":null,"tags":["a"]}"#
        )
        #expect(try graph.delete("/applications/\(id)").status == 204)
        #expect(try graph.get("/applications/\(id)").graph == "404 Request_ResourceNotFound")
        #expect(try graph.delete("/applications/\(id)").graph == "404 Request_ResourceNotFound")
    }

    @Test("A secret is valid with the next request until it is removed") func acceptsSecretUntilItIsRemoved() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let created = try graph.application()
        let id = try #require(created["id"])
        let appId = try #require(created["appId"])
        let added = try graph.post("/applications/\(id)/addPassword", #"{"passwordCredential":{"displayName":"ci"}}"#)
        #expect(added.status == 200)
        let secret = try #require(added["secretText"])
        #expect(secret.count == 40 && secret.hasPrefix(added["hint"] ?? "?"))
        #expect(added["startDateTime"] == "2026-09-21T14:13:20Z")
        #expect(added["endDateTime"] == "2028-09-20T14:13:20Z")
        let request: Parameters = [
            "grant_type": "client_credentials", "client_id": appId, "client_secret": secret,
            "scope": "api://orders/.default",
        ]
        #expect(try lab.site.token(request, tenant: Seed.contoso).status == 200)
        let stored = try graph.get("/applications/\(id)").json?["passwordCredentials"]?.array
        #expect(stored?.first?["secretText"] == .null)
        #expect(stored?.first?["displayName"]?.string == "ci")
        let keyId = try #require(added["keyId"])
        #expect(try graph.post("/applications/\(id)/removePassword", #"{"keyId":"\#(keyId)"}"#).status == 204)
        #expect(try lab.site.token(request, tenant: Seed.contoso).code == 7000215)
        #expect(
            try graph.post("/applications/\(id)/removePassword", #"{"keyId":"\#(keyId)"}"#).graph
                == "400 Request_BadRequest")
        #expect(try graph.post("/applications/\(id)/removePassword", "{}").detail == "MissingValue")
        #expect(try graph.post("/applications/\(id)/addPassword", #"{"x":1}"#).graph == "400 Request_BadRequest")
    }

    @Test("Secrets of a new application are returned once, and an update cannot add secrets")
    func returnsSecretsOnlyOnCreation() throws {
        let graph = try GraphLab().automation()
        let created = try graph.post(
            "/applications", #"{"displayName":"Made","passwordCredentials":[{"displayName":"first"}]}"#)
        let secret = created.json?["passwordCredentials"]?.array?.first
        #expect(secret?["secretText"]?.string?.count == 40)
        let id = try #require(created["id"])
        #expect(
            try graph.patch("/applications/\(id)", #"{"passwordCredentials":[{"displayName":"second"}]}"#).graph
                == "400 Request_BadRequest")
    }

    @Test("A client without a service principal gets no token") func rejectsClientWithoutServicePrincipal() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let created = try graph.post(
            "/applications",
            #"{"displayName":"Made","signInAudience":"AzureADMyOrg","passwordCredentials":[{}],"isFallbackPublicClient":false}"#
        )
        let secret = try #require(created.json?["passwordCredentials"]?.array?.first?["secretText"]?.string)
        let appId = try #require(created["appId"])
        let request: Parameters = [
            "grant_type": "client_credentials", "client_id": appId, "client_secret": secret,
            "scope": "api://orders/.default",
        ]
        #expect(try lab.site.token(request, tenant: Seed.contoso).code == 7_000_229)
        #expect(try graph.post("/servicePrincipals", #"{"appId":"\#(appId)"}"#).status == 201)
        #expect(try lab.site.token(request, tenant: Seed.contoso).status == 200)
        let id = try #require(created["id"])
        #expect(try graph.delete("/applications/\(id)").status == 204)
        #expect(try lab.site.token(request, tenant: Seed.contoso).code == 700016)
    }

    @Test("An added redirect URI is valid with the next request") func acceptsAddedRedirectURIAtOnce() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let created = try graph.application(
            #"{"displayName":"Made","signInAudience":"AzureADMyOrg","publicClient":{"redirectUris":["http://localhost"]}}"#
        )
        let client = Client(id: try #require(created["appId"]), redirectURI: "https://new.test/cb")
        #expect(try lab.site.signIn(client, ["scope": "openid"], tenant: Seed.contoso).code == 50011)
        let id = try #require(created["id"])
        #expect(
            try graph.patch("/applications/\(id)", #"{"publicClient":{"redirectUris":["https://new.test/cb"]}}"#)
                .status == 204)
        #expect(try lab.site.signIn(client, ["scope": "openid"], tenant: Seed.contoso).fields["code"] != nil)
    }

    @Test("A changed optional claim is in the next token") func addsOptionalClaimAtOnce() throws {
        // mock-oauth2-server#345.
        let lab = try GraphLab()
        let graph = try lab.automation()
        let path = "/applications(appId='\(GraphLab.orders)')"
        for names in [["ctry", "idtyp"], []] {
            let claims = names.map { "{\"name\":\"\($0)\"}" }.joined(separator: ",")
            #expect(try graph.patch(path, "{\"optionalClaims\":{\"accessToken\":[\(claims)]}}").status == 204)
            let response = try lab.site.token(
                GraphLab.automation.credentials.with([
                    "grant_type": "client_credentials", "scope": "api://orders/.default",
                ]), tenant: Seed.contoso)
            #expect(try Token(response["access_token"])["idtyp"] == (names.isEmpty ? nil : "app"))
        }
    }

    @Test("Updating one part of an application keeps the other parts") func keepsOtherPartsOnUpdate() throws {
        let graph = try GraphLab().automation()
        let created = try graph.post(
            "/applications",
            #"{"displayName":"Made","web":{"redirectUris":["https://a.test/cb"],"implicitGrantSettings":{"enableIdTokenIssuance":true}},"spa":{"redirectUris":["https://b.test/cb"]}}"#
        )
        let id = try #require(created["id"])
        #expect(try graph.patch("/applications/\(id)", #"{"web":{"logoutUrl":"https://a.test/out"}}"#).status == 204)
        let read = try graph.get("/applications/\(id)").json
        #expect(read?["web"]?["redirectUris"] == .array([.string("https://a.test/cb")]))
        #expect(read?["web"]?["logoutUrl"]?.string == "https://a.test/out")
        #expect(read?["web"]?["implicitGrantSettings"]?["enableIdTokenIssuance"]?.bool == true)
        #expect(read?["spa"]?["redirectUris"] == .array([.string("https://b.test/cb")]))
    }

    @Test("Every part of an application is returned as it was sent") func roundTripsEveryPart() throws {
        let graph = try GraphLab().automation()
        let parts = [
            #""api":{"acceptMappedClaims":true,"knownClientApplications":["\#(GraphLab.console.id)"],"requestedAccessTokenVersion":2,"oauth2PermissionScopes":[{"adminConsentDescription":"d","adminConsentDisplayName":"n","id":"\#(GraphLab.ordersRead)","isEnabled":true,"type":"Admin","userConsentDescription":null,"userConsentDisplayName":null,"value":"A.Read"}],"preAuthorizedApplications":[{"appId":"\#(GraphLab.console.id)","delegatedPermissionIds":["\#(GraphLab.ordersRead)"]}]}"#,
            #""appRoles":[{"allowedMemberTypes":["User","Application"],"description":"d","displayName":"n","id":"\#(GraphLab.ordersRole)","isEnabled":true,"origin":"Application","value":null}]"#,
            #""groupMembershipClaims":"SecurityGroup, ApplicationGroup""#,
            #""optionalClaims":{"accessToken":[],"idToken":[{"additionalProperties":["x"],"essential":true,"name":"email","source":null}],"saml2Token":[]}"#,
            #""requiredResourceAccess":[{"resourceAppId":"\#(Seed.graph)","resourceAccess":[{"id":"e1fe6dd8-ba31-4d61-89e7-88639da4683d","type":"Scope"}]}]"#,
            #""identifierUris":["api://made","https://app.contoso.com"]"#,
        ]
        let created = try graph.post(
            "/applications", #"{"displayName":"Made","signInAudience":"AzureADMyOrg",\#(parts.joined(separator: ","))}"#
        )
        #expect(created.status == 201, "\(created.text)")
        let id = try #require(created["id"])
        let read = try graph.get("/applications/\(id)").text
        for part in parts { #expect(read.contains(part), "\(part) in \(read)") }
    }

    @Test(
        "An invalid application is rejected entirely",
        arguments: [
            (#"{}"#, "MissingValue"),
            (#"{"displayName":""}"#, "InvalidValue"),
            (#"{"displayName":1}"#, "InvalidValue"),
            (#"{"displayName":"x","signInAudience":"All"}"#, "InvalidValue"),
            (#"{"displayName":"x","web":{"redirectUris":["http://far.test"]}}"#, "InvalidValue"),
            (#"{"displayName":"x","web":{"redirectUris":["https://a.test","https://a.test"]}}"#, "InvalidValue"),
            (#"{"displayName":"x","spa":{"redirectUris":"https://a.test"}}"#, "InvalidValue"),
            (#"{"displayName":"x","web":[]}"#, "InvalidValue"),
            (#"{"displayName":"x","web":{"logoutUrl":"http://far.test"}}"#, "InvalidValue"),
            (#"{"displayName":"x","web":{"logoutUrl":"https://a.test/out#x"}}"#, "InvalidValue"),
            (#"{"displayName":"x","identifierUris":["no uri"]}"#, "InvalidValue"),
            (#"{"displayName":"x","identifierUris":["https://graph.microsoft.com"]}"#, "InvalidValue"),
            (#"{"displayName":"x","identifierUris":["API://Orders"]}"#, "ObjectConflict"),
            (#"{"displayName":"x","api":{"requestedAccessTokenVersion":3}}"#, "InvalidValue"),
            (#"{"displayName":"x","api":{"requestedAccessTokenVersion":1}}"#, "InvalidValue"),
            (#"{"displayName":"x","api":{"oauth2PermissionScopes":[{"value":"a"}]}}"#, "MissingValue"),
            (#"{"displayName":"x","api":{"oauth2PermissionScopes":[{"id":"1","value":"a"}]}}"#, "InvalidValue"),
            (
                #"{"displayName":"x","api":{"oauth2PermissionScopes":[{"id":"0aaa0005-0000-4000-8000-000000000001","value":".default"}]}}"#,
                "InvalidValue"
            ),
            (
                #"{"displayName":"x","api":{"oauth2PermissionScopes":[{"id":"0aaa0005-0000-4000-8000-000000000001","value":"a b"}]}}"#,
                "InvalidValue"
            ),
            (
                #"{"displayName":"x","keyCredentials":[{"type":"AsymmetricX509Cert","usage":"Verify","key":"AAAA"}]}"#,
                "InvalidValue"
            ),
            (#"{"displayName":"x","keyCredentials":[{"type":"AsymmetricX509Cert","usage":"Verify"}]}"#, "InvalidValue"),
            (#"{"displayName":"x","passwordCredentials":[{},{},{}]}"#, "InvalidValue"),
            (#"{"displayName":"x","colour":"red"}"#, nil),
            (#"{"displayName":"x","appId":"y"}"#, nil),
        ] as [(String, String?)])
    func rejectsInvalidApplicationEntirely(_ body: String, _ detail: String?) throws {
        let graph = try GraphLab().automation()
        let before = try graph.get("/applications").values("id").count
        let response = try graph.post("/applications", body)
        #expect(response.graph == "400 Request_BadRequest", "\(response.text)")
        #expect(response.detail == detail)
        #expect(try graph.get("/applications").values("id").count == before)
    }

    @Test("Parts that were imported but are invalid for Graph stay and do not block other updates")
    func allowsUpdateDespiteInvalidImportedParts() throws {
        let app = "aaaaaaaa-0000-4000-8000-0000000000c1"
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    displayName: Contoso
                    domains: [contoso.com]
                    applications:
                      - appId: \(app)
                        displayName: Imported
                        identifierUris: ["https://legacy.elsewhere.test/"]
                        keyCredentials: [{key: null, keyId: \(Seed.megan), displayName: CN=x}]
                """)
        let graph = GraphCalls(site: entra.site, headers: [("X-Understudy-Tenant", "contoso.com")])
        let path = "/applications(appId='\(app)')"
        #expect(try graph.post("\(path)/addPassword", "").status == 200)
        #expect(try graph.patch(path, #"{"displayName":"Changed"}"#).status == 204)
        #expect(try graph.patch(path, #"{"web":{"redirectUris":["https://a.test/cb"]}}"#).status == 204)
        let more = #"{"identifierUris":["https://legacy.elsewhere.test/","api://\#(app)/imported"]}"#
        #expect(try graph.patch(path, more).status == 204)
        let stored = try #require(try graph.get(path).json?["keyCredentials"])
        let again = String(decoding: JSONWriter.value(stored), as: UTF8.self)
        #expect(try graph.patch(path, #"{"keyCredentials":\#(again)}"#).status == 204)
        let foreign = #"{"identifierUris":["https://legacy.elsewhere.test/","https://new.elsewhere.test"]}"#
        #expect(try graph.patch(path, foreign).detail == "HostNameNotOnVerifiedDomain")
        let keyless = #"{"keyCredentials":[{"type":"AsymmetricX509Cert","usage":"Verify"}]}"#
        #expect(try graph.patch(path, keyless).detail == "InvalidValue")
    }

    @Test("An application has a limited size and number of entries") func limitsSizeAndEntries() throws {
        let graph = try GraphLab().automation()
        let path = "/applications/\(try #require(try graph.application()["id"]))"
        let roles = { (count: Int) in
            (0..<count).map { number in
                #"{"id":"0aaa0005-0000-4000-8000-\#(String(100_000_000_000 + number))","value":"r\#(number)","displayName":"n","#
                    + #""description":"\#(String(repeating: "d", count: 900))","allowedMemberTypes":["User"]}"#
            }.joined(separator: ",")
        }
        let scopes = { (count: Int) in
            (0..<count).map { number in
                #"{"id":"0aaa0006-0000-4000-8000-\#(String(100_000_000_000 + number))","value":"s\#(number)","#
                    + #""adminConsentDescription":"\#(String(repeating: "d", count: 900))"}"#
            }.joined(separator: ",")
        }
        #expect(try graph.patch(path, #"{"appRoles":[\#(roles(120))]}"#).status == 204)
        let more = #"{"api":{"oauth2PermissionScopes":[\#(scopes(150))]}}"#
        #expect(try graph.patch(path, more).graph == "403 Directory_ResourceSizeExceeded")
        #expect(
            try graph.patch(path, #"{"info":{"x":"\#(String(repeating: "i", count: 9_000))"}}"#).detail
                == "InvalidValue")
        let ids = (0..<1_201).map { #""\#($0)""# }.joined(separator: ",")
        let clients = #"{"api":{"knownClientApplications":[\#(ids)]}}"#
        #expect(try graph.patch(path, clients).graph == "403 Directory_ResourceSizeExceeded")
        #expect(
            try graph.patch(path, #"{"displayName":"\#(String(repeating: "d", count: 257))"}"#).detail == "InvalidValue"
        )
    }

    @Test("A permission must be disabled before it is removed or renamed")
    func requiresDisablingPermissionBeforeRemoval() throws {
        let graph = try GraphLab().automation()
        let path = "/applications(appId='\(GraphLab.orders)')"
        let none = #"{"api":{"oauth2PermissionScopes":[]}}"#
        #expect(try graph.patch(path, none).graph == "400 CannotDeleteOrUpdateEnabledEntitlement")
        let disabled =
            #"{"api":{"oauth2PermissionScopes":[{"id":"\#(GraphLab.ordersRead)","value":"Orders.Read","isEnabled":false}]}}"#
        #expect(try graph.patch(path, disabled).status == 204)
        #expect(try graph.patch(path, none).status == 204)
        #expect(try graph.patch(path, #"{"appRoles":[]}"#).graph == "400 CannotDeleteOrUpdateEnabledEntitlement")
        let role = { (value: String, isEnabled: Bool) in
            #"{"appRoles":[{"id":"\#(GraphLab.ordersRole)","value":"\#(value)","displayName":"Read","description":"d","isEnabled":\#(isEnabled),"allowedMemberTypes":["Application","User"]}]}"#
        }
        let renamed = "Orders.Read.Everything"
        for isEnabled in [true, false] {
            let response = try graph.patch(path, role(renamed, isEnabled))
            #expect(response.graph == "400 CannotDeleteOrUpdateEnabledEntitlement")
        }
        #expect(try graph.patch(path, role("Orders.Read.All", true)).status == 204)
        #expect(try graph.patch(path, role("Orders.Read.All", false)).status == 204)
        #expect(try graph.patch(path, role(renamed, true)).status == 204)
    }

    @Test("A certificate is kept by its key id when it is sent without its key") func keepsCertificateByKeyID() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let id = try #require(try graph.application()["id"])
        let entry =
            #"{"type":"AsymmetricX509Cert","usage":"Verify","key":"\#(Assertion.certificate)","displayName":"CN=x"}"#
        #expect(try graph.patch("/applications/\(id)", #"{"keyCredentials":[\#(entry)]}"#).status == 204)
        let stored = try #require(try graph.get("/applications/\(id)").json?["keyCredentials"])
        #expect(stored.array?.first?["key"] == .null)
        let detailed = try graph.get("/applications/\(id)?$select=keyCredentials").json?["keyCredentials"]
        #expect(detailed?.array?.first?["key"]?.string == Assertion.certificate)
        let listed = try graph.get("/applications?$filter=id%20eq%20'\(id)'&$select=keyCredentials").json?["value"]
        #expect(listed?.array?.first?["keyCredentials"] == stored)
        let again = String(decoding: JSONWriter.value(stored), as: UTF8.self)
        #expect(try graph.patch("/applications/\(id)", #"{"keyCredentials":\#(again)}"#).status == 204)
        #expect(try graph.get("/applications/\(id)").json?["keyCredentials"] == stored)
    }

    @Test("A certificate can be DER or PEM in base64 with or without lines")
    func readsKeyForms() throws {
        let graph = try GraphLab().automation()
        let path = "/applications/\(try #require(try graph.application()["id"]))"
        let der = Assertion.certificate
        let lines = der.prefix(64) + "\\n" + der.dropFirst(64) + "\\n"
        let pem = "-----BEGIN CERTIFICATE-----\n\(der)\n-----END CERTIFICATE-----\n"
        let entries = [der, String(lines), Base64.standard(Array(pem.utf8))].map {
            #"{"type":"AsymmetricX509Cert","usage":"Verify","key":"\#($0)"}"#
        }
        #expect(try graph.patch(path, #"{"keyCredentials":[\#(entries.joined(separator: ","))]}"#).status == 204)
        let stored = try #require(try graph.get(path).json?["keyCredentials"]?.array)
        #expect(stored.count == 3)
        #expect(Set(stored.map { $0["customKeyIdentifier"]?.string }).count == 1)
    }

    @Test("A key that is sent by its id without a usage keeps its usage", arguments: ["Verify", "Sign"])
    func keepsKeyUsageByKeyID(_ usage: String) throws {
        let graph = try GraphLab().automation()
        let path = "/applications/\(try #require(try graph.application()["id"]))"
        let entry = #"{"type":"AsymmetricX509Cert","usage":"\#(usage)","key":"\#(Assertion.certificate)"}"#
        #expect(try graph.patch(path, #"{"keyCredentials":[\#(entry)]}"#).status == 204)
        let credential = try #require(try graph.get(path).json?["keyCredentials"]?.array?.first)
        let id = try #require(credential["keyId"]?.string)
        let again = #"{"type":"AsymmetricX509Cert","keyId":"\#(id)","displayName":"CN=y"}"#
        #expect(try graph.patch(path, #"{"keyCredentials":[\#(again)]}"#).status == 204)
        let updated = try #require(try graph.get(path).json?["keyCredentials"]?.array?.first)
        #expect(updated["usage"]?.string == usage)
        #expect(updated["displayName"]?.string == "CN=y")
    }

    @Test("The creator owns a new application, and owners can be added, listed and removed")
    func addsListsAndRemovesOwners() throws {
        let lab = try GraphLab(roles: ["Application.ReadWrite.OwnedBy"])
        let graph = try lab.automation()
        let id = try #require(try graph.application()["id"])
        #expect(try graph.patch("/applications/\(id)", #"{"notes":"mine"}"#).status == 204)
        let otherApplication = "/applications(appId='\(GraphLab.orders)')"
        #expect(try graph.patch(otherApplication, #"{"notes":"not mine"}"#).graph == "403 Authorization_RequestDenied")
        let reference = #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\#(Seed.alex)"}"#
        #expect(try graph.post("/applications/\(id)/owners/$ref", reference).status == 204)
        #expect(try graph.post("/applications/\(id)/owners/$ref", reference).graph == "400 Request_BadRequest")
        let creator = try #require(try graph.get("/servicePrincipals(appId='\(GraphLab.automation.id)')")["id"])
        let owners = try graph.get("/applications/\(id)/owners")
        #expect(owners.values("id") == [Seed.alex, creator])
        #expect(owners.values("@odata.type") == ["#microsoft.graph.user", "#microsoft.graph.servicePrincipal"])
        let selected = try graph.get("/applications/\(id)/owners?$select=id,userPrincipalName,appId&$top=1")
        #expect(selected.values("userPrincipalName") == ["alex@contoso.com"])
        #expect(selected["@odata.nextLink"] != nil)
        #expect(try graph.get("/applications/\(id)/owners?$select=colour").graph == "400 BadRequest")
        #expect(try graph.delete("/applications/\(id)/owners/\(Seed.alex)/$ref").status == 204)
        #expect(
            try graph.delete("/applications/\(id)/owners/\(Seed.alex)/$ref").graph == "404 Request_ResourceNotFound")
        let unknown = #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(GraphLab.ordersRead)"}"#
        #expect(try graph.post("/applications/\(id)/owners/$ref", unknown).graph == "404 Request_ResourceNotFound")
        #expect(try graph.post("/applications/\(id)/owners/$ref", "{}").detail == "MissingValue")
        let bound =
            #"{"displayName":"x","owners@odata.bind":["https://graph.microsoft.com/v1.0/users/\#(Seed.alex)"]}"#
        let second = try #require(try graph.post("/applications", bound)["id"])
        #expect(try graph.get("/applications/\(second)/owners").values("id") == [Seed.alex, creator])
        #expect(try graph.patch("/applications/\(second)", bound).graph == "400 Request_BadRequest")
    }
}
