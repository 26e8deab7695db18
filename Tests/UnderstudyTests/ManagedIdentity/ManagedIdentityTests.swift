import Entra
import Formats
import Store
import Testing
@testable import Understudy

/// These tests cover the tokens of managed identities on each host (docs/reference/protocol.md#managed-identity).
@Suite struct ManagedIdentityTests {
    private func fields(_ response: TestResponse) -> [String] { response.json?.object?.map(\.name) ?? [] }

    @Test("Stubs and the request journal use the tenant of the identity on every host", arguments: Azure.Host.allCases)
    func stubsAndJournalUseTenantOfIdentity(_ host: Azure.Host) throws {
        let site = try Azure.entra().site
        try site.stub(#"{"endpoint":"managedidentity","tenant":"fabrikam.com"}"#, #"{"status":500}"#)
        try site.stub(#"{"endpoint":"managedidentity","tenant":"contoso.com"}"#, #"{"status":503}"#)
        #expect(try host.send(site).status == 503)
        #expect(try host.send(site).status == 200)
        #expect(try host.send(site, ["resource": nil]).status >= 400)
        #expect(try site.get("/_understudy/requests?tenant=contoso.com").json?["total"]?.integer == 3)
        #expect(try site.get("/_understudy/requests?tenant=fabrikam.com").json?["total"]?.integer == 0)
    }

    @Test(
        "Each host returns its own fields, all of them strings except a time of Service Fabric",
        arguments: [
            // Recordings of azure-sdk-for-python 2022-01, azure-sdk-for-go 2021-12 and reports of 2025-09.
            (
                .virtualMachine,
                [
                    "access_token", "client_id", "expires_in", "expires_on", "ext_expires_in", "not_before", "resource",
                    "token_type",
                ]
            ),
            (.appService, ["access_token", "expires_on", "resource", "token_type", "client_id"]),
            (.olderAppService, ["access_token", "expires_on", "resource", "token_type", "client_id"]),
            (.machineLearning, ["access_token", "expires_on", "resource", "token_type", "client_id"]),
            // Recording of azure-sdk-for-net 2020-11.
            (.serviceFabric, ["token_type", "access_token", "expires_on", "resource"]),
            (.olderServiceFabric, ["token_type", "access_token", "expires_on", "resource"]),
            (
                .cloudShell,
                ["access_token", "refresh_token", "expires_in", "expires_on", "not_before", "resource", "token_type"]
            ),
        ] as [(Azure.Host, [String])])
    func returnsFieldsOfHost(_ host: Azure.Host, _ names: [String]) throws {
        let response = try host.send(Azure.entra().site)
        #expect(response.status == 200)
        #expect(fields(response) == names)
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        let expiry = MockEntra.start.seconds + 86_400
        let hasNumber = [.serviceFabric, .olderServiceFabric].contains(host)
        for name in names { #expect((response[name] == nil) == (hasNumber && name == "expires_on"), "\(name)") }
        #expect(response["resource"] == "api://orders")
        #expect(response["token_type"] == "Bearer")
        if hasNumber {
            #expect(response.json?["expires_on"]?.integer == expiry)
        } else {
            #expect(
                response["expires_on"] == (host == .olderAppService ? "09/22/2026 14:13:20 +00:00" : String(expiry)))
        }
        if names.contains("client_id") { #expect(response["client_id"] == Azure.machineClient) }
        if names.contains("expires_in") {
            #expect(response["expires_in"] == "86400")
            #expect(response["not_before"] == String(MockEntra.start.seconds - 300))
        }
        if names.contains("ext_expires_in") { #expect(response["ext_expires_in"] == "86399") }
        if names.contains("refresh_token") { #expect(response["refresh_token"]?.isEmpty == true) }
        #expect(try Token(response["access_token"])["oid"] == Azure.machinePrincipal)
    }

    @Test(
        "Each host accepts its path with a trailing slash (msal-node 2.15, msrestazure 0.6)",
        arguments: Azure.Host.allCases)
    func acceptsTrailingSlash(_ host: Azure.Host) throws {
        let response = try host.send(Azure.entra().site, slash: "/")
        #expect(try Token(response["access_token"])["oid"] == Azure.machinePrincipal)
    }

    @Test(
        "A token has the issuer of the HTTPS origin, as users' tokens do",
        arguments: [
            ("http://localhost:8080", "https://localhost:8443"), ("http://understudy:8080", "https://understudy:8443"),
            ("http://169.254.169.254", "https://localhost:8443"), ("https://127.0.0.1:8443", "https://127.0.0.1:8443"),
        ])
    func hasIssuerOfSecureOrigin(_ origin: String, _ expected: String) throws {
        let entra = try Azure.entra()
        entra.server.origins = ["http://localhost:8080", "https://localhost:8443"].compactMap(Origin.init(url:))
        let token = try Token(Azure.Host.virtualMachine.send(entra.at(origin))["access_token"])
        #expect(token["iss"] == "\(expected)/\(Seed.contoso)/v2.0")
        #expect(try token.isSigned(by: entra.site))
    }

    @Test(
        "A federated credential that trusts the tenant accepts a managed identity's token",
        arguments: [
            ("https://localhost:8443/\(Seed.contoso)/v2.0", nil),
            ("https://login.microsoftonline.com/\(Seed.contoso)/v2.0", nil),
            ("https://login.microsoftonline.com/\(Seed.fabrikam)/v2.0", 700_211),
            ("https://other.example/\(Seed.contoso)/v2.0", 700_211),
        ] as [(String, Int?)])
    func federatedCredentialTrustsTenant(_ issuer: String, _ code: Int?) throws {
        let client = "aaaaaaaa-0000-4000-8000-000000000077"
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    applications:
                      - {appId: \(client), federatedIdentityCredentials: [{name: jobs, issuer: "\(issuer)",
                         subject: \(Azure.machinePrincipal), audiences: ["api://AzureADTokenExchange"]}]}
                    managedIdentities:
                      - {id: \(Azure.jobs), type: SystemAssigned, principalId: \(Azure.machinePrincipal)}
                  - {id: \(Seed.fabrikam), domains: [fabrikam.com]}
                """)
        entra.server.origins = ["http://localhost:8080", "https://localhost:8443"].compactMap(Origin.init(url:))
        let assertion = try Azure.Host.virtualMachine.send(
            entra.at("http://localhost:8080"), ["resource": "api://AzureADTokenExchange"])["access_token"]
        let response = try entra.site.token(
            [
                "grant_type": "client_credentials", "client_id": client,
                "scope": "https://graph.microsoft.com/.default",
                "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                "client_assertion": assertion,
            ], tenant: "contoso.com")
        #expect(response.code == code)
        #expect((response["access_token"] != nil) == (code == nil))
    }

    @Test("The token is an app-only token in the version of the resource")
    func issuesAppOnlyTokenInVersionOfResource() throws {
        let site = try Azure.entra().site
        let v1 = try Token(
            Azure.Host.virtualMachine.send(
                site, ["resource": "https://legacy.contoso.com/", "client_id": Azure.jobsClient])["access_token"])
        #expect(
            v1.names == [
                "aud", "iss", "iat", "nbf", "exp", "aio", "appid", "appidacr", "idp", "oid", "rh", "roles", "sub",
                "tid",
                "uti", "ver", "xms_az_rid", "xms_ftd", "xms_mirid",
            ])
        #expect(v1["ver"] == "1.0")
        #expect(v1["aud"] == "https://legacy.contoso.com/")
        #expect(v1["appid"] == Azure.jobsClient)
        #expect(v1["appidacr"] == "2")
        #expect(v1["oid"] == Azure.jobsPrincipal)
        #expect(v1["sub"] == Azure.jobsPrincipal)
        #expect(v1["tid"] == Seed.contoso)
        #expect(v1["idp"] == v1["iss"])
        #expect(v1.list("roles") == ["Use"])
        #expect(v1["xms_mirid"] == Azure.jobs.replacing("resourceGroups", with: "resourcegroups"))
        // The machine that uses the identity, as Teleport and HashiCorp Vault read it.
        #expect(v1["xms_az_rid"] == Azure.machine.replacing("resourceGroups", with: "resourcegroups"))
        #expect(try #require(v1.number("exp")) - (v1.number("iat") ?? 0) == 86_400 + 300)
        #expect(try v1.isSigned(by: site))
        let v2 = try Token(Azure.Host.virtualMachine.send(site)["access_token"])
        #expect(v2["ver"] == "2.0")
        #expect(v2["azp"] == Azure.machineClient && v2["xms_az_rid"] == nil)
        #expect(v2.list("roles") == ["Orders.Read.All"])
        let azure = try Token(
            Azure.Host.virtualMachine.send(site, ["resource": "https://management.azure.com/"])["access_token"])
        #expect(azure["aud"] == "https://management.azure.com/")
        #expect(azure["ver"] == "1.0")
        // Tokens of 2025-11 and 2025-12 have the claims; only tokens for Azure Resource Manager are known.
        for name in ["xms_act_fct", "xms_ftd", "xms_idrel", "xms_rd", "xms_sub_fct"] { #expect(azure[name] != nil) }
        #expect(azure["idtyp"] == "app" && azure.number("xms_tcdt") != nil)
        #expect(v2["idtyp"] == nil)
    }

    @Test("The host caches a token for half its lifetime, for each resource and identity")
    func cachesTokenForHalfItsLifetime() throws {
        let entra = try Azure.entra()
        let send = { (change: Parameters) in try Azure.Host.virtualMachine.send(entra.site, change) }
        let first = try send([:])
        entra.clock.advance(seconds: 43_199)
        let again = try send([:])
        #expect(again["access_token"] == first["access_token"])
        #expect(again["expires_in"] == "43201")
        #expect(again["ext_expires_in"] == "86399")
        #expect(again["expires_on"] == first["expires_on"])
        #expect(try Azure.Host.appService.send(entra.site)["access_token"] == first["access_token"])
        #expect(try send(["client_id": Azure.jobsClient])["access_token"] != first["access_token"])
        #expect(try send(["resource": "https://management.azure.com/"])["access_token"] != first["access_token"])
        let otherHost = try Azure.Host.virtualMachine.send(entra.at("http://127.0.0.1:8080"))
        #expect(otherHost["access_token"] != first["access_token"])
        entra.clock.advance(seconds: 1)
        let renewed = try send([:])
        #expect(renewed["access_token"] != first["access_token"])
        #expect(renewed["expires_in"] == "86400")
        entra.store.reset(tenant: TenantID(Seed.contoso), now: .distantPast)
        #expect(try send([:])["access_token"] != renewed["access_token"])
    }

    @Test("The host caches a token only while its key is published")
    func cachesTokenWhileKeyIsPublished() throws {
        let site = try Azure.entra().site
        let first = try Azure.Host.virtualMachine.send(site)["access_token"]
        let old = try #require(try Token(first).header["kid"]?.string)
        #expect(try site.control("POST", "keys/rotate").status == 200)
        #expect(try Azure.Host.virtualMachine.send(site)["access_token"] == first)
        #expect(try site.control("DELETE", "keys/\(old)").status == 204)
        let next = try Azure.Host.virtualMachine.send(site)["access_token"]
        #expect(next != first)
        #expect(try Token(next).isSigned(by: site))
    }

    @Test(
        "Each host selects an identity by its own parameters and ignores other names",
        arguments: [
            (.virtualMachine, "client_id", Azure.jobsClient, Azure.jobsPrincipal),
            (.virtualMachine, "client_id", Azure.jobsClient.uppercased(), Azure.jobsPrincipal),
            (.virtualMachine, "object_id", Azure.jobsPrincipal, Azure.jobsPrincipal),
            (.virtualMachine, "msi_res_id", Azure.jobs, Azure.jobsPrincipal),
            (.virtualMachine, "mi_res_id", Azure.jobs.lowercased(), Azure.jobsPrincipal),
            (.virtualMachine, "principal_id", Azure.jobsPrincipal, Azure.machinePrincipal),
            (.virtualMachine, "clientid", Azure.jobsClient, Azure.machinePrincipal),
            (.appService, "client_id", Azure.jobsClient, Azure.jobsPrincipal),
            (.appService, "principal_id", Azure.jobsPrincipal, Azure.jobsPrincipal),
            (.appService, "object_id", Azure.jobsPrincipal, Azure.jobsPrincipal),
            (.appService, "mi_res_id", Azure.jobs, Azure.jobsPrincipal),
            (.olderAppService, "clientid", Azure.jobsClient, Azure.jobsPrincipal),
            (.olderAppService, "client_id", Azure.jobsClient, Azure.machinePrincipal),
            (.machineLearning, "clientid", Azure.jobsClient, Azure.jobsPrincipal),
            (.machineLearning, "client_id", Azure.jobsClient, Azure.machinePrincipal),
            (.serviceFabric, "client_id", Azure.jobsClient, Azure.machinePrincipal),
            // MSAL for .NET, 2026
            (.serviceFabric, "principalId", Azure.jobsPrincipal, Azure.jobsPrincipal),
            (.olderServiceFabric, "principalId", Azure.jobsPrincipal, Azure.machinePrincipal),
            (.cloudShell, "client_id", Azure.jobsClient, Azure.machinePrincipal),
        ] as [(Azure.Host, String, String, String)])
    func selectsIdentityByParameterOfHost(_ host: Azure.Host, _ name: String, _ value: String, _ principal: String)
        throws
    {
        let response = try host.send(Azure.entra().site, Parameters(dictionaryLiteral: (name, value)))
        #expect(try Token(response["access_token"])["oid"] == principal)
    }

    @Test(
        "A machine without a system-assigned identity uses its only user-assigned one",
        arguments: [
            ("- {id: \(Azure.jobs), type: UserAssigned}", .virtualMachine, nil),
            ("- {id: \(Azure.jobs), type: UserAssigned}", .serviceFabric, nil),
            ("- {id: \(Azure.jobs), type: UserAssigned}", .appService, "No User Assigned or Delegated"),
            (
                "- {id: \(Azure.jobs), type: UserAssigned}\n      - {id: \(Azure.jobs)2, type: UserAssigned}",
                .virtualMachine, "Multiple user assigned identities exist"
            ),
            ("- {id: \(Azure.jobs), type: UserAssigned, hosts: [appService]}", .virtualMachine, "Identity not found"),
            ("[]", .virtualMachine, "Identity not found"),
            ("[]", .appService, "No User Assigned or Delegated"),
        ] as [(String, Azure.Host, String?)])
    func usesOnlyUserAssignedIdentity(_ identities: String, _ host: Azure.Host, _ failure: String?) throws {
        let response = try host.send(Azure.entra(identities: identities).site)
        #expect(response.status == (failure == nil ? 200 : 400))
        if let failure { #expect(response.text.contains(failure)) }
    }

    @Test("The instance metadata returns the region if the Metadata header is present")
    func returnsRegionWithMetadataHeader() throws {
        let site = try Azure.entra().site
        let target = "/metadata/instance/compute?api-version=2021-02-01"
        #expect(try site.get(target, headers: ["Metadata": "true"])["location"] == "northeurope")
        #expect(try site.get(target).status == 400)
    }

    // MSAL for Go and for JavaScript request the region alone.
    @Test("The instance metadata returns the region alone as text only")
    func returnsRegionAsText() throws {
        let site = try Azure.entra().site
        let target = "/metadata/instance/compute/location?api-version=2020-06-01"
        let response = try site.get("\(target)&format=text", headers: ["Metadata": "true"])
        #expect(response.status == 200 && response.text == "northeurope")
        #expect(try site.get("\(target)&format=text").status == 400)
        #expect(try site.get(target, headers: ["Metadata": "true"]).status == 400)
        let unversioned = "/metadata/instance/compute/location?format=text"
        #expect(try site.get(unversioned, headers: ["Metadata": "true"]).json?["newest-versions"] != nil)
    }

    @Test("A missing or unknown version of the instance metadata is answered with the newest versions")
    func reportsNewestMetadataVersions() throws {
        let site = try Azure.entra().site
        for query in ["", "?api-version=9999-99-99", "?api-version=2018-02-02"] {
            let response = try site.get("/metadata/instance/compute\(query)", headers: ["Metadata": "true"])
            #expect(response.status == 400)
            #expect(response.json?.object?.map(\.name) == ["error", "newest-versions"])
            let newest = response.json?["newest-versions"]?.array?.compactMap(\.string) ?? []
            #expect(newest == ["2025-04-07", "2024-07-17", "2024-03-15"])
        }
        // MSAL for .NET, Python and Go request these versions.
        for version in ["2020-06-01", "2021-02-01", "2021-10-01", "2025-04-07"] {
            let target = "/metadata/instance/compute?api-version=\(version)"
            #expect(try site.get(target, headers: ["Metadata": "true"]).status == 200, "\(version)")
        }
    }

    @Test("The token endpoint accepts published API versions", arguments: ["2018-02-01", "2019-08-01", "2025-04-07"])
    func acceptsPublishedVersions(_ version: String) throws {
        let response = try Azure.Host.virtualMachine.send(Azure.entra().site, ["api-version": version])
        #expect(response.status == 200)
    }

    @Test("A managed identity cannot use client credentials")
    func identityIsNoApplication() throws {
        let response = try Azure.entra().site.token(
            [
                "grant_type": "client_credentials", "client_id": Azure.machineClient, "client_secret": "x",
                "scope": "api://orders/.default",
            ], tenant: "contoso.com")
        #expect(response.code == 700016)
    }
}
