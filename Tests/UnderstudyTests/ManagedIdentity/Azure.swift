import Formats

/// A directory with managed identities, and the hosts that issue their tokens.
enum Azure {
    static let secret = "understudy-identity-header"
    static let subscription = "/subscriptions/99999999-0000-4000-8000-000000000000/resourceGroups/Lab/providers"
    static let machine = "\(subscription)/Microsoft.Compute/virtualMachines/vm"
    static let jobs = "\(subscription)/Microsoft.ManagedIdentity/userAssignedIdentities/jobs"
    static let machineClient = "99999999-0000-4000-8000-000000000001"
    static let machinePrincipal = "99999999-0000-4000-8000-000000000002"
    static let jobsClient = "99999999-0000-4000-8000-000000000003"
    static let jobsPrincipal = "99999999-0000-4000-8000-000000000004"

    /// Returns a server with one system-assigned identity on every host and two user-assigned ones. `folder` contains the key files
    /// of Azure Arc.
    static func entra(folder: String = "/nowhere", identities: String? = nil) throws -> MockEntra {
        let defaultIdentities = """
            - {id: \(machine), type: SystemAssigned, clientId: \(machineClient), principalId: \(machinePrincipal)}
                  - {id: \(jobs), type: Microsoft.ManagedIdentity/userAssignedIdentities, clientId: \(jobsClient),
                     principalId: \(jobsPrincipal), tenantId: \(Seed.contoso), location: westeurope}
                  - {id: \(jobs)2, type: UserAssigned, hosts: [virtualMachine]}
            """
        return try MockEntra(
            yaml: """
                settings: {arcKeyFolder: "\(folder)", azureRegion: northeurope}
                tenants:
                  - id: \(Seed.contoso)
                    displayName: Contoso
                    domains: [contoso.com]
                    applications:
                      - {appId: \(Seed.orders), displayName: Orders API, identifierUris: ["api://orders"],
                         api: {requestedAccessTokenVersion: 2},
                         appRoles: [{value: Orders.Read.All, displayName: Read, allowedMemberTypes: [Application]}]}
                      - {appId: \(Seed.legacy), identifierUris: ["https://legacy.contoso.com/"],
                         appRoles: [{value: Use, displayName: Use, allowedMemberTypes: [Application]}]}
                      - {appId: aaaaaaaa-0000-4000-8000-000000000020, identifierUris: ["api://strict"],
                         appRoleAssignmentRequired: true}
                    managedIdentities:
                      \(identities ?? defaultIdentities)
                    appRoleAssignments:
                      \(identities == nil ? assignments : "[]")
                """)
    }

    private static let assignments = """
        - {principalId: \(machinePrincipal), resourceId: \(Seed.orders), appRole: Orders.Read.All}
              - {principalId: \(jobsClient), resourceId: \(Seed.legacy), appRole: Use}
        """

    /// The request format of each host.
    enum Host: String, CaseIterable, Sendable {
        case virtualMachine
        case appService
        case olderAppService
        case machineLearning
        case serviceFabric
        case olderServiceFabric
        case cloudShell

        var path: String {
            switch self {
            case .virtualMachine: "/metadata/identity/oauth2/token"
            case .appService, .olderAppService: "/msi/token"
            case .machineLearning: "/msi/auth"
            case .serviceFabric, .olderServiceFabric: "/servicefabric/metadata/identity/oauth2/token"
            case .cloudShell: "/oauth2/token"
            }
        }

        var version: String? {
            switch self {
            case .virtualMachine: "2018-02-01"
            case .appService: "2019-08-01"
            case .olderAppService, .machineLearning: "2017-09-01"
            case .serviceFabric: "2020-05-01"
            case .olderServiceFabric: "2019-07-01-preview"
            case .cloudShell: nil
            }
        }

        var header: (String, String) {
            switch self {
            case .virtualMachine, .cloudShell: ("Metadata", "true")
            case .appService: ("X-IDENTITY-HEADER", secret)
            case .olderAppService, .machineLearning, .serviceFabric, .olderServiceFabric: ("secret", secret)
            }
        }

        /// Sends a valid request with the changes.
        func send(
            _ site: Site, _ change: Parameters = [:], headers: [(String, String)]? = nil, slash: String = ""
        ) throws -> TestResponse {
            let path = path + slash
            let form = Parameters(dictionaryLiteral: ("api-version", version), ("resource", "api://orders")).with(
                change)
            let headers = headers ?? [header]
            if self == .cloudShell { return try site.post(path, form, headers: headers) }
            return try site.send("GET", "\(path)?\(form.encoded)", headerList: headers)
        }
    }
}
