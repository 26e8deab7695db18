import Formats
import Testing

@Suite struct UserRealmTests {
    private func realm(_ target: String, origin: String = MockEntra.origin) throws -> Answer {
        try Federated.entra().at(origin).get(target)
    }

    @Test(
        "is found in any letter case, under any tenant, by path or query",
        arguments: [
            "/common/userrealm/alex@contoso.com?api-version=1.0",
            "/common/UserRealm/alex%40contoso.com?api-version=1.0",
            "/COMMON/USERREALM/Alex@Contoso.com", "/contoso.com/userrealm/alex@contoso.com?api-version=1.0",
            "/common/userrealm?user=alex%40contoso.com&api-version=1.0", "/common/userrealm/?user=alex@contoso.com",
        ])
    func found(_ target: String) throws {
        let answer = try realm(target)
        #expect(answer.status == 200)
        #expect(answer["account_type"] == "Managed")
    }

    @Test("a managed user's realm has the fields of the service, in order")
    func managed() throws {
        #expect(
            try realm("/common/userrealm/alex@contoso.com?api-version=1.0").text == """
                {"ver":"1.0","account_type":"Managed","domain_name":"contoso.com",\
                "cloud_instance_name":"microsoftonline.com","cloud_audience_urn":"urn:federation:MicrosoftOnline"}
                """)
    }

    @Test("a federated user's realm names the stand-in on the host that was asked")
    func standIn() throws {
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
        "the cloud is the one that is asked, and so is the name that assertions are for",
        arguments: [
            ("https://login.microsoftonline.us", "microsoftonline.us", "urn:federation:microsoftonline.us"),
            (
                "https://login.partner.microsoftonline.cn", "partner.microsoftonline.cn",
                "urn:federation:partner.microsoftonline.cn"
            ),
            ("https://login.windows.net", "microsoftonline.com", "urn:federation:MicrosoftOnline"),
        ])
    func cloud(_ origin: String, _ instance: String, _ audience: String) throws {
        for user in ["fred@federated.contoso.com", "alex@contoso.com", "x@nowhere.example"] {
            let answer = try realm("/common/userrealm/\(user)?api-version=1.0", origin: origin)
            #expect(answer["cloud_instance_name"] == instance && answer["cloud_audience_urn"] == audience)
        }
        let entra = try Federated.entra()
        let site = entra.at(origin)
        let assertion = try site.assertion(SecurityTokenMessage(appliesTo: audience))
        #expect(try site.bearer(assertion).status == 200)
        #expect(try entra.site.bearer(assertion).code == (instance == "microsoftonline.com" ? nil : 50008))
    }

    @Test("a provider of its own has its own addresses")
    func partner() throws {
        let answer = try realm("/common/userrealm/pat@partner.contoso.com?api-version=1.0")
        #expect(answer["federation_metadata_url"] == "https://sts.partner.example/mex")
        #expect(answer["federation_active_auth_url"] == "https://sts.partner.example/usernamemixed")
    }

    @Test(
        "what no tenant owns is unknown",
        arguments: ["x@nowhere.example", "ada@outlook.com", "alex", "@", "alex@", "alex@\(Seed.contoso)"])
    func unknown(_ username: String) throws {
        let answer = try realm("/common/userrealm/\(username)?api-version=1.0")
        #expect(answer.status == 200)
        #expect(answer["account_type"] == "Unknown")
        #expect(answer["domain_name"] == nil)
    }

    @Test("version 2 of the API has names of its own")
    func version2() throws {
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

    @Test("a missing user name and an unknown tenant are refused")
    func refused() throws {
        #expect(try realm("/common/userrealm?api-version=1.0").outcome == .jsonError(400, "invalid_request", 900144))
        #expect(
            try realm("/nowhere.example/userrealm/alex@contoso.com").outcome
                == .jsonError(400, "invalid_request", 90002))
    }
}
