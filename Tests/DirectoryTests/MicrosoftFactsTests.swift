import Entra
import Formats
import Testing
@testable import Directory

/// The facts about Microsoft's APIs under `Config/microsoft`.
@Suite struct MicrosoftFactsTests {
    private static let vault = ClientID("cfa8b339-82a2-471a-a3c9-0fc0be7a4093")

    @Test("Each text is sorted by its keys, so that a search by halves finds every line")
    func textsAreSorted() {
        let texts = [
            (MicrosoftFacts.apis, 1), (MicrosoftFacts.names, 1), (MicrosoftFacts.scopes, 2), (MicrosoftFacts.roles, 2),
        ]
        for (text, fields) in texts {
            var before = ""
            text.forEach(in: text.bytes.indices) { line in
                let key = line.fields.prefix(fields).map { $0.asciiLowercased + "\t" }.joined()
                #expect(before.precedes(key), "\(key)")
                before = key
            }
        }
    }

    @Test("Every tenant has the core APIs and all permissions of Microsoft Graph")
    func everyTenantHasCoreAPIs() throws {
        let directory = try #require(load(tenant("")).configuration).directory
        #expect(directory.tenants[0].microsoftAPIs.count == 100)
        #expect(
            directory.consumers?.microsoftAPIs.map(\.clientID) == [
                .azureADGraph, .microsoftGraph, .azureServiceManagement, .tokenExchange,
            ])
        let graph = try #require(directory.tenants[0].application(.microsoftGraph))
        #expect(graph.oauth2PermissionScopes.count == 807)
        #expect(graph.appRoles.count == 716)
        for scope in graph.oauth2PermissionScopes {
            #expect(graph.scope(named: scope.value) == scope && graph.scope(scope.id) == scope)
        }
        for role in graph.appRoles { #expect(graph.role(named: role.value) == role && graph.role(role.id) == role) }
        #expect(graph.identifierUris.first == "https://graph.microsoft.com")
    }

    @Test("An entry with the appId of a Microsoft API adds permissions, and the export has the additions alone")
    func configurationAddsPermissions() throws {
        let text = tenant(
            """
            applications:
            - appId: cfa8b339-82a2-471a-a3c9-0fc0be7a4093
              identifierUris: ["https://vault.azure.net"]
              api: {oauth2PermissionScopes: [{value: user_impersonation}, {value: Secrets.Read}]}
              appRoles: [{value: Secrets.Read.All, allowedMemberTypes: [Application]}]
            - appId: app
              requiredResourceAccess:
              - resourceAppId: "https://vault.azure.net"
                resourceAccess: [{id: Secrets.Read, type: Scope}, {id: Secrets.Read.All, type: Role}]
            oauth2PermissionGrants:
            - {clientId: app, resourceId: Azure Key Vault, consentType: AllPrincipals, scope: user_impersonation Secrets.Read}
            """)
        let outcome = load(text)
        #expect(outcome.problems == [])
        let directory = try #require(outcome.configuration).directory
        let vault = try #require(directory.tenants[0].application(MicrosoftFactsTests.vault))
        #expect(vault.oauth2PermissionScopes.map(\.value) == ["user_impersonation", "Secrets.Read"])
        #expect(vault.scope(named: "user_impersonation")?.id == PermissionID("f53da476-18e3-4152-8e01-aec403e6edc0"))
        #expect(vault.displayName == "Azure Key Vault" && vault.id == ObjectID(""))
        #expect(directory.tenants[0].ownApplications.map(\.appId) == ["app"])
        let export = DirectoryExport.json(directory)
        let exported = String(decoding: JSONWriter.value(export), as: UTF8.self)
        let again = try #require(load(exported).configuration).directory
        #expect(DirectoryExport.json(again) == export)
    }

    @Test(
        "An entry for a Microsoft API cannot have the parts of a client",
        arguments: [
            "passwordCredentials: [{secretText: x}]", "web: {redirectUris: ['https://a.example/']}",
            "identifierUris: ['api://mine']",
        ])
    func rejectsPartsOfClient(_ line: String) {
        let text = tenant("applications:\n- appId: 00000003-0000-0000-c000-000000000000\n  \(line)")
        #expect(load(text).problems.count == 1)
    }

    @Test("An unknown permission is reported with a similar one")
    func suggestsPermission() {
        let text = application(
            """
            requiredResourceAccess:
            - {resourceAppId: 00000003-0000-0000-c000-000000000000, resourceAccess: [{id: Chat.Raed, type: Scope}]}
            """)
        #expect(load(text).problems.first?.description.containsExactly("did you mean Chat.Read?") == true)
    }
}
