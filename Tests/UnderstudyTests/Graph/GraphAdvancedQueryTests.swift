import Formats
import Testing
@testable import Understudy

/// The operators of queries and the parameters that advanced queries need (Microsoft Learn, "Advanced query capabilities on
/// Microsoft Entra ID objects").
@Suite struct GraphAdvancedQueryTests {
    private static let users = [
        """
        {userPrincipalName: zoe@contoso.com, displayName: Zoe Guthrie, givenName: Zoe, mail: zoe@outlook.com,
         jobTitle: Engineer, city: Oslo, department: Research, companyName: Contoso, mobilePhone: "254780000001",
         proxyAddresses: ["SMTP:zoe@contoso.com", "smtp:z@OnMicrosoft.com"], employeeHireDate: "2024-03-01T00:00:00Z",
         assignedLicenses: [{skuId: 184efa21-98c3-4e5d-95ab-d07053a96e67, disabledPlans: []}],
         onPremisesExtensionAttributes: {extensionAttribute1: blue}, otherMails: ["zoe@home.test"],
         createdDateTime: "2024-05-01T10:00:00Z", accountEnabled: false}
        """,
        """
        {userPrincipalName: bo@contoso.com, displayName: bo guthrie, mail: bo@contoso.com, jobTitle: Clerk, city: Rome,
         createdDateTime: "2022-05-01T10:00:00Z", employeeHireDate: "2020-01-01T00:00:00Z"}
        """,
    ]

    private static let eventual = [("ConsistencyLevel", "eventual")]

    struct Case: Row {
        let query: String
        /// The names in the response of a plain request, or the status and the code of the error.
        var plain: [String]
        /// The same for a request with the header and the count, if different.
        var advanced: [String]?

        var name: String { query }
    }

    private static let unsupported = ["400 Request_UnsupportedQuery"]

    private static func encoded(_ query: String) -> String {
        query.utf8.reduce(into: "") { text, byte in
            let isPlain = byte > 0x20 && byte < 0x7F && !"\"%#+".utf8.contains(byte)
            text += isPlain ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }
    }

