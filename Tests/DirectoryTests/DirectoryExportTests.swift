@testable import Directory
import Entra
import Formats
import Testing

/// Checks that the export of a directory is a configuration of the same directory.
@Suite struct DirectoryExportTests {
    private static func loaded(_ json: JSONValue) throws -> Directory {
        try Configuration.load(.body(JSONWriter.value(json)), files: .none).directory
    }

    /// Returns the whole content of a directory as text, with sets and dictionaries sorted.
    private static func dump(_ value: Any, _ depth: Int = 0) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty { return "\(value)" }
        if let settings = value as? SettingsOverrides { return dump(SettingsProperties(settings), depth + 1) }
        let parts = mirror.children.filter { $0.label != "guestOf" }.map { child in
            "\(child.label ?? ""):\(dump(child.value, depth + 1))"
        }
        return
            "[\((mirror.displayStyle == .set || mirror.displayStyle == .dictionary ? parts.sorted() : parts).joined(separator: ","))]"
    }

    private static func content(of directory: Directory) -> [String] {
        directory.tenants.map { tenant in
            [
                dump(tenant.id), tenant.displayName, tenant.kind.rawValue, "\(tenant.domains)",
                dump(tenant.settings), dump(tenant.users), dump(tenant.groups), dump(tenant.devices),
                dump(tenant.applications), dump(tenant.grants), dump(tenant.appRoleAssignments),
                dump(tenant.managedIdentities), dump(tenant.conditionalAccessPolicies),
                dump(tenant.authenticationContexts), dump(tenant.policies), dump(tenant.federatedDomains),
                tenant.subdomain ?? "", tenant.cloud?.rawValue ?? "", tenant.countryLetterCode ?? "",
            ].joined(separator: "\n")
        } + [dump(directory.settings), dump(directory.federatedIssuers)]
    }

    private static func check(_ directory: Directory) throws {
        let export = DirectoryExport.json(directory)
        let reloaded = try loaded(export)
        for (before, after) in zip(content(of: directory), content(of: reloaded)) {
            for (before, after) in zip(before.split(separator: "\n"), after.split(separator: "\n")) {
                #expect(before == after)
            }
        }
        #expect(directory.tenants.count == reloaded.tenants.count)
        #expect(DirectoryExport.json(reloaded) == export)
    }

    @Test("An application with a property name longer than YAML allows is exported", arguments: [100, 1_100])
    func exportsPropertyWithLongName(length: Int) throws {
        let name = String(repeating: "\"", count: length)
        let info = JSONValue.object([.init(name, .integer(1))])
        let application = JSONValue.object([
            .init("appId", .string("cccccccc-0000-4000-8000-000000000001")), .init("displayName", .string("A")),
            .init(name, .string("kept")), .init("info", info),
        ])
        let directory = try DirectoryExportTests.loaded(
            .object([
                .init(
                    "tenants",
                    .array([
                        .object([
                            .init("id", .string("11111111-1111-4111-8111-111111111111")),
                            .init("domains", .array([.string("contoso.com")])),
                            .init("applications", .array([application])),
                        ])
                    ]))
            ]))
        #expect(directory.tenants.first?.applications.first?.otherProperties.count == 2)
        try DirectoryExportTests.check(directory)
        let restored = DirectoryExport.directory(from: DirectoryExport.json(directory))
        #expect(
            restored.problems.isEmpty && DirectoryExport.json(restored.directory) == DirectoryExport.json(directory))
    }

    @Test("The seed directory is exported")
    func exportsSeedDirectory() throws {
        try DirectoryExportTests.check(try Configuration.load(.seed).directory)
    }

    @Test("Unknown properties of an application's parts are exported with their part")
    func keepsUnknownPropertiesOfParts() throws {
        let directory = try Configuration.load(.inline(DirectoryExportTests.full)).directory
        let export = try #require(directory.registration(of: ClientID("client"))).tenant.export(in: directory)
        let client = export["applications"]?.array?.first { $0["appId"]?.string == "client" }
        #expect(client?["web"]?["homePageUrl"]?.string == "https://one.example/")
        #expect(client?["web"]?["implicitGrantSettings"]?["other"]?.bool == true)
        #expect(client?["verifiedPublisher"]?["displayName"]?.string == "Seven")
        #expect(client?["spa"]?["other"]?.array?.count == 1)
    }

    @Test("A policy for no client does not become one for all clients")
    func exportsPolicyForNoClient() throws {
        let text = DirectoryExportTests.full.replacing(
            "clients: { includeApplications: [client] }", with: "clients: { includeApplications: [None] }")
        let directory = try Configuration.load(.inline(text)).directory
        try DirectoryExportTests.check(directory)
        let reloaded = try DirectoryExportTests.loaded(DirectoryExport.json(directory))
        #expect(reloaded.tenants.first?.conditionalAccessPolicies.first?.clients.includesAll == false)
    }

    @Test("Duplicate consents and assignments count once")
    func mergesDuplicateConsentsAndAssignments() throws {
        let grant = "{ clientId: client, resourceId: API, consentType: AllPrincipals, scope: Read }"
        let assignment = "{ principalId: client, resourceId: API, appRole: All }"
        let text = DirectoryExportTests.full
            .replacing("- \(grant)", with: "- \(grant)\n      - \(grant.replacing("Read", with: "Write"))")
            .replacing("- \(assignment)", with: "- \(assignment)\n      - \(assignment)")
        let directory = try Configuration.load(.inline(text)).directory
        let tenant = try #require(directory.tenants.first)
        #expect(tenant.grants.map(\.scopes) == [["Read", "Write"], ["Read"]])
        #expect(tenant.appRoleAssignments.count == 3)
        let deleted = tenant.grants.prefix(1).map {
            DirectoryChange(.grant($0, in: tenant.id), document: nil, base: nil)
        }
        let after = DirectoryExport.apply(deleted, to: directory).directory
        #expect(after.tenants.first?.grants.map(\.scopes) == [["Read"]])
    }

    @Test("A password that a passwordless user gets later is exported")
    func keepsPasswordAddedLater() throws {
        let directory = try Configuration.load(.inline(DirectoryExportTests.full)).directory
        let tenant = try #require(directory.tenants.first)
        let user = try #require(tenant.users.first(where: { $0.isPasswordless }))
        let edited = directory.editing(tenant.id) { $0.update(user.id) { $0.password = "later" } }
        let reloaded = try DirectoryExportTests.loaded(DirectoryExport.json(try #require(edited?.directory)))
        let restored = try #require(reloaded.tenants.first?.user(user.id))
        #expect(restored.password == "later" && !restored.isPasswordless)
    }

    @Test("A directory with every setting is exported")
    func exportsDirectoryWithEverySetting() throws {
        try DirectoryExportTests.check(try Configuration.load(.inline(DirectoryExportTests.full)).directory)
    }

    static let full = #"""
        settings:
          accessTokenLifetime: 3600..5400
          idTokenLifetime: 1800
          throttle: { requests: 5, per: 10 }
          outage: { status: 502, retryAfter: 3 }
          oneTimeCodeLength: 7
          oneTimeCodeLifetime: 100
          oneTimeCodeAttempts: 4
          oneTimeCodeInterval: 9
          pushApproval: automatic
          nativeAuthTestContract: true
          nativeAuthRiskVerify: true
          nativeAuthCrossOrigin: true
          adminConsentRequests: true
          passwordResetDuration: 2
          graphPermissions: anyToken
          errorLineSeparator: \#(lineSeparator)
          userFlowRefreshTokenWindow: 60
          staySignedInPage: false
          testUserPanel: passwords
        federatedIssuers:
          - { issuer: "https://a.example", discovery: true, address: "http://localhost:9" }
          - { issuer: "https://b.example", jwksUri: "https://b.example/keys" }
          - issuer: https://c.example
            jwks: { keys: [{ kty: RSA, kid: k, n: "AQAB", e: AQAB }] }
        tenants:
          - id: 11111111-1111-4111-8111-111111111111
            displayName: One
            domains: [one.example, sub.one.example]
            cloud: china
            settings: { consent: automatic }
            groups:
              - { displayName: Staff, onPremisesSamAccountName: staff }
              - { displayName: Others, securityEnabled: false }
            users:
              - userPrincipalName: a@one.example
                displayName: A
                givenName: G
                surname: S
                mail: m@one.example
                password: p
                groups: [Staff]
                roles: [Global Administrator]
                mfa: "totp:JBSWY3DPEHPK3PXP"
                otherMfa: [push, "push:Phone of A", "+41 44 555 01 00"]
                phoneSignIn: true
                guestOf: [two.example]
                userRiskLevel: high
                acceptedTermsOfUse: [Terms]
                lastPasswordChangeDateTime: "2026-01-02T03:04:05Z"
                passwordProfile: { forceChangePasswordNextSignIn: true }
                extension_x: { deep: [1, true, null] }
              - { userPrincipalName: b@one.example, accountEnabled: false, mfa: "123456", oneTimeCode: "123456",
                  passwordless: true }
            devices:
              - { displayName: D, isCompliant: true, trustType: ServerAd, registeredOwners: [a@one.example] }
            applications:
              - appId: API
                displayName: Api
                signInAudience: AzureADMultipleOrgs
                identifierUris: ["api://one", "https://one.example/api/"]
                api:
                  requestedAccessTokenVersion: 2
                  acceptMappedClaims: true
                  oauth2PermissionScopes:
                    - { value: Read, adminConsentDisplayName: R, userConsentDescription: d }
                    - { value: Write, type: Admin, isEnabled: false }
                  preAuthorizedApplications: [{ appId: client, delegatedPermissionIds: [Read] }]
                  knownClientApplications: [client]
                appRoles:
                  - { value: All, allowedMemberTypes: [Application, User], description: x }
                optionalClaims: { accessToken: [{ name: aud, additionalProperties: [use_guid] }] }
                groupMembershipClaims: All, ApplicationGroup
                claimsMappingPolicy:
                  IncludeBasicClaimSet: false
                  ClaimsSchema: [{ Source: user, ID: department, JwtClaimType: dep }, { JwtClaimType: f, Value: v }]
              - appId: client
                verifiedPublisher: { verifiedPublisherId: "7", displayName: Seven }
                web:
                  homePageUrl: https://one.example/
                  redirectUris: ["https://one.example/cb"]
                  logoutUrl: https://one.example/out
                  implicitGrantSettings: { enableIdTokenIssuance: true, other: true }
                spa: { redirectUris: ["http://localhost:3000/"], other: [1] }
                publicClient: { redirectUris: ["http://localhost", "msauth.x://auth"] }
                isFallbackPublicClient: false
                passwordCredentials:
                  - { secretText: s, displayName: n, endDateTime: "2030-01-01T00:00:00Z" }
                  - { hint: abc, keyId: k }
                keyCredentials: [{ key: MAA=, displayName: c }]
                federatedIdentityCredentials:
                  - { name: fic, issuer: "https://a.example", subject: s }
                  - name: flexible
                    issuer: https://gitlab.com
                    claimsMatchingExpression: { value: "claims['sub'] matches 'project_id:1:*'", languageVersion: 1 }
                requiredResourceAccess:
                  - resourceAppId: API
                    resourceAccess: [{ id: Read, type: Scope }, { id: All, type: Role }]
                  - { resourceAppId: 00000003-0000-0000-c000-000000000000, resourceAccess: [{ id: User.Read, type: Scope }] }
                appRoleAssignmentRequired: true
                familyId: "1"
                settings: { accessTokenLifetime: 60 }
                notes: kept
            oauth2PermissionGrants:
              - { clientId: client, resourceId: API, consentType: AllPrincipals, scope: Read }
              - { clientId: client, resourceId: API, consentType: Principal, principalId: a@one.example, scope: Read }
            appRoleAssignments:
              - { principalId: client, resourceId: API, appRole: All }
              - { principalId: a@one.example, resourceId: API, appRole: All }
              - { principalId: a@one.example, resourceId: client, appRoleId: 00000000-0000-0000-0000-000000000000 }
            managedIdentities:
              - { id: /subscriptions/1/x, type: SystemAssigned, hosts: [azureArc] }
              - { id: /subscriptions/1/y, type: UserAssigned, name: n }
            authenticationContextClassReferences: [{ id: c1, displayName: C, isAvailable: false }, { id: c2 }]
            conditionalAccessPolicies:
              - displayName: P
                state: disabled
                conditions:
                  users: { includeUsers: [All], excludeUsers: [b@one.example], excludeGroups: [Staff], includeRoles: [Global Administrator] }
                  applications: { includeApplications: [API], excludeApplications: [client] }
                  clients: { includeApplications: [client] }
                  clientAppTypes: [browser]
                  signInRiskLevels: [high]
                grantControls: { operator: AND, builtInControls: [mfa, compliantDevice], termsOfUse: [Terms] }
                sessionControls:
                  signInFrequency: { value: 2, type: days }
                  persistentBrowser: { mode: never }
              - displayName: Q
                conditions:
                  users: { includeUsers: [GuestsOrExternalUsers] }
                  applications: { includeAuthenticationContextClassReferences: [c1, c2] }
                sessionControls: { signInFrequency: { frequencyInterval: everyTime } }
            federatedDomains: [{ domain: sub.one.example }]
          - id: 22222222-2222-4222-8222-222222222222
            domains: [two.example]
            kind: b2c
            subdomain: two
            countryLetterCode: CH
            policies:
              - B2C_1_signupsignin
              - { id: B2C_1_edit, kind: profileEdit, attributes: [country, { name: city, required: false, pattern: "^[A-Z]" }], claims: [name], identityProviders: [Google], resetsPassword: true, usernameElement: signInName }
            users: [{ userPrincipalName: g@two.example, identityProvider: google.com }]
          - id: consumers
            domains: [personal.example]
            users: [{ userPrincipalName: p@outlook.com }]
        """#

    private static let lineSeparator = "crlf"
}
