@testable import Understudy

/// A tenant with groups in groups, and members and owners of every kind.
struct Relations {
    static let inner = "bbbbbbbb-0000-4000-8000-0000000000a1"
    static let outer = "bbbbbbbb-0000-4000-8000-0000000000a2"
    static let top = "bbbbbbbb-0000-4000-8000-0000000000a3"
    static let mail = "bbbbbbbb-0000-4000-8000-0000000000a4"
    static let unified = "bbbbbbbb-0000-4000-8000-0000000000a5"
    static let roles = "bbbbbbbb-0000-4000-8000-0000000000a6"
    static let laptop = "dddddddd-0000-4000-8000-0000000000d1"
    static let laptopID = "dddddddd-0000-4000-8000-000000000001"
    static let daemon = "aaaaaaaa-0000-4000-8000-0000000000c1"
    static let principal = "aaaaaaaa-2222-4000-8000-0000000000c1"
    static let registration = "aaaaaaaa-1111-4000-8000-0000000000c1"
    static let identity = "cccccccc-0000-4000-8000-000000000001"
    static let second = "eeeeeeee-0000-4000-8000-000000000002"

    let graph: GraphCalls

    init() throws {
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    displayName: Contoso
                    domains: [contoso.com]
                    groups:
                      - {id: \(Relations.inner), displayName: Inner, owners: [alex@contoso.com, \(Relations.daemon)]}
                      - {id: \(Relations.outer), displayName: Outer, members: [Inner, \(Relations.daemon), \(Relations.laptop)]}
                      - {id: \(Relations.top), displayName: Top, members: [\(Relations.outer), \(Relations.second)]}
                      - {id: \(Relations.mail), displayName: Mail, securityEnabled: false, members: [Top]}
                      - {id: \(Relations.unified), displayName: Unified, groupTypes: [Unified], mailEnabled: true,
                         mailNickname: unified}
                      - {id: \(Relations.roles), displayName: Roles, isAssignableToRole: true}
                    users:
                      - {id: \(Seed.alex), userPrincipalName: alex@contoso.com, displayName: Alex, groups: [Inner],
                         password: Understudy!1}
                      - {id: \(Relations.second), userPrincipalName: adele@contoso.com, displayName: Adele,
                         roles: [Reports Reader]}
                    devices:
                      - {id: \(Relations.laptop), deviceId: \(Relations.laptopID), displayName: Laptop,
                         registeredOwners: [alex@contoso.com]}
                    applications:
                      - {appId: \(Relations.daemon), id: \(Relations.registration), displayName: Daemon,
                         servicePrincipalId: \(Relations.principal), owners: [\(Seed.alex)],
                         servicePrincipalOwners: [\(Seed.alex)]}
                    managedIdentities:
                      - {id: /subscriptions/s/x, type: UserAssigned, principalId: \(Relations.identity)}
                """)
        graph = GraphCalls(site: entra.site, headers: [("X-Understudy-Tenant", "contoso.com")])
    }

    static func reference(_ id: String) -> String {
        #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\#(id)"}"#
    }
}
