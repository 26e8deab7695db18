import Formats

/// The configuration that `understudy init` writes: one tenant with two users, an application of each common kind, and optional
/// keys.
package enum StarterConfiguration {
    package static let text = #"""
        # yaml-language-server: $schema=http://localhost:8080/_understudy/schema.json
        # Configuration of Understudy, a test identity server. `understudy check` reports every problem in it.
        # The line above gives editors completion while the server runs. Without a server: understudy schema > schema.json
        # Tenants, users and applications use the property names of Microsoft Graph; `understudy schema` lists every key.

        server:
          httpPort: 8080                  # 0 = any free port, off = none
          httpsPort: 8443
          # dataDir: data                 # keys, CA and state survive restarts; without it they are in memory
          # seed: any text                # the same CA and keys at every start

        settings:
          signIn: interactive             # automatic: sign in the login_hint's user, or the only user, without a page
          consent: prompt                 # automatic: grant what the user may consent to, without a page

        tenants:
          - id: 11111111-1111-4111-8111-111111111111
            displayName: Contoso
            domains: [contoso.onmicrosoft.com, contoso.com]

            users:
              - userPrincipalName: alex@contoso.com
                displayName: Alex Wilber
                mail: alex@contoso.com
                password: Understudy!1    # without it, the user cannot sign in by password
              - userPrincipalName: admin@contoso.com
                displayName: Administrator
                password: Understudy!1
                roles: [Global Administrator]

            applications:
              # A mobile or desktop application. Its appId may be any text.
              - appId: aaaaaaaa-0000-4000-8000-000000000001
                displayName: My App
                publicClient:
                  redirectUris:
                    - http://localhost
                    - msauth.com.example.app://auth
                requiredResourceAccess:
                  - resourceAppId: 00000003-0000-0000-c000-000000000000     # Microsoft Graph
                    resourceAccess: [{ id: User.Read, type: Scope }]

              # A web application with a secret.
              - appId: aaaaaaaa-0000-4000-8000-000000000003
                displayName: My Web Application
                web:
                  redirectUris: ["http://localhost:5000/signin-oidc"]
                passwordCredentials:
                  - secretText: understudy-web-secret

              # A daemon without users: client credentials. The role is assigned below.
              - appId: aaaaaaaa-0000-4000-8000-000000000004
                displayName: My Daemon
                passwordCredentials:
                  - secretText: understudy-daemon-secret
                requiredResourceAccess:
                  - resourceAppId: aaaaaaaa-0000-4000-8000-000000000005     # Orders API
                    resourceAccess: [{ id: Orders.Read.All, type: Role }]

              # An API of your own.
              - appId: aaaaaaaa-0000-4000-8000-000000000005
                displayName: Orders API
                identifierUris: ["api://orders"]
                api:
                  requestedAccessTokenVersion: 2
                  oauth2PermissionScopes:
                    - value: Orders.Read
                      userConsentDisplayName: Read your orders
                appRoles:
                  - value: Orders.Read.All
                    displayName: Read all orders
                    description: Reads all orders without a user.
                    allowedMemberTypes: [Application]

            appRoleAssignments:
              - principalId: aaaaaaaa-0000-4000-8000-000000000004           # My Daemon
                resourceId: aaaaaaaa-0000-4000-8000-000000000005            # Orders API
                appRole: Orders.Read.All

        # Manifests as the portal or `az ad app show` exports them, relative to this file:
        # applicationsFrom: [apps/*.json]

        """#
}

/// The password of every user of the seed directory and of the starter configuration. The password is public, so the server may
/// print it.
package enum SeedPassword {
    package static let text = "Understudy!1"
}

extension User {
    /// The user's password if it is the public one of the seed directory, or nil for any other password.
    package var publicPassword: String? {
        // Allowed (secret-comparison): the password in the comparison is public.
        guard hasPassword, let password = self.password, password.isExactly(SeedPassword.text) else { return nil }
        return password
    }
}
