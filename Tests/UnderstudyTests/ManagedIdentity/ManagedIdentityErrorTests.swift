import Entra
import Formats
import Testing
@testable import Understudy

/// These tests cover the requests that each host rejects and the format of its errors
/// (docs/reference/protocol.md#managed-identity).
@Suite struct ManagedIdentityErrorTests {
    struct Case: Row {
        let name: String
        let host: Azure.Host
        var change: Parameters = [:]
        var headers: [(String, String)]?
        let status: Int
        /// The member `error` or `error.code` of the body.
        let error: String?
        let text: String
    }

    static let cases: [Case] = [
        Case(
            name: "IMDS, no Metadata header (recordings of azure-sdk-for-go 2021-11 and azure-sdk-for-python 2022-01)",
            host: .virtualMachine, headers: [], status: 400, error: "invalid_request",
            text: "Required metadata header not specified"),
        Case(
            name: "IMDS, Metadata is not true", host: .virtualMachine, headers: [("Metadata", "1")], status: 400,
            error: "bad_request_102", text: "metadata"),
        Case(
            name: "IMDS, True in upper case (how-to-use-vm-token, HTTP response reference)", host: .virtualMachine,
            headers: [("Metadata", "True")], status: 400, error: "bad_request_102", text: "metadata"),
        Case(
            name: "Cloud Shell, True in upper case", host: .cloudShell, headers: [("Metadata", "TRUE")], status: 400,
            error: "BadRequest", text: "metadata"),
        Case(
            name: "IMDS, through a proxy", host: .virtualMachine,
            headers: [("Metadata", "true"), ("X-Forwarded-For", "1.2.3.4")], status: 400, error: "invalid_request",
            text: "X-Forwarded-For"),
        Case(
            name: "IMDS, no version", host: .virtualMachine, change: ["api-version": nil], status: 400,
            error: "invalid_request", text: "api-version"),
        Case(
            name: "IMDS, too old a version", host: .virtualMachine, change: ["api-version": "2017-12-01"], status: 400,
            error: "invalid_request", text: "2017-12-01"),
        Case(
            name: "IMDS, a version that is no date", host: .virtualMachine, change: ["api-version": "9999-99-9x"],
            status: 400, error: "invalid_request", text: "9999-99-9x"),
        Case(
            name: "IMDS, a version to come", host: .virtualMachine, change: ["api-version": "9999-99-99"], status: 400,
            error: "invalid_request", text: "9999-99-99"),
        Case(
            name: "IMDS, a date that is no version", host: .virtualMachine, change: ["api-version": "2018-02-02"],
            status: 400, error: "invalid_request", text: "2018-02-02"),
        Case(
            name: "IMDS, no resource", host: .virtualMachine, change: ["resource": ""], status: 400,
            error: "invalid_request", text: "resource"),
        Case(
            name: "IMDS, unknown resource", host: .virtualMachine, change: ["resource": "https://nowhere.test"],
            status: 400, error: "invalid_resource", text: "AADSTS500011"),
        Case(
            name: "IMDS, a scope in place of a resource", host: .virtualMachine,
            change: ["resource": "api://orders/.default"], status: 400, error: "invalid_resource", text: "AADSTS500011"),
        Case(
            name: "IMDS, a resource that requires a role", host: .virtualMachine,
            change: ["resource": "api://strict"], status: 400, error: "invalid_grant", text: "AADSTS501051"),
        Case(
            name: "IMDS, unknown identity", host: .virtualMachine, change: ["client_id": Azure.machinePrincipal],
            status: 400, error: "invalid_request", text: "Identity not found"),
        Case(
            name: "IMDS, the machine's own is not named", host: .virtualMachine,
            change: ["client_id": Azure.machineClient], status: 400, error: "invalid_request",
            text: "Identity not found"),
        Case(
            name: "IMDS, two identifiers", host: .virtualMachine,
            change: ["client_id": Azure.jobsClient, "object_id": Azure.jobsPrincipal], status: 400,
            error: "invalid_request", text: "at most one"),
        Case(
            name: "App Service, no secret", host: .appService, headers: [("secret", Azure.secret)], status: 401,
            error: nil, text: "X-IDENTITY-HEADER"),
        Case(
            name: "App Service, wrong secret", host: .appService, headers: [("x-identity-header", "wrong")],
            status: 401,
            error: nil, text: "X-IDENTITY-HEADER"),
        Case(
            name: "App Service, the older header", host: .olderAppService,
            headers: [("X-IDENTITY-HEADER", Azure.secret)], status: 401, error: nil, text: "secret"),
        Case(
            name: "App Service, unknown version", host: .appService, change: ["api-version": "2018-02-01"], status: 400,
            error: nil, text: "2018-02-01"),
        Case(
            name: "App Service, not assigned there", host: .appService, change: ["mi_res_id": Azure.jobs + "2"],
            status: 400, error: nil, text: "No User Assigned or Delegated Managed Identity found"),
        Case(
            name: "App Service, unknown resource", host: .appService, change: ["resource": "https://nowhere.test"],
            status: 500, error: nil, text: "AADSTS500011"),
        Case(
            name: "Machine Learning, wrong secret", host: .machineLearning, headers: [("secret", "x")], status: 401,
            error: nil, text: "secret"),
        Case(
            name: "Service Fabric, no secret", host: .serviceFabric, headers: [], status: 401,
            error: "SecretHeaderNotFound", text: "secret"),
        Case(
            name: "Service Fabric, no resource", host: .serviceFabric, change: ["resource": nil], status: 400,
            error: "ArgumentNullOrEmpty", text: "resource"),
        Case(
            name: "Service Fabric, version", host: .serviceFabric, change: ["api-version": "2018-02-01"], status: 400,
            error: "InvalidApiVersion", text: "2018-02-01"),
        Case(
            name: "Service Fabric, unknown resource", host: .serviceFabric, change: ["resource": "x"], status: 400,
            error: "InternalServerError", text: "AADSTS500011"),
        Case(
            name: "Cloud Shell, no Metadata header", host: .cloudShell, headers: [], status: 400, error: "BadRequest",
            text: "metadata"),
        Case(
            name: "Cloud Shell, unknown resource", host: .cloudShell, change: ["resource": "https://nowhere.test"],
            status: 400, error: "AudienceNotSupported",
            text: "Audience https://nowhere.test is not a supported MSI token audience."),
    ]

