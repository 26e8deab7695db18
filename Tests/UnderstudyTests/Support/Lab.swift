import Directory
import Entra

/// A directory with one application for each rule that the seed directory does not cover.
enum Lab {
    static let implicit = client("0011", "https://app.test/cb", secret: "implicit-secret")
    static let plain = client("0012", "https://bare.test/cb")
    static let guarded = client("0013", "https://guarded.test/cb", secret: "guarded-secret")
    static let disabled = client("0014", "https://disabled.test/cb", secret: "disabled-secret")
    static let expired = client("0015", "https://expired.test/cb", secret: "expired-secret")
    static let organizations = client("0016", "https://orgs.test/cb", secret: "orgs-secret")
    static let personal = client("0017", "https://personal.test/cb", secret: "personal-secret")
    /// Lists permissions of Legacy API, Microsoft Graph and Orders API.
    static let listing = client("0018", "https://listing.test/cb", secret: "listing-secret")
    /// Lists the same permissions, and an application permission of Orders API.
    static let roleListing = client("0036", "https://roles.test/cb", secret: "roles-secret")
    /// An API of version 2 that is also a client, with optional claims, groups and roles.
    static let claims = client("0019", "https://claims.test/cb", secret: "claims-secret")
    /// An API whose clients need a role.
    static let strict = client("0020", "https://strict.test/cb", secret: "strict-secret")
    static let automatic = client("0021", "https://automatic.test/cb", secret: "automatic-secret")
    /// An API that pre-authorizes `plain`.
    static let preAuthorizing = client("0022", "https://preauthorizing.test/cb")
    /// Has redirect URIs of all three platforms.
    static let mixed = client("0023", "https://mixed.test/cb", secret: "mixed-secret")
    /// Has the version 1 form of everything in `claims`.
    static let legacyClaims = client("0024", "https://legacyclaims.test/cb", secret: "legacy-secret")
    /// Has redirect URIs with a query, without a path and out of band.
    static let shapes = client("0025", "https://shapes.test")
    static let declining = client("0026", "https://declining.test/cb")
    static let noConsent = client("0027", "https://asking.test/cb")

    /// Is a public client without a redirect URI.
    static let device = client("0033", "")
    /// Lists application permissions and delegated ones, of its own API and of Microsoft Graph. Accepts accounts of any
    /// organization.
    static let consented = client("0034", "https://consented.test/cb?a=b", secret: "consented-secret")
    /// Requires a PKeyAuth device challenge.
    static let deviceChallenge = client("0041", "https://device.test/cb")

    /// Authenticates by the certificate of `Assertion.key`. The registration of `formerlyCertified` has expired.
    static let certified = client("0030", "https://certified.test/cb")
    static let formerlyCertified = client("0031", "https://formerly.test/cb")

    /// Trusts tokens of `https://ci.test`, which signs with `Assertion.otherKey`, of an unlisted issuer and of this server.
    static let federated = client("0032", "https://federated.test/cb")
    /// An API that calls Orders API on behalf of its callers.
    static let middle = client("0035", "https://middle.test/cb", secret: "middle-secret")

    static let site = MockEntra.origin

    /// Creates a new server for each test, because the server stores consent.
    static func entra() throws -> MockEntra { try MockEntra(directory: directory.get()) }

    private static let directory = Result { try MockEntra.directory(yaml) }

    private static func client(_ number: String, _ redirectURI: String, secret: String? = nil) -> Client {
        Client(id: "aaaaaaaa-0000-4000-8000-00000000\(number)", redirectURI: redirectURI, secret: secret)
    }

    /// Returns groups `g1`, `g2` and so on. More than 6 exceed the limit of the front channel, and more than 200 that of a token
    /// response.
    private static func groups(_ count: Int) -> String {
        (1...count).map { "{displayName: g\($0)}" }.joined(separator: ", ")
    }

    private static func names(_ count: Int) -> String {
        (1...count).map { "g\($0)" }.joined(separator: ", ")
    }

