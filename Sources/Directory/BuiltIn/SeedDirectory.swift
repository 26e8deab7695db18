/// The seed directory, the text of `Config/understudy.yaml`. Written by `scripts/internal/embed`.
package enum SeedDirectory {
    package static let yaml = #"""
        # The seed directory of Understudy: the server uses this directory if it has no configuration file.
        # Copy it, change it, and start with `understudy serve --config FILE`; `understudy check FILE` lists the errors in the file.
        # Tenants, users and applications use the property names of Microsoft Graph. `understudy schema` describes every key.

        # The options of `understudy serve` in camelCase, such as httpPort, httpsPort, dataDir or seed.
        server: {}

        # Settings. A tenant or an application can have settings too, which take precedence over these.
        settings:
          signIn: interactive               # interactive: sign-in pages | automatic: the user of login_hint, or the only user
          consent: prompt                   # prompt: the consent page | automatic: all scopes that the user may consent to

        tenants:
          # A workforce tenant with one application of each kind.
          - id: 11111111-1111-4111-8111-111111111111
            displayName: Contoso
            kind: workforce
            domains: [contoso.onmicrosoft.com, contoso.com]

            groups:
              - id: bbbbbbbb-0000-4000-8000-000000000001
                displayName: Staff
              - id: bbbbbbbb-0000-4000-8000-000000000002
                displayName: Administrators

            users:                          # A user without `password` can sign in by password only with the setting passwords: any.
              - id: eeeeeeee-0000-4000-8000-000000000001
                userPrincipalName: alex@contoso.com
                displayName: Alex Wilber
                givenName: Alex
                surname: Wilber
                mail: alex@contoso.com
                password: Understudy!1
                groups: [Staff]
              - id: eeeeeeee-0000-4000-8000-000000000002
                userPrincipalName: adele@contoso.com
                displayName: Adele Vance
                givenName: Adele
                surname: Vance
                mail: adele@contoso.com
                password: Understudy!1
                groups: [Staff]
              - id: eeeeeeee-0000-4000-8000-000000000003
                userPrincipalName: admin@contoso.com
                displayName: Contoso Administrator
                givenName: Contoso
                surname: Administrator
                mail: admin@contoso.com
                password: Understudy!1
                groups: [Administrators]
                roles: [Global Administrator]

            applications:
              # A suite of mobile apps that share one client id and therefore one sign-in.
              - appId: aaaaaaaa-0000-4000-8000-000000000001
                displayName: Contoso Mobile
                signInAudience: AzureADandPersonalMicrosoftAccount
                isFallbackPublicClient: true  # allows device code, which needs no redirect URI
                publicClient:
                  redirectUris:
                    - http://localhost        # any port
                    - msauth.com.contoso.app1://auth
                    - msauth.com.contoso.app2://auth
                    - msauth.com.contoso.app3://auth
                    - https://login.microsoftonline.com/common/oauth2/nativeclient
                requiredResourceAccess:       # static permissions, used by .default and by version 1.0
                  - resourceAppId: 00000003-0000-0000-c000-000000000000   # Microsoft Graph
                    resourceAccess:
                      - { id: e1fe6dd8-ba31-4d61-89e7-88639da4683d, type: Scope }   # User.Read
                  - resourceAppId: aaaaaaaa-0000-4000-8000-000000000005   # Orders API
                    resourceAccess:
                      - { id: 0aaa0005-0000-4000-8000-000000000001, type: Scope }   # Orders.Read

              - appId: aaaaaaaa-0000-4000-8000-000000000002
                displayName: Contoso SPA
                spa:
                  redirectUris: ["http://localhost:3000/", "https://localhost:3000/"]
                requiredResourceAccess:
                  - resourceAppId: 00000003-0000-0000-c000-000000000000   # Microsoft Graph
                    resourceAccess:
                      - { id: e1fe6dd8-ba31-4d61-89e7-88639da4683d, type: Scope }   # User.Read
                  - resourceAppId: aaaaaaaa-0000-4000-8000-000000000005   # Orders API
                    resourceAccess:
                      - { id: 0aaa0005-0000-4000-8000-000000000001, type: Scope }   # Orders.Read

              - appId: aaaaaaaa-0000-4000-8000-000000000003
                displayName: Contoso Web
                web:
                  redirectUris: ["http://localhost:5000/signin-oidc"]
                  implicitGrantSettings: { enableIdTokenIssuance: true }
                passwordCredentials:
                  - secretText: understudy-web-secret
                requiredResourceAccess:
                  - resourceAppId: 00000003-0000-0000-c000-000000000000   # Microsoft Graph
                    resourceAccess:
                      - { id: e1fe6dd8-ba31-4d61-89e7-88639da4683d, type: Scope }   # User.Read
                  - resourceAppId: aaaaaaaa-0000-4000-8000-000000000005   # Orders API
                    resourceAccess:
                      - { id: 0aaa0005-0000-4000-8000-000000000001, type: Scope }   # Orders.Read
                  - resourceAppId: aaaaaaaa-0000-4000-8000-000000000006   # Legacy API
                    resourceAccess:
                      - { id: 0aaa0006-0000-4000-8000-000000000001, type: Scope }   # user_impersonation

              # A daemon that uses client credentials, without a user. appRoleAssignments below assigns the role.
              - appId: aaaaaaaa-0000-4000-8000-000000000004
                displayName: Contoso Daemon
                passwordCredentials:
                  - secretText: understudy-daemon-secret
                requiredResourceAccess:
                  - resourceAppId: aaaaaaaa-0000-4000-8000-000000000005
                    resourceAccess:
                      - { id: 0aaa0005-0000-4000-8000-000000000004, type: Role }    # Orders.Read.All

              # An API with version 2.0 tokens. The API is multi-tenant, because Contoso Mobile calls the API for users of other tenants.
              - appId: aaaaaaaa-0000-4000-8000-000000000005
                displayName: Orders API
                signInAudience: AzureADandPersonalMicrosoftAccount
                identifierUris: ["api://orders"]
                api:
                  requestedAccessTokenVersion: 2
                  oauth2PermissionScopes:
                    - id: 0aaa0005-0000-4000-8000-000000000001
                      value: Orders.Read
                      type: User
                      adminConsentDisplayName: Read orders
                      adminConsentDescription: Allows the application to read orders on behalf of the signed-in user.
                      userConsentDisplayName: Read your orders
                      userConsentDescription: Allows the application to read your orders.
                    - id: 0aaa0005-0000-4000-8000-000000000002
                      value: Orders.Write
                      type: User
                      adminConsentDisplayName: Change orders
                      adminConsentDescription: Allows the application to change orders on behalf of the signed-in user.
                      userConsentDisplayName: Change your orders
                      userConsentDescription: Allows the application to place and change orders for you.
                    - id: 0aaa0005-0000-4000-8000-000000000003
                      value: Orders.Manage
                      type: Admin             # Only an administrator may consent.
                      adminConsentDisplayName: Manage all orders
                      adminConsentDescription: Allows the application to manage the orders of all users.
                appRoles:
                  - id: 0aaa0005-0000-4000-8000-000000000004
                    value: Orders.Read.All
                    displayName: Read all orders
                    description: Reads all orders without a user.
                    allowedMemberTypes: [Application]

              # An API with version 1.0 tokens, whose identifier URI ends with a slash.
              - appId: aaaaaaaa-0000-4000-8000-000000000006
                displayName: Legacy API
                identifierUris: ["https://legacy.contoso.com/"]
                api:
                  requestedAccessTokenVersion: 1
                  oauth2PermissionScopes:
                    - id: 0aaa0006-0000-4000-8000-000000000001
                      value: user_impersonation
                      type: User
                      adminConsentDisplayName: Access Legacy API
                      adminConsentDescription: Allows the application to use Legacy API on behalf of the signed-in user.
                      userConsentDisplayName: Access Legacy API
                      userConsentDescription: Allows the application to use Legacy API for you.

            # Azure managed identities, as `az identity show` prints them. A host has one system-assigned identity and any number of others.
            managedIdentities:
              - id: /subscriptions/99999999-0000-4000-8000-000000000000/resourceGroups/contoso/providers/Microsoft.Compute/virtualMachines/contoso-vm
                type: SystemAssigned
                clientId: 99999999-0000-4000-8000-000000000001
                principalId: 99999999-0000-4000-8000-000000000002
              - id: /subscriptions/99999999-0000-4000-8000-000000000000/resourceGroups/contoso/providers/Microsoft.ManagedIdentity/userAssignedIdentities/contoso-jobs
                type: UserAssigned
                clientId: 99999999-0000-4000-8000-000000000003
                principalId: 99999999-0000-4000-8000-000000000004

            # Recorded delegated consent. With an empty list, each application asks for consent at the first sign-in of a user.
            oauth2PermissionGrants: []

            appRoleAssignments:
              - principalId: aaaaaaaa-0000-4000-8000-000000000004   # Contoso Daemon
                resourceId: aaaaaaaa-0000-4000-8000-000000000005    # Orders API
                appRole: Orders.Read.All
              - principalId: 99999999-0000-4000-8000-000000000002   # the managed identity contoso-vm
                resourceId: aaaaaaaa-0000-4000-8000-000000000005    # Orders API
                appRole: Orders.Read.All

          # A second workforce tenant, whose user is a guest in the first tenant.
          - id: 22222222-2222-4222-8222-222222222222
            displayName: Fabrikam
            kind: workforce
            domains: [fabrikam.onmicrosoft.com, fabrikam.com]
            users:
              - id: eeeeeeee-0000-4000-8000-000000000004
                userPrincipalName: megan@fabrikam.com
                displayName: Megan Bowen
                givenName: Megan
                surname: Bowen
                mail: megan@fabrikam.com
                password: Understudy!1
                guestOf: [contoso.com]

          # An external tenant (customers) at woodgrove.ciamlogin.com.
          - id: 33333333-3333-4333-8333-333333333333
            displayName: Woodgrove
            kind: external
            domains: [woodgrove.onmicrosoft.com]
            # A user without an account signs up with a code by mail (GET /_understudy/outbox), a password and a name.
            policies: [{id: SignUpSignIn, identityProviders: [Google], resetsPassword: true}]
            users:
              - id: eeeeeeee-0000-4000-8000-000000000005
                userPrincipalName: casey@woodgrove.example
                displayName: Casey Jensen
                givenName: Casey
                surname: Jensen
                mail: casey@woodgrove.example
                password: Understudy!1
            applications:
              - appId: cccccccc-0000-4000-8000-000000000001
                displayName: Woodgrove App
                nativeAuthentication: true
                isFallbackPublicClient: true
                publicClient:
                  redirectUris: ["msauth.com.woodgrove.app://auth"]
            # Customers do not consent themselves: an administrator consented for all users.
            oauth2PermissionGrants:
              - clientId: cccccccc-0000-4000-8000-000000000001
                resourceId: 00000003-0000-0000-c000-000000000000   # Microsoft Graph
                consentType: AllPrincipals
                scope: openid profile email offline_access User.Read

          # An Azure AD B2C tenant at adventureworks.b2clogin.com.
          - id: 44444444-4444-4444-8444-444444444444
            displayName: Adventure Works
            kind: b2c
            domains: [adventureworks.onmicrosoft.com]
            # The name determines the kind of a policy. An entry can also have `kind`, `attributes`, `claims` and `identityProviders`.
            policies: [B2C_1_signupsignin, B2C_1_edit_profile, B2C_1_password_reset]
            users:
              - id: eeeeeeee-0000-4000-8000-000000000006
                userPrincipalName: sam@adventureworks.example
                displayName: Sam Centrell
                givenName: Sam
                surname: Centrell
                mail: sam@adventureworks.example
                password: Understudy!1
            applications:
              - appId: dddddddd-0000-4000-8000-000000000001
                displayName: Adventure Works App
                publicClient:
                  redirectUris: ["http://localhost", "msauth.com.adventureworks.app://auth"]

          # Personal accounts. This tenant is built in, with outlook.com, hotmail.com and live.com. The entry adds users.
          - id: consumers
            users:
              - id: 00000000-0000-0000-0000-0000ada00001
                userPrincipalName: ada@outlook.com
                displayName: Ada Lovell
                givenName: Ada
                surname: Lovell
                mail: ada@outlook.com
                password: Understudy!1

        # Application manifests that the portal or `az ad app show` exported. Paths are relative to this file: [apps/*.json]
        applicationsFrom: []

        """#
}