    @Test("Each host rejects an invalid request in its own error format", arguments: cases)
    func rejectsInvalidRequestInFormatOfHost(_ row: Case) throws {
        let response = try row.host.send(Azure.entra().site, row.change, headers: row.headers)
        #expect(response.status == row.status)
        #expect(response.text.contains(row.text))
        #expect(response["access_token"] == nil)
        switch row.host {
        case .virtualMachine:
            #expect(response["error"] == row.error)
            #expect(response["error_description"] != nil)
        case .appService, .olderAppService, .machineLearning:
            #expect(response.json?["statusCode"]?.integer == Int64(row.status))
            #expect(response.json?.object?.map(\.name) == ["statusCode", "message", "correlationId"])
            #expect(response["correlationId"].flatMap { GUID($0) } != nil)
        case .serviceFabric, .olderServiceFabric, .cloudShell:
            #expect(response.json?["error"]?["code"]?.string == row.error)
            #expect(response.json?["error"]?["message"]?.string != nil)
        }
    }

    @Test("A machine passes the error of the token service on")
    func passesErrorOfTokenServiceOn() throws {
        // The test data of MSAL.NET, 2022-11.
        let response = try Azure.Host.virtualMachine.send(Azure.entra().site, ["resource": "https://nowhere.test"])
        #expect(
            response.json?.object?.map(\.name) == [
                "error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id", "error_uri",
            ])
        #expect(response["error_description"]?.contains(" Trace ID: ") == true)
    }

    @Test(
        "A malformed or repeated parameter is rejected",
        arguments: ["a=%zz", "resource=a&resource=b", "client_id=a&client_id=b"])
    func rejectsMalformedOrRepeatedParameters(_ query: String) throws {
        let site = try Azure.entra().site
        let response = try site.get(
            "/metadata/identity/oauth2/token?api-version=2018-02-01&\(query)", headers: ["Metadata": "true"])
        #expect(response.status == 400)
        #expect(response["error"] == "invalid_request")
    }

    @Test(
        "The journal says what a rejected request lacks",
        arguments: [
            (.virtualMachine, [("Metadata", "True")], "in lower case"),
            (.appService, [("X-IDENTITY-HEADER", "wrong")], "managedIdentityHeader"),
        ] as [(Azure.Host, [(String, String)], String)])
    func journalSaysWhatIsMissing(_ host: Azure.Host, _ headers: [(String, String)], _ text: String) throws {
        let site = try Azure.entra().site
        _ = try host.send(site, headers: headers)
        let error = try site.get("/_understudy/requests").json?["requests"]?.array?.first?["decision"]?["error"]
        #expect(error?["message"]?.string != nil)
        #expect(error?["detail"]?.string?.contains(text) == true)
    }

    @Test("Service Fabric requires HTTPS")
    func serviceFabricRequiresHTTPS() throws {
        let response = try Azure.Host.serviceFabric.send(Azure.entra().at("http://localhost:8080"))
        #expect(response.status == 400)
        #expect(response.text.contains("HTTPS"))
    }

    @Test("Cloud Shell accepts only POST, and the other hosts only GET")
    func rejectsWrongMethod() throws {
        let site = try Azure.entra().site
        #expect(try site.post("/metadata/identity/oauth2/token", [:], headers: [("Metadata", "true")]).status >= 400)
        #expect(try site.get("/oauth2/token?resource=api://orders", headers: ["Metadata": "true"]).status >= 400)
        #expect(try site.get("/metadata/identity/oauth2/token").header("Access-Control-Allow-Origin") == nil)
    }

    @Test("Tenants with different secrets are different hosts")
    func secretSelectsTenant() throws {
        let tenant = { (id: String, domain: String, secret: String, client: String) in
            """
              - id: \(id)
                domains: [\(domain)]
                settings: {managedIdentityHeader: \(secret)}
                managedIdentities: [{id: /subscriptions/\(domain), type: SystemAssigned, clientId: \(client)}]
            """
        }
        let site = try MockEntra(
            yaml: "tenants:\n" + tenant(Seed.contoso, "contoso.com", "one", Azure.machineClient) + "\n"
                + tenant(Seed.fabrikam, "fabrikam.com", "two", Azure.jobsClient)
        ).site
        for (secret, client) in [("one", Azure.machineClient), ("two", Azure.jobsClient)] {
            let response = try Azure.Host.appService.send(
                site, ["resource": "https://graph.microsoft.com"], headers: [("X-IDENTITY-HEADER", secret)])
            #expect(response["client_id"] == client)
        }
    }

    @Test(
        "A rebound host name receives no token, and the error contains the name", arguments: Azure.Host.allCases)
    func rejectsReboundHostName(host: Azure.Host) throws {
        let entra = try Azure.entra()
        for name in ["evil.test", "127.evil.test", "169.254.169.254.evil.test", "mtls.evil.test"] {
            let response = try host.send(entra.at("https://\(name)"))
            #expect(response.status == 403, "\(name)")
            #expect(response.text.contains(name) && response.text.contains("--control-host"))
            #expect(!response.text.contains("access_token"))
        }
        for name in ["169.254.169.254", "localhost", "127.0.0.1:50342", "[::1]:8443", "understudy", "a.localhost"] {
            #expect(try host.send(entra.at("https://\(name)")).status == 200, "\(name)")
        }
    }

    @Test("Every endpoint of managed identities checks the host name and accepts configured names")
    func everyEndpointChecksHostName() throws {
        let entra = try Azure.entra()
        for path in ["/arc/metadata/identity/oauth2/token", "/metadata/instance/compute"] {
            let target = "\(path)?api-version=2020-06-01&resource=api://orders"
            let response = try entra.at("http://evil.test").get(target, headers: ["Metadata": "true"])
            #expect(response.status == 403, "\(path)")
            #expect(response.header("WWW-Authenticate") == nil, "no key file is written")
        }
        var settings = ServerSettings()
        settings.controlHosts = ["vm.example"]
        settings.publicOrigin = Origin(scheme: "https", host: "id.example", port: nil)
        let owned = try MockEntra(directory: entra.server.directory, settings: settings)
        for name in ["vm.example", "id.example"] {
            #expect(try Azure.Host.virtualMachine.send(owned.at("https://\(name)")).status == 200, "\(name)")
        }
    }
}