    /// The object id of the daemon's service principal.
    static let daemonPrincipal = ObjectID.servicePrincipal(
        of: ClientID(Client.daemon.id), in: TenantID(Seed.contoso)
    ).description

    static let yaml = """
        federatedIssuers:
          - {issuer: "\(Assertion.issuer)", jwks: \(Assertion.issuerKeys)}
        tenants:
          - id: 11111111-1111-4111-8111-111111111111
            displayName: Contoso
            countryLetterCode: AT
            settings: {passwords: any}
            domains: [contoso.onmicrosoft.com, contoso.com]
            groups: [{id: bbbbbbbb-0000-4000-8000-000000000001, displayName: Staff, onPremisesSamAccountName: STAFF},
              {id: bbbbbbbb-0000-4000-8000-000000000002, displayName: Mail, securityEnabled: false}, \(groups(201))]
            users:
              - {id: \(Seed.alex), userPrincipalName: alex@contoso.com, displayName: Alex Wilber, givenName: Alex,
                 surname: Wilber, mail: alex@contoso.com, password: Understudy!1, groups: [Staff, Mail], country: CH,
                 preferredLanguage: de-CH, usageLocation: DE, extension_f00d_color: green}
              - {userPrincipalName: adele@contoso.com, displayName: Adele Vance, password: Understudy!1, country: Switzerland}
              - {userPrincipalName: admin@contoso.com, displayName: Admin, password: Understudy!1, roles: [Global Administrator]}
              - {userPrincipalName: dora@contoso.com, displayName: Dora, password: Understudy!1, accountEnabled: false}
              - {userPrincipalName: any@contoso.com, displayName: Any}
              - {userPrincipalName: moira@contoso.com, displayName: Moira, mail: moira@elsewhere.example, password: Understudy!1}
              - {userPrincipalName: seven@contoso.com, displayName: Seven, groups: [\(names(7))], password: Understudy!1}
              - {userPrincipalName: many@contoso.com, displayName: Many, groups: [\(names(201))], password: Understudy!1}
              - {userPrincipalName: clerk@contoso.com, displayName: Clerk, groups: [Staff], password: Understudy!1}
            applications:
              - {appId: \(Client.mobile.id), displayName: Contoso Mobile, signInAudience: AzureADandPersonalMicrosoftAccount,
                 publicClient: {redirectUris: ["http://localhost", "msauth.com.contoso.app1://auth"]}}
              - appId: \(Client.web.id)
                displayName: "Web <b>&\\"'"
                web: {redirectUris: ["http://localhost:5000/signin-oidc"]}
                passwordCredentials: [{secretText: understudy-web-secret}, {secretText: "a+b c%25&=ü"}]
              - {appId: \(Client.daemon.id), displayName: Contoso Daemon,
                 passwordCredentials: [{secretText: understudy-daemon-secret}]}
              - {appId: \(Seed.orders), displayName: Orders API, signInAudience: AzureADandPersonalMicrosoftAccount,
                 identifierUris: ["api://orders"], api: {requestedAccessTokenVersion: 2, oauth2PermissionScopes: [
                   {id: 0aaa0005-0000-4000-8000-000000000001, value: Orders.Read},
                   {id: 0aaa0005-0000-4000-8000-000000000002, value: Orders.Write},
                   {id: 0aaa0005-0000-4000-8000-000000000003, value: Orders.Manage, type: Admin}]},
                 appRoles: [{id: 0aaa0005-0000-4000-8000-000000000004, value: Orders.Read.All, displayName: Read,
                   allowedMemberTypes: [Application]}]}
              - {appId: \(Seed.legacy), displayName: Legacy API, identifierUris: ["https://legacy.contoso.com/"],
                 api: {requestedAccessTokenVersion: 1, oauth2PermissionScopes: [{value: user_impersonation}]}}
              - {appId: \(implicit.id), displayName: Implicit, web: {redirectUris: ["https://app.test/cb"],
                 implicitGrantSettings: {enableIdTokenIssuance: true, enableAccessTokenIssuance: true}},
                 passwordCredentials: [{secretText: implicit-secret}], groupMembershipClaims: SecurityGroup}
              - {appId: \(plain.id), displayName: Bare, publicClient: {redirectUris: ["https://bare.test/cb"]}}
              - appId: \(guarded.id)
                displayName: Guarded
                appRoleAssignmentRequired: true
                web: {redirectUris: ["https://guarded.test/cb"]}
                passwordCredentials: [{secretText: guarded-secret}]
                appRoles: [{value: Clerk, displayName: Clerk, allowedMemberTypes: [User]}]
              - {appId: \(disabled.id), displayName: Disabled, accountEnabled: false, web: {redirectUris: ["https://disabled.test/cb"]},
                 passwordCredentials: [{secretText: disabled-secret}]}
              - {appId: \(certified.id), displayName: Certified, web: {redirectUris: ["https://certified.test/cb"]}, keyCredentials: [
                 {keyId: k1, key: "\(Assertion.certificate)"}]}
              - {appId: \(formerlyCertified.id), displayName: Formerly certified, keyCredentials: [
                 {key: "\(Assertion.certificate)", endDateTime: 2026-01-01T00:00:00Z}]}
              - {appId: \(federated.id), displayName: Federated, federatedIdentityCredentials: [
                 {name: build, issuer: "\(Assertion.issuer)", subject: "repo:contoso/orders"},
                 {name: unlisted, issuer: "https://unlisted.test", subject: "repo:contoso/orders"},
                 {name: own, issuer: "\(site)/\(Seed.contoso)/v2.0", subject: "\(daemonPrincipal)"},
                 {name: user, issuer: "\(site)/\(Seed.contoso)/v2.0", subject: x, audiences: ["\(Seed.orders)"]}]}
              - appId: \(middle.id)
                displayName: Middle
                identifierUris: ["api://middle"]
                web: {redirectUris: ["https://middle.test/cb"]}
                passwordCredentials: [{secretText: middle-secret}]
                keyCredentials: [{key: "\(Assertion.certificate)"}]
                requiredResourceAccess: [{resourceAppId: \(Seed.orders), resourceAccess: [{id: Orders.Read, type: Scope}]}]
                api: {requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{value: access}],
                  knownClientApplications: [\(Client.mobile.id)]}
              - {appId: \(expired.id), displayName: Expired, web: {redirectUris: ["https://expired.test/cb"]}, passwordCredentials: [
                 {secretText: expired-secret, endDateTime: 2026-01-01T00:00:00Z}, {secretText: current, endDateTime: 2030-01-01T00:00:00Z},
                 {secretText: future, startDateTime: 2029-01-01T00:00:00Z}]}
              - {appId: \(organizations.id), displayName: Organizations, signInAudience: AzureADMultipleOrgs,
                 web: {redirectUris: ["https://orgs.test/cb"]}, passwordCredentials: [{secretText: orgs-secret}]}
              - {appId: \(personal.id), displayName: Personal, signInAudience: PersonalMicrosoftAccount,
                 web: {redirectUris: ["https://personal.test/cb"]}, passwordCredentials: [{secretText: personal-secret}]}
              - appId: \(listing.id)
                displayName: Listing
                web: {redirectUris: ["https://listing.test/cb"]}
                passwordCredentials: [{secretText: listing-secret}]
                requiredResourceAccess:
                  - {resourceAppId: \(Seed.legacy), resourceAccess: [{id: user_impersonation, type: Scope}]}
                  - {resourceAppId: \(Seed.graph), resourceAccess: [{id: User.Read, type: Scope}]}
                  - {resourceAppId: \(Seed.orders), resourceAccess: [{id: Orders.Read, type: Scope}]}
              - {appId: \(roleListing.id), displayName: Role Listing, web: {redirectUris: ["https://roles.test/cb"]},
                 passwordCredentials: [{secretText: roles-secret}], requiredResourceAccess: [
                   {resourceAppId: \(Seed.legacy), resourceAccess: [{id: user_impersonation, type: Scope}]},
                   {resourceAppId: \(Seed.graph), resourceAccess: [{id: User.Read, type: Scope}]},
                   {resourceAppId: \(Seed.orders),
                    resourceAccess: [{id: Orders.Read, type: Scope}, {id: Orders.Read.All, type: Role}]}]}
              - appId: \(claims.id)
                displayName: Claims
                identifierUris: ["api://claims"]
                web: {redirectUris: ["https://claims.test/cb"]}
                passwordCredentials: [{secretText: claims-secret}]
                groupMembershipClaims: "SecurityGroup, DirectoryRole"
                api: {requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{value: read}]}
                appRoles: [{value: Reader, displayName: Reader, allowedMemberTypes: [User]},
                  {value: Nobody, displayName: Nobody, allowedMemberTypes: [User]}]
                optionalClaims:
                  idToken: [{name: auth_time}, {name: sid}, {name: login_hint}, {name: email}, {name: upn}, {name: acct},
                    {name: given_name}, {name: family_name}, {name: ctry}, {name: xms_pl}, {name: tenant_ctry},
                    {name: extension_f00d_color, source: user}, {name: ipaddr}, {name: xms_edov}, {name: unheard_of}]
                  accessToken: [{name: xms_cc}, {name: idtyp, additionalProperties: [include_user_token]}, {name: sid}, {name: email},
                    {name: ipaddr}]
              - appId: \(legacyClaims.id)
                displayName: Legacy claims
                identifierUris: ["api://legacyclaims"]
                api: {oauth2PermissionScopes: [{value: read}]}
                optionalClaims: {accessToken: [{name: aud, additionalProperties: [use_guid]}, {name: xms_cc}]}
              - {appId: \(strict.id), displayName: Strict, identifierUris: ["api://strict"], appRoleAssignmentRequired: true,
                 api: {oauth2PermissionScopes: [{value: work}]},
                 appRoles: [{value: Work, displayName: Work, allowedMemberTypes: [Application]}]}
              - {appId: \(automatic.id), displayName: Automatic, web: {redirectUris: ["https://automatic.test/cb"]},
                 settings: {signIn: automatic, consent: automatic}, passwordCredentials: [{secretText: automatic-secret}]}
              - {appId: \(preAuthorizing.id), displayName: Pre-authorizing, identifierUris: ["api://pre"], api: {
                 requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{value: open}, {value: closed, type: Admin}, {value: asked}],
                 preAuthorizedApplications: [{appId: \(plain.id), delegatedPermissionIds: [open, closed]}]}}
              - {appId: \(mixed.id), displayName: Mixed, web: {redirectUris: ["https://mixed.test/cb"]},
                 spa: {redirectUris: ["https://mixed.test/spa"]}, publicClient: {redirectUris: ["msauth.com.mixed://auth"]},
                 passwordCredentials: [{secretText: mixed-secret}]}
              - {appId: \(shapes.id), displayName: Shapes, publicClient: {redirectUris: ["https://shapes.test",
                 "https://shapes.test/q?a=b", "urn:ietf:wg:oauth:2.0:oob"]}}
              - {appId: \(declining.id), displayName: Declining, publicClient: {redirectUris: ["https://declining.test/cb"]},
                 settings: {consentDeclinedError: consent_required}}
              - {appId: \(noConsent.id), displayName: Asking, publicClient: {redirectUris: ["https://asking.test/cb"]},
                 settings: {userConsent: disabled, staySignedInPage: false}}
              - {appId: \(deviceChallenge.id), displayName: Device, publicClient: {redirectUris: ["https://device.test/cb"]},
                 settings: {deviceChallenge: pkeyAuth}}
              - {appId: aaaaaaaa-0000-4000-8000-000000000028, displayName: Nowhere}
              - {appId: \(device.id), displayName: Device, isFallbackPublicClient: true,
                 requiredResourceAccess: [{resourceAppId: \(Seed.legacy), resourceAccess: [{id: user_impersonation, type: Scope}]}]}
              - {appId: \(consented.id), displayName: Consented, signInAudience: AzureADMultipleOrgs,
                 identifierUris: ["api://consented"], web: {redirectUris: ["https://consented.test/cb?a=b"]},
                 passwordCredentials: [{secretText: consented-secret}],
                 api: {requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{value: read}, {value: write}]},
                 appRoles: [{value: All, displayName: All, allowedMemberTypes: [Application]}],
                 requiredResourceAccess: [
                   {resourceAppId: \(consented.id), resourceAccess: [{id: read, type: Scope}, {id: All, type: Role}]},
                   {resourceAppId: \(Seed.graph), resourceAccess: [{id: User.Read, type: Scope}]}]}
              - {appId: aaaaaaaa-0000-4000-8000-000000000029, displayName: Closed API, accountEnabled: false,
                 identifierUris: ["api://closed"], api: {oauth2PermissionScopes: [{value: read}]}}
              - {appId: ABCDE-12345, displayName: Invented, publicClient: {redirectUris: ["https://invented.test/cb"]}}
            appRoleAssignments:
              - {principalId: \(Client.daemon.id), resourceId: \(Seed.orders), appRole: Orders.Read.All}
              - {principalId: \(Client.daemon.id), resourceId: \(strict.id), appRole: Work}
              - {principalId: alex@contoso.com, resourceId: \(claims.id), appRole: Reader}
              - {principalId: alex@contoso.com, resourceId: \(guarded.id), appRole: Clerk}
              - {principalId: alex@contoso.com, resourceId: \(strict.id), appRoleId: 00000000-0000-0000-0000-000000000000}
              - {principalId: bbbbbbbb-0000-4000-8000-000000000001, resourceId: \(guarded.id), appRoleId: 00000000-0000-0000-0000-000000000000}
            oauth2PermissionGrants:
              - {clientId: \(middle.id), resourceId: \(Seed.orders), consentType: AllPrincipals, scope: Orders.Read}
              - {clientId: \(middle.id), resourceId: \(Seed.legacy), consentType: AllPrincipals, scope: user_impersonation}
              - {clientId: \(claims.id), resourceId: \(claims.id), consentType: AllPrincipals, scope: read}
              - {clientId: \(claims.id), resourceId: \(legacyClaims.id), consentType: AllPrincipals, scope: read}
          - id: 22222222-2222-4222-8222-222222222222
            displayName: Fabrikam
            domains: [fabrikam.onmicrosoft.com, fabrikam.com]
            users:
              - {id: \(Seed.megan), userPrincipalName: megan@fabrikam.com, displayName: Megan Bowen, mail: megan@fabrikam.com,
                 password: Understudy!1, guestOf: [{tenant: contoso.com, id: eeeeeeee-0000-4000-8000-0000000000aa}]}
              - {userPrincipalName: only@fabrikam.com, displayName: Only, password: Understudy!1}
              - {userPrincipalName: boss@fabrikam.com, displayName: Boss, password: Understudy!1, roles: [Global Administrator]}
            applications:
              - {appId: cccccccc-0000-4000-8000-000000000022, displayName: Foreign API, signInAudience: AzureADMultipleOrgs,
                 identifierUris: ["api://foreign"], api: {requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{value: read}]}}
          - id: 33333333-3333-4333-8333-333333333333
            displayName: Woodgrove
            kind: external
            domains: [woodgrove.onmicrosoft.com]
            users: [{userPrincipalName: casey@woodgrove.example, displayName: Casey, mail: casey@mail.example, password: Understudy!1}]
            applications: [{appId: \(woodgrove.id), displayName: Woodgrove App,
              publicClient: {redirectUris: ["msauth.com.woodgrove.app://auth"]}}]
          - id: consumers
            users:
              - {id: \(Seed.ada), userPrincipalName: ada@outlook.com, displayName: Ada Lovell, mail: ada@outlook.com, password: Understudy!1}
              - {userPrincipalName: bob@live.com, displayName: Bob, mail: bob@live.com, password: Understudy!1, guestOf: [contoso.com]}
        """

    static let woodgrove = Client(
        id: "cccccccc-0000-4000-8000-000000000001", redirectURI: "msauth.com.woodgrove.app://auth")
}
