import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import Store
import TestChangeLog
import Testing
@testable import Understudy

/// Servers in one process that share a change log as processes would.
struct Replication {
    let changeLog = TestChangeLog(epoch: GUID(value: 1))
    private(set) var servers: [MockEntra] = []

    init(_ count: Int = 3, of yaml: String = Replication.configuration()) throws {
        for _ in 0..<count { try add(yaml) }
    }

    /// Adds a replica that starts late.
    mutating func add(_ yaml: String = Replication.configuration()) throws {
        let server = try MockEntra(directory: MockEntra.directory(yaml), replica: Replica(changeLog))
        try? server.server.restore()
        servers.append(server)
    }

    static let user = "a0000000-0000-4000-8000-000000000001"

    /// Returns a configuration in which the user has the job title `title`.
    static func configuration(title: String = "File", more: String = "") -> String {
        """
        tenants:
          - id: \(Seed.contoso)
            domains: [contoso.com]
            users:
              - { id: \(user), userPrincipalName: alex@contoso.com, jobTitle: "\(title)", guestOf: [{ tenant: fabrikam.com }] }
              - { userPrincipalName: lee@contoso.com, password: "Understudy!1" }
        \(more)
            applications:
              - { appId: "c0000000-0000-4000-8000-000000000001", displayName: Shop, identifierUris: ["api://shop"] }
          - id: 22222222-2222-4222-8222-222222222222
            domains: [fabrikam.com]
        """
    }

    /// Makes every server read the changes of the others.
    func catchUp() throws {
        for server in servers { try server.server.restore() }
    }

    /// Returns the shared state of each server, in an order that is the same for all.
    func states() throws -> [SharedState] { try servers.map { try SharedState(of: $0) } }
}

/// The part of a server's state that replicas share.
struct SharedState: Equatable {
    let directory: Set<String>
    let clock: String
    let stubs: Set<String>
    let keys: String
    let codes: [String]

    init(of mock: MockEntra) throws {
        let server = mock.server
        var directory: Set<String> = []
        for tenant in DirectoryExport.json(server.directory)["tenants"]?.array ?? [] {
            let id = tenant["id"]?.string ?? ""
            for member in tenant.object ?? [] {
                for entry in member.value.array ?? [member.value] {
                    directory.insert("\(id) \(member.name) \(String(decoding: JSONWriter.value(entry), as: UTF8.self))")
                }
            }
        }
        self.directory = directory
        clock = String(decoding: server.clock.json(of: nil), as: UTF8.self)
        let stubs = server.stubs.list(StubFilter(), in: server.directory)
        self.stubs = Set(stubs.map { String(decoding: JSONWriter.value($0.json), as: UTF8.self) })
        keys = String(decoding: SigningKeys.json(server.keys), as: UTF8.self)
        codes = server.outbox.messages(now: MockEntra.start).map(\.code)
    }
}
