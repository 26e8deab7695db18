import Directory
import Entra
import Formats
import Store
import TestLedger
import Testing
@testable import Understudy

/// Each replica reads its own configuration again, at a moment of its own. An edit counts where the configuration says of the
/// object what it said when the edit was made, and is over for all once any replica reads one that says otherwise.
@Suite struct FleetReloadTests {
    private static let contoso = TenantID(Seed.contoso)

    private func edit(_ mock: MockEntra, _ title: String) throws {
        let outcome = try mock.server.directoryInForce.edit(FleetReloadTests.contoso) { edit in
            edit.update(ObjectID(Replication.user)) { $0.jobTitle = title }
        }
        #expect(outcome == .done)
    }

    private func reload(_ mock: MockEntra, _ yaml: String) throws {
        mock.replaceDirectory(try MockEntra.directory(yaml))
    }

    private func titles(_ replication: Replication) throws -> [String?] {
        try replication.catchUp()
        return replication.servers.map {
            $0.server.directory.tenant(FleetReloadTests.contoso)?.user(ObjectID(Replication.user))?.jobTitle
        }
    }

    @Test("where the configuration says otherwise, the edit is over for all with the first that reads it")
    func overruled() throws {
        let replication = try Replication()
        try edit(replication.servers[0], "Edit")
        #expect(try titles(replication) == ["Edit", "Edit", "Edit"])
        try reload(replication.servers[1], Replication.configuration(title: "New"))
        #expect(try titles(replication) == ["File", "New", "File"])
        for server in [replication.servers[0], replication.servers[2]] {
            try reload(server, Replication.configuration(title: "New"))
        }
        #expect(try titles(replication) == ["New", "New", "New"])
        // Nor does it come back with the old words.
        for server in replication.servers { try reload(server, Replication.configuration()) }
        #expect(try titles(replication) == ["File", "File", "File"])
    }

    @Test("a start overrules as well, though the ledger is down then, and a request reads it first")
    func overruledAtAStart() throws {
        var replication = try Replication(1)
        try edit(replication.servers[0], "Edit")
        replication.ledger.isDown = true
        try replication.add(Replication.configuration(title: "New"))
        replication.ledger.isDown = false
        try replication.servers[1].server.replica.catchUp()
        #expect(try titles(replication) == ["Edit", "New"])
        #expect(try titles(replication) == ["File", "New"])
    }

    @Test("an edit over the new configuration waits, where the old one is still in force, until that is read again")
    func early() throws {
        let replication = try Replication()
        try reload(replication.servers[0], Replication.configuration(title: "New"))
        try edit(replication.servers[0], "Edit")
        #expect(try titles(replication) == ["Edit", "File", "File"])
        try reload(replication.servers[1], Replication.configuration(title: "New"))
        try reload(replication.servers[2], Replication.configuration(title: "New"))
        #expect(try titles(replication) == ["Edit", "Edit", "Edit"])
    }

    @Test("an edit over the old configuration does not count where the new one is in force, and is over in the end")
    func overtaken() throws {
        let replication = try Replication()
        try reload(replication.servers[0], Replication.configuration(title: "New"))
        try edit(replication.servers[1], "Edit")
        #expect(try titles(replication) == ["New", "Edit", "Edit"])
        try reload(replication.servers[2], Replication.configuration(title: "New"))
        #expect(try titles(replication) == ["New", "File", "New"])
        try reload(replication.servers[1], Replication.configuration(title: "New"))
        #expect(try titles(replication) == ["New", "New", "New"])
    }

    @Test("what the configuration does not change is kept, whenever it is read")
    func others() throws {
        let replication = try Replication()
        try edit(replication.servers[0], "Edit")
        try replication.catchUp()
        let next = Replication.configuration(more: "      - { userPrincipalName: new@contoso.com }")
        for server in replication.servers.reversed() {
            try reload(server, next)
            #expect(try titles(replication) == ["Edit", "Edit", "Edit"])
        }
        let states = try replication.states()
        #expect(states.allSatisfy { $0 == states[0] })
    }

    @Test("a configuration is put in force though the ledger is down")
    func down() throws {
        let replication = try Replication()
        try edit(replication.servers[0], "Edit")
        try replication.catchUp()
        replication.ledger.isDown = true
        for server in replication.servers { try reload(server, Replication.configuration(title: "New")) }
        replication.ledger.isDown = false
        #expect(try titles(replication) == ["New", "New", "New"])
        try edit(replication.servers[2], "Again")
        #expect(try titles(replication) == ["Again", "Again", "Again"])
    }
}
