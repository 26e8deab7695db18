import CConfig
import Entra
import Formats
import Synchronization

/// Microsoft's own clients, such as Azure CLI, which every tenant knows without a registration
/// (docs/reference/protocol.md#first-party-clients). `Config/microsoft/clients.jsonl` has the facts, one client a line. The line of
/// a client is read when a request names the client for the first time.
enum FirstPartyClients {
    typealias Registration = (tenant: Tenant, application: Application)

    /// Returns the client with the ID and the tenant of Microsoft that registers the client, or nil for any other ID.
    static func registration(of client: ClientID) -> Registration? {
        guard let line = lines[client] else { return nil }
        if let registration = known.withLock({ $0[client] }) { return registration }
        let registration = JSONValue(parsing: Array(text[line])).flatMap(read)
        known.withLock { $0[client] = registration }
        return registration
    }

    /// Returns one of Microsoft's APIs with what it has as a client, and any other application unchanged.
    static func asClient(_ api: Application) -> Application {
        guard api.id == noRegistration, let client = registration(of: api.clientID)?.application else { return api }
        var application = api
        application.signInAudience = client.signInAudience
        application.isFallbackPublicClient = client.isFallbackPublicClient
        application.familyId = client.familyId
        application.redirectURIs = client.redirectURIs
        application.preauthorizations = client.preauthorizations
        return application
    }

    /// The object ID of applications that no tenant of the directory registers.
    private static let noRegistration = ObjectID("")

    /// All client IDs.
    static var ids: [ClientID] { lines.keys.sorted() }

    /// The clients that requests have named so far.
    private static let known = Mutex<[ClientID: Registration]>([:])

    private static var text: UnsafeBufferPointer<UInt8> { EmbeddedText.bytes(of: cconfig_first_party_clients) }

    /// The positions of the lines. Each line begins with the client's ID.
    private static let lines: [ClientID: Range<Int>] = {
        let text = FirstPartyClients.text
        let beforeID = #"{"appId":""#.utf8.count
        var lines: [ClientID: Range<Int>] = [:]
        var start = 0
        while let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let id = text[start..<end].dropFirst(beforeID).prefix { $0 != UInt8(ascii: "\"") }
            if let id = String(utf8: Array(id)) { lines[ClientID(id)] = start..<end }
            start = end + 1
        }
        return lines
    }()

    /// The tenant that owns Microsoft's own clients.
    private static let services = owner("f8cdef31-a31e-4b4a-93e4-5f571e91255a", "Microsoft Services")
    /// The tenant that owns Microsoft Graph Command Line Tools. The client is like anyone's: users consent to what it requests.
    private static let commandLineTools = owner("cdc5aeea-15c5-4db6-b079-fcadd2505dc2", "Microsoft")

    /// Creates a tenant of Microsoft, which belongs to no directory and has no users.
    private static func owner(_ id: String, _ name: String) -> Tenant {
        Tenant(id: TenantID(id), displayName: name, kind: .workforce, domains: [])
    }

    /// Returns the client that a line describes. The members have the names of Microsoft Graph, and `preauthorized` has the APIs by
    /// the scopes that the client may request of each.
    private static func read(_ line: JSONValue) -> Registration? {
        guard let appId = line["appId"]?.string, let name = line["displayName"]?.string else { return nil }
        let ownerID = line["appOwnerOrganizationId"]?.string.map { TenantID($0) }
        let owner = ownerID == commandLineTools.id ? commandLineTools : services
        let client = ClientID(appId)
        var application = Application(
            appId: appId, servicePrincipalID: .servicePrincipal(of: client, in: owner.id), displayName: name)
        application.signInAudience =
            line["signInAudience"]?.string.flatMap(SignInAudience.init(rawValue:)) ?? .multipleOrgs
        application.isFallbackPublicClient = line["isFallbackPublicClient"]?.bool ?? true
        application.familyId = line["familyId"]?.string
        application.redirectURIs = ClientPlatform.allCases.flatMap { platform in
            (line[platform.rawValue]?.array ?? []).compactMap(\.string).map {
                RegisteredRedirectURI(platform: platform, uri: $0)
            }
        }
        if owner.id == services.id {
            application.preauthorizations = preauthorizations(of: client, line["preauthorized"]?.object ?? [])
        }
        return (owner, application)
    }

    /// Returns the preauthorizations of a client. Every client may sign users in.
    private static func preauthorizations(of client: ClientID, _ apis: [JSONValue.Member]) -> [PermissionGrant] {
        let signIn = PermissionGrant(
            client: client, resource: .microsoftGraph, consentType: .allPrincipals,
            scopes: ["openid", "profile", "email"])
        return apis.reduce(into: [signIn]) { grants, member in
            let scopes = member.name.pieces(separatedBy: " ")
            for api in (member.value.array ?? []).compactMap(\.string) {
                grants.append(
                    PermissionGrant(
                        client: client, resource: ClientID(api), consentType: .allPrincipals, scopes: scopes))
            }
        }
    }
}
