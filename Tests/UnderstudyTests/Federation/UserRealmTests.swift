import Formats
import Testing

@Suite struct UserRealmTests {
    private func realm(_ target: String, origin: String = MockEntra.origin) throws -> TestResponse {
        try Federated.entra().at(origin).get(target)
    }

    @Test(
        "A realm is found in any letter case, under any tenant, by path or query",
        arguments: [
            "/common/userrealm/alex@contoso.com?api-version=1.0",
            "/common/UserRealm/alex%40contoso.com?api-version=1.0",
            "/COMMON/USERREALM/Alex@Contoso.com", "/contoso.com/userrealm/alex@contoso.com?api-version=1.0",
            "/common/userrealm?user=alex%40contoso.com&api-version=1.0", "/common/userrealm/?user=alex@contoso.com",
        ])
    func findsRealmByPathOrQuery(_ target: String) throws {
        let response = try realm(target)
        #expect(response.status == 200)
        #expect(response["account_type"] == "Managed")
    }

    @Test("The realm of a managed user has the service's fields in order")
    func describesManagedRealm() throws {
        #expect(
            try realm("/common/userrealm/alex@contoso.com?api-version=1.0").text == """
                {"ver":"1.0","account_type":"Managed","domain_name":"contoso.com",\
                "cloud_instance_name":"microsoftonline.com","cloud_audience_urn":"urn:federation:MicrosoftOnline"}
                """)
    }

    @Test("The realm of a federated user names the stand-in on the requested host")
    func describesStandInRealmOnRequestedHost() throws {
        #expect(
            try realm("/common/userrealm/fred@Federated.Contoso.com", origin: "https://localhost").text == """
                {"ver":"1.0","account_type":"Federated","domain_name":"federated.contoso.com",\
                "federation_protocol":"WSTrust",\
                "federation_metadata_url":"https://localhost/adfs/services/trust/mex",\
                "federation_active_auth_url":"https://localhost/adfs/services/trust/2005/usernamemixed",\
                "cloud_instance_name":"microsoftonline.com","cloud_audience_urn":"urn:federation:MicrosoftOnline"}
                """)
    }

    @Test(
        "The cloud of the requested host determines the cloud names and the assertion audience",
        arguments: [
            ("https://login.microsoftonline.us", "microsoftonline.us", "urn:federation:microsoftonline.us"),
            (
                "https://login.partner.microsoftonline.cn", "partner.microsoftonline.cn",
                "urn:federation:partner.microsoftonline.cn"
            ),
            ("https://login.windows.net", "microsoftonline.com", "urn:federation:MicrosoftOnline"),
        ])
    func namesCloudOfRequestedHost(_ origin: String, _ instance: String, _ audience: String) throws {
        for user in ["fred@federated.contoso.com", "alex@contoso.com", "x@nowhere.example"] {
            let response = try realm("/common/userrealm/\(user)?api-version=1.0", origin: origin)
            #expect(response["cloud_instance_name"] == instance && response["cloud_audience_urn"] == audience)
        }
        let entra = try Federated.entra()
        let site = entra.at(origin)
        let assertion = try site.assertion(SecurityTokenMessage(appliesTo: audience))
        #expect(try site.bearer(assertion).status == 200)
        #expect(try entra.site.bearer(assertion).code == (instance == "microsoftonline.com" ? nil : 50008))
    }

    @Test("The realm of another identity provider has the provider's addresses")
    func namesAddressesOfOtherProvider() throws {
        let response = try realm("/common/userrealm/pat@partner.contoso.com?api-version=1.0")
        #expect(response["federation_metadata_url"] == "https://sts.partner.example/mex")
        #expect(response["federation_active_auth_url"] == "https://sts.partner.example/usernamemixed")
    }

    @Test(
        "A user name whose domain no tenant owns has an unknown realm",
        arguments: ["x@nowhere.example", "ada@outlook.com", "alex", "@", "alex@", "alex@\(Seed.contoso)"])
    func reportsUnknownRealm(_ username: String) throws {
        let response = try realm("/common/userrealm/\(username)?api-version=1.0")
        #expect(response.status == 200)
        #expect(response["account_type"] == "Unknown")
        #expect(response["domain_name"] == nil)
    }

    @Test("Version 2 of the API has its own member names")
    func usesVersion2MemberNames() throws {
        let managed = try realm("/common/userrealm/alex@contoso.com?api-version=2.1")
        #expect(managed["NameSpaceType"] == "Managed")
        #expect(managed["Login"] == "alex@contoso.com")
        #expect(managed["FederationBrandName"] == "Contoso")
        let federated = try realm("/common/userrealm/pat@partner.contoso.com?api-version=2.0")
        #expect(federated["NameSpaceType"] == "Federated")
        #expect(
            federated["AuthURL"]
                == "https://sts.partner.example/ls/?x=1&username=pat%40partner.contoso.com&wa=wsignin1.0"
                + "&wtrealm=urn%3Afederation%3AMicrosoftOnline&wctx=")
        #expect(try realm("/common/userrealm/x@nowhere.example?api-version=2.1")["NameSpaceType"] == "Unknown")
    }

    @Test("A missing user name and an unknown tenant are rejected")
    func rejectsMissingUserNameAndUnknownTenant() throws {
        #expect(try realm("/common/userrealm?api-version=1.0").outcome == .jsonError(400, "invalid_request", 900144))
        #expect(
            try realm("/nowhere.example/userrealm/alex@contoso.com").outcome
                == .jsonError(400, "invalid_request", 90002))
    }
}