    static let cases: [Case] = [
        Case(query: "$filter=accountEnabled eq false", plain: ["Zoe Guthrie"]),
        Case(query: "$filter=accountEnabled ne true", plain: unsupported, advanced: ["Zoe Guthrie"]),
        Case(
            query: "$filter=NOT startsWith(displayName,'A')", plain: unsupported,
            advanced: ["Zoe Guthrie", "bo guthrie", "Megan"]),
        Case(
            query: "$filter=companyName ne null and NOT(companyName eq 'Microsoft')", plain: unsupported,
            advanced: ["Zoe Guthrie"]),
        Case(query: "$filter=companyName eq 'Contoso'", plain: unsupported, advanced: ["Zoe Guthrie"]),
        Case(query: "$filter=endsWith(mail,'@outlook.com')", plain: unsupported, advanced: ["Zoe Guthrie"]),
        Case(
            query: "$filter=endswith(userPrincipalName,'contoso.com') and city eq 'Rome'", plain: unsupported,
            advanced: ["bo guthrie"]),
        Case(query: "$filter=endsWith(displayName,'x')", plain: unsupported),
        Case(query: "$filter=contains(displayName,'x')", plain: unsupported),
        Case(query: "$filter=startsWith(mobilePhone,'25478')", plain: unsupported, advanced: ["Zoe Guthrie"]),
        Case(query: "$filter=createdDateTime ge 2024-01-01", plain: ["Zoe Guthrie"]),
        Case(query: "$filter=createdDateTime le 2022-05-01T10:00:00Z", plain: ["bo guthrie"]),
        Case(query: "$filter=createdDateTime gt 2022-05-01T10:00:00Z", plain: unsupported, advanced: ["Zoe Guthrie"]),
        Case(query: "$filter=createdDateTime lt 2023-01-01", plain: unsupported, advanced: ["bo guthrie"]),
        Case(query: "$filter=createdDateTime ge '2024-01-01'", plain: ["400 BadRequest"]),
        Case(query: "$filter=employeeHireDate ge 2023-01-01", plain: unsupported, advanced: ["Zoe Guthrie"]),
        Case(query: "$filter=displayName ge 'a'", plain: unsupported),
        Case(
            query: "$filter=city eq null and startsWith(displayName,'A')", plain: unsupported,
            advanced: ["Alex Wilber", "Adele Vance", "Admin"]),
        Case(query: "$filter=userPrincipalName eq null", plain: unsupported),
        Case(
            query: "$filter=proxyAddresses/any(p:startsWith(p,'smtp:z@'))", plain: ["Zoe Guthrie"]),
        Case(
            query: "$filter=proxyAddresses/any(p:endsWith(p,'OnMicrosoft.com'))", plain: unsupported,
            advanced: ["Zoe Guthrie"]),
        Case(
            query: "$filter=not(proxyAddresses/any(p:p eq 'smtp:zoe@contoso.com')) and city eq 'Oslo'",
            plain: unsupported, advanced: []),
        Case(
            query: "$filter=otherMails/all(m:startsWith(m,'zoe')) and city eq 'Oslo'", plain: unsupported,
            advanced: ["Zoe Guthrie"]),
        Case(
            query: "$filter=assignedLicenses/any(s:s/skuId eq 184efa21-98c3-4e5d-95ab-d07053a96e67)",
            plain: ["Zoe Guthrie"]),
        Case(query: "$filter=assignedLicenses/any(s:s/colour eq 'x')", plain: unsupported),
        Case(query: "$filter=assignedLicenses/skuId eq 184efa21-98c3-4e5d-95ab-d07053a96e67", plain: unsupported),
        Case(query: "$filter=assignedLicenses/$count ne 0", plain: unsupported, advanced: ["Zoe Guthrie"]),
        Case(query: "$filter=assignedLicenses/$count eq 5", plain: unsupported),
        Case(query: "$filter=businessPhones/$count eq 0", plain: unsupported),
        Case(
            query: "$filter=onPremisesExtensionAttributes/extensionAttribute1 eq 'blue'", plain: unsupported,
            advanced: ["Zoe Guthrie"]),
        Case(query: "$filter=city/name eq 'x'", plain: ["400 BadRequest"]),
        Case(query: "$filter=streetAddress/any(x:x eq 'y')", plain: unsupported),
        Case(query: "$orderby=displayName&$top=3", plain: ["Adele Vance", "Admin", "Alex Wilber"]),
        Case(query: "$orderby=displayName desc&$top=2", plain: ["Zoe Guthrie", "Megan"]),
        Case(
            query: "$orderby=createdDateTime desc&$top=2", plain: unsupported, advanced: ["Zoe Guthrie", "bo guthrie"]),
        Case(query: "$orderby=jobTitle", plain: unsupported),
        Case(
            query: "$filter=startsWith(displayName,'A')&$orderby=displayName desc", plain: unsupported,
            advanced: ["Alex Wilber", "Admin", "Adele Vance"]),
        Case(query: "$search=\"displayName:Guthr\"", plain: unsupported, advanced: ["Zoe Guthrie", "bo guthrie"]),
        Case(
            query: "$search=\"displayName:Guthr\" AND \"mail:zoe\"", plain: unsupported, advanced: ["Zoe Guthrie"]),
        Case(
            query: "$search=\"displayName:bo\" OR \"displayName:zoe\"&$filter=accountEnabled eq true",
            plain: unsupported, advanced: ["bo guthrie"]),
        Case(query: "$search=\"displayName:uthrie\"", plain: unsupported, advanced: []),
        Case(query: "$search=\"accountEnabled:true\"", plain: unsupported),
        Case(query: "$search=displayName:Guthr", plain: ["400 BadRequest"]),
        Case(query: "$search=\"colour:x\"", plain: unsupported, advanced: ["400 BadRequest"]),
        Case(query: "$filter=id in ('\(Seed.alex)','\(Seed.alex)')", plain: ["Alex Wilber"]),
    ]

    private func names(_ response: TestResponse) -> [String] {
        response.status == 200 ? response.values("displayName") : [response.graph]
    }

    @Test("An operator is supported by default, in advanced queries only, or not at all", arguments: cases)
    func supportsOperator(_ row: Case) throws {
        let graph = try GraphLab(users: GraphAdvancedQueryTests.users).automation()
        let query = GraphAdvancedQueryTests.encoded(row.query)
        #expect(names(try graph.get("/users?\(query)")) == row.plain)
        let advanced = try graph.get("/users?\(query)&$count=true", GraphAdvancedQueryTests.eventual)
        #expect(names(advanced) == row.advanced ?? row.plain)
        if !row.query.hasPrefix("$search") {
            let uncounted = try graph.get("/users?\(query)", GraphAdvancedQueryTests.eventual)
            #expect(names(uncounted) == row.plain)
            #expect(names(try graph.get("/users?\(query)&$count=true")) == row.plain)
        }
    }

