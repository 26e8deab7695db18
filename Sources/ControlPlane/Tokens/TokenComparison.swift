import Crypto
package import Directory
import Entra
package import Formats
import Protocol
import Store

/// A comparison of an application's token in version 1 and version 2. The code that issues tokens creates both.
package struct TokenComparison: Sendable {
    /// The kind of token: `id_token` or `access_token`.
    package let token: String
    /// The user, or the application for its own tokens.
    package let subject: String
    /// The API as v1 names it, or nil for an id_token.
    package let resource: String?
    /// The version that is issued, and what decides the version.
    package let remark: String
    package let v1: [JSONValue.Member]
    package let v2: [JSONValue.Member]

    /// The reason why there is nothing to compare, in one line.
    package struct Failure: Error, Sendable {
        package let message: String
    }

    /// Returns the comparison of the id_token, followed by one access token for each API: the named APIs, or else the APIs that the
    /// application lists or has roles of, and the application itself if it is an API. `user` is a name. With nil, the tenant's
    /// first user is used; if there is none, only the application's own tokens are compared. Throws `Failure` for an unknown
    /// application, user or API.
    package static func all(
        of clientID: String, for user: String?, resources: [String], in configuration: Configuration
    ) throws(Failure) -> [TokenComparison] {
        let directory = configuration.directory
        guard let (tenant, client) = directory.ownRegistration(of: ClientID(clientID)) else {
            throw Failure(message: "no application of the configuration has the client id \(clientID)")
        }
        let person = user.flatMap { tenant.user(named: $0) } ?? (user == nil ? tenant.users.first : nil)
        guard person != nil || user == nil else {
            throw Failure(message: "\(tenant.displayName) has no user \(user ?? "")")
        }
        do {
            // With the seed of a server, pairwise subjects equal those that the server issues.
            let keys = try configuration.server.seed.map { try KeyMaterial.seeded($0) } ?? KeyMaterial.inMemory()
            let services = Services(
                directory: directory, editor: DirectoryStore(directory), store: MemoryStore(), outbox: Outbox(),
                keys: keys, random: SystemRandom(), now: SystemClock().now(), origin: origin(configuration.server),
                peerAddress: "127.0.0.1")
            let builder = ComparisonBuilder(preview: TokenPreview(services, in: tenant), client: client, tenant: tenant)
            let named = try apis(resources, tenant)
            return try builder.all(named, for: person)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(message: "\(error)")
        }
    }

    /// Returns the comparison for the running server and the tenant's first user. The name is the application's name in the
    /// console's URLs.
    static func all(ofConsoleName name: String, services: Services) throws(Failure) -> [TokenComparison] {
        guard let (tenant, client) = services.directory.registration(consoleName: name) else {
            throw Failure(message: "There is no application with the client id \(name).")
        }
        do {
            return try ComparisonBuilder(preview: TokenPreview(services, in: tenant), client: client, tenant: tenant)
                .all([], for: tenant.users.first)
        } catch {
            throw Failure(message: error.message)
        }
    }

    private static func origin(_ options: ServerOptions) -> Origin {
        options.publicOrigin.flatMap(Origin.init(url:))
            ?? Origin(
                scheme: "https", host: "localhost", port: options.httpsPortList.first ?? ServerOptions.defaultHTTPSPort)
    }

    /// An API with its name in requests.
    fileprivate struct API {
        let application: Application
        let identifier: String
    }

    private static func apis(_ resources: [String], _ tenant: Tenant) throws(Failure) -> [API] {
        var apis: [API] = []
        for resource in resources {
            guard
                let application = tenant.application(identifierUri: resource, in: tenant.cloud ?? .global)
                    ?? tenant.application(ClientID(resource))
            else { throw Failure(message: "\(tenant.displayName) has no API \(resource)") }
            apis.append(API(application: application, identifier: resource))
        }
        return apis
    }
}

/// Creates the comparisons of one application.
private struct ComparisonBuilder {
    let preview: TokenPreview
    let client: Application
    let tenant: Tenant

    /// Returns the user's tokens if the application signs in users or exposes permissions, and the application's own tokens
    /// otherwise.
    func all(_ named: [TokenComparison.API], for user: User?) throws(EntraError) -> [TokenComparison] {
        let signsUsersIn = !client.redirectURIs.isEmpty || client.isFallbackPublicClient == true
        guard let user, signsUsersIn || !client.oauth2PermissionScopes.isEmpty else {
            return try accessTokens(named, client.displayName) { api, version throws(EntraError) in
                try preview.applicationToken(
                    of: client, to: api.application, named: api.identifier, version: version)
            }
        }
        let idTokens = signsUsersIn ? [try idToken(user)] : []
        return try idTokens
            + accessTokens(named, user.signInName) { api, version throws(EntraError) in
                try preview.accessToken(
                    of: client, to: api.application, named: api.identifier, for: user, version: version)
            }
    }

    private func idToken(_ user: User) throws(EntraError) -> TokenComparison {
        TokenComparison(
            token: "id_token", subject: user.signInName, resource: nil,
            remark: "the endpoint selects the version: an application that moves to v2 gets a version 2 id_token",
            v1: try preview.idToken(of: client, for: user, from: .v1),
            v2: try preview.idToken(of: client, for: user, from: .v2))
    }

    private func accessTokens(
        _ named: [TokenComparison.API], _ subject: String,
        _ claims: (TokenComparison.API, EndpointVersion) throws(EntraError) -> [JSONValue.Member]
    ) throws(EntraError) -> [TokenComparison] {
        var comparisons: [TokenComparison] = []
        for api in apis(named) {
            let isMicrosofts = hasFixedVersion1(api.application)
            comparisons.append(
                TokenComparison(
                    token: "access_token", subject: subject, resource: api.identifier,
                    remark: remark(api.application), v1: try claims(api, .v1),
                    v2: try claims(api, isMicrosofts ? .v1 : .v2)))
        }
        return comparisons
    }

    /// Whether the API is one of Microsoft's that always receive version 1 tokens, whatever a registration says.
    private func hasFixedVersion1(_ api: Application) -> Bool {
        api.isOfMicrosoft && api.requestedAccessTokenVersion != 2
    }

    /// Returns the named APIs, or else the APIs that the application lists or has roles of, and the application itself if it is an
    /// API.
    private func apis(_ named: [TokenComparison.API]) -> [TokenComparison.API] {
        guard named.isEmpty else { return named }
        let assigned = tenant.appRoleAssignments.filter { $0.principal == .application(client.clientID) }
        let isAPI = !client.oauth2PermissionScopes.isEmpty || !client.appRoles.isEmpty
        var ids: [ClientID] = []
        for id in client.requiredResourceAccess.map(\.resourceAppId) + assigned.map(\.resource) where !ids.contains(id)
        {
            ids.append(id)
        }
        if isAPI, !ids.contains(client.clientID) { ids.append(client.clientID) }
        return ids.compactMap { tenant.application($0) }.map {
            TokenComparison.API(application: $0, identifier: $0.identifierUris.first ?? $0.appId)
        }
    }

    private func remark(_ api: Application) -> String {
        if hasFixedVersion1(api) {
            return "version 1 from both endpoints: tokens for \(api.displayName) are always version 1"
        }
        return api.requestedAccessTokenVersion == 2
            ? "version 2 from both endpoints: \(api.displayName) has requestedAccessTokenVersion 2"
            : "version 1 from both endpoints, until \(api.displayName) sets requestedAccessTokenVersion to 2"
    }
}