    @Test("A search needs the header, but no count") func searchesWithoutCount() throws {
        let graph = try GraphLab(users: GraphAdvancedQueryTests.users).automation()
        let path = "/users?$search=%22displayName:Guthr%22"
        #expect(try graph.get(path, GraphAdvancedQueryTests.eventual).values("displayName").count == 2)
        #expect(
            try graph.get(path).json?["error"]?["message"]?.string?.hasSuffix("'ConsistencyLevel: eventual'") == true)
    }

    @Test("The errors have the messages of the service") func returnsMessagesOfService() throws {
        let graph = try GraphLab().automation()
        for (path, message) in [
            (
                "/users?$filter=endsWith(mail,'x')",
                "Operator 'endsWith' is not supported because the required parameters might be missing. Try adding "
                    + "$count=true query parameter and ConsistencyLevel:eventual header. Refer to "
                    + "https://aka.ms/graph-docs/advanced-queries for more information"
            ),
            (
                "/groups?$filter=createdDateTime%20ge%202021-11-01",
                "Unsupported or invalid query filter clause specified for property 'createdDateTime' of resource 'Group'."
            ),
            ("/users/$count", "$count is not currently supported."),
            ("/users?$top=1000", "Invalid page size specified: '1000'. Must be between 1 and 999 inclusive."),
        ] {
            #expect(try graph.get(path).json?["error"]?["message"]?.string == message)
        }
    }

    @Test(
        "The properties and relations of applications support their operators",
        arguments: [
            ("identifierUris/any(u:u eq 'api://orders')", ["Orders API"], nil),
            ("identifierUris/any(u:startsWith(u,'api://'))", ["Orders API"], nil),
            ("tags/any(t:t eq 'x')", [], nil), ("notes eq 'x'", unsupported, []),
            ("web/redirectUris/any(u:startsWith(u,'http'))", unsupported, []),
            ("publicClient/redirectUris/any(u:u eq 'http://localhost')", unsupported, ["Console"]),
            ("owners/$count eq 0", unsupported, ["Automation", "Console", "Orders API"]),
            ("owners/any(o:o/id eq '\(Seed.alex)')", [], nil),
            ("federatedIdentityCredentials/any(f:f/subject eq 'x')", unsupported, []),
            ("requiredResourceAccess/any(r:r/resourceAppId eq \(Seed.graph))", unsupported, []),
            ("appId eq '\(GraphLab.orders)'", ["Orders API"], nil), ("createdDateTime ge 2020-01-01", [], nil),
        ] as [(String, [String], [String]?)])
    func filtersApplications(_ filter: String, _ plain: [String], _ advanced: [String]?) throws {
        let graph = try GraphLab().automation()
        let path = "/applications?$filter=\(GraphAdvancedQueryTests.encoded(filter))"
        #expect(names(try graph.get(path)) == plain)
        #expect(
            names(try graph.get("\(path)&$count=true", GraphAdvancedQueryTests.eventual)) == advanced ?? plain)
    }

    @Test("Groups without owners are found") func filtersGroupsByOwners() throws {
        let graph = try GraphLab().automation()
        let path = "/groups?$count=true&$filter=owners/$count%20eq%200"
        #expect(try graph.get(path).graph == "400 Request_UnsupportedQuery")
        #expect(try graph.get(path, GraphAdvancedQueryTests.eventual).values("displayName") == ["Staff"])
        #expect(try graph.get("/devices/delta?$deltatoken=latest").status == 200)
    }

    @Test("Pages of a sorted and filtered list continue") func pagesSortedList() throws {
        let graph = try GraphLab(users: GraphAdvancedQueryTests.users).automation()
        var path: String? = "/users?$orderby=displayName&$top=2&$select=displayName"
        var names: [String] = []
        while let next = path {
            let response = try graph.get(next)
            names += response.values("displayName")
            path = response["@odata.nextLink"].map { String($0.dropFirst("https://localhost:8443/v1.0".count)) }
        }
        #expect(names == ["Adele Vance", "Admin", "Alex Wilber", "bo guthrie", "Megan", "Zoe Guthrie"])
    }

    @Test("A list with objects of several types is filtered by advanced queries only")
    func filtersMixedList() throws {
        let graph = try GraphLab().automation()
        let application = try #require(try graph.application()["id"])
        let reference = #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\#(Seed.alex)"}"#
        #expect(try graph.post("/applications/\(application)/owners/$ref", reference).status == 204)
        let path = "/applications/\(application)/owners"
        #expect(Set(try graph.get(path).values("displayName")) == ["Automation", "Alex Wilber"])
        let filter = "$filter=startsWith(displayName,'Al')"
        #expect(try graph.get("\(path)?\(filter)").graph == "400 Request_UnsupportedQuery")
        let advanced = try graph.get(
            "\(path)?$count=true&$select=displayName,surname&\(filter)", GraphAdvancedQueryTests.eventual)
        #expect(advanced.values("surname") == ["Wilber"])
        #expect(advanced.json?["@odata.count"]?.integer == 1)
        let sorted = try graph.get("\(path)?$count=true&$orderby=displayName", GraphAdvancedQueryTests.eventual)
        #expect(sorted.values("displayName") == ["Alex Wilber", "Automation"])
    }

    @Test("A B2C tenant has no advanced queries") func rejectsAdvancedQueryInB2C() throws {
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - {id: \(Seed.contoso), kind: b2c, subdomain: contoso, domains: [contoso.onmicrosoft.com]}
                """)
        let headers = [("X-Understudy-Tenant", Seed.contoso)] + GraphAdvancedQueryTests.eventual
        let graph = GraphCalls(site: entra.site, headers: headers)
        #expect(try graph.get("/users/$count").graph == "400 Request_BadRequest")
        #expect(
            try graph.get("/users?$count=true&$filter=accountEnabled%20ne%20true").graph
                == "400 Request_UnsupportedQuery")
        #expect(try graph.get("/users?$filter=accountEnabled%20eq%20true").status == 200)
    }
}
