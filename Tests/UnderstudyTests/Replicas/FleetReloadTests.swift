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
            edit.update(ObjectID(Fleet.user)) { $0.jobTitle = title }
        }
        #expect(outcome == .done)
    }

    private func reload(_ mock: MockEntra, _ yaml: String) throws {
        mock.replaceDirectory(try MockEntra.directory(yaml))
    }

    private func titles(_ fleet: Fleet) throws -> [String?] {
        try fleet.catchUp()
        return fleet.servers.map {
            $0.server.directory.tenant(FleetReloadTests.contoso)?.user(ObjectID(Fleet.user))?.jobTitle
        }
    }

    @Test("where the configuration says otherwise, the edit is over for all with the first that reads it")
    func overruled() throws {
        let fleet = try Fleet()
        try edit(fleet.servers[0], "Edit")
        #expect(try titles(fleet) == ["Edit", "Edit", "Edit"])
        try reload(fleet.servers[1], Fleet.configuration(title: "New"))
        #expect(try titles(fleet) == ["File", "New", "File"])
        for server in [fleet.servers[0], fleet.servers[2]] {
            try reload(server, Fleet.configuration(title: "New"))
        }
        #expect(try titles(fleet) == ["New", "New", "New"])
        // Nor does it come back with the old words.
        for server in fleet.servers { try reload(server, Fleet.configuration()) }
        #expect(try titles(fleet) == ["File", "File", "File"])
    }

    @Test("a start overrules as well, though the ledger is down then, and a request reads it first")
    func overruledAtAStart() throws {
        var fleet = try Fleet(1)
        try edit(fleet.servers[0], "Edit")
        fleet.ledger.isDown = true
        try fleet.add(Fleet.configuration(title: "New"))
        fleet.ledger.isDown = false
        try fleet.servers[1].server.replica.catchUp()
        #expect(try titles(fleet) == ["Edit", "New"])
        #expect(try titles(fleet) == ["File", "New"])
    }

    @Test("an edit over the new configuration waits, where the old one is still in force, until that is read again")
    func early() throws {
        let fleet = try Fleet()
        try reload(fleet.servers[0], Fleet.configuration(title: "New"))
        try edit(fleet.servers[0], "Edit")
        #expect(try titles(fleet) == ["Edit", "File", "File"])
        try reload(fleet.servers[1], Fleet.configuration(title: "New"))
        try reload(fleet.servers[2], Fleet.configuration(title: "New"))
        #expect(try titles(fleet) == ["Edit", "Edit", "Edit"])
    }

    @Test("an edit over the old configuration does not count where the new one is in force, and is over in the end")
    func overtaken() throws {
        let fleet = try Fleet()
        try reload(fleet.servers[0], Fleet.configuration(title: "New"))
        try edit(fleet.servers[1], "Edit")
        #expect(try titles(fleet) == ["New", "Edit", "Edit"])
        try reload(fleet.servers[2], Fleet.configuration(title: "New"))
        #expect(try titles(fleet) == ["New", "File", "New"])
        try reload(fleet.servers[1], Fleet.configuration(title: "New"))
        #expect(try titles(fleet) == ["New", "New", "New"])
    }

    @Test("what the configuration does not change is kept, whenever it is read")
    func others() throws {
        let fleet = try Fleet()
        try edit(fleet.servers[0], "Edit")
        try fleet.catchUp()
        let next = Fleet.configuration(more: "      - { userPrincipalName: new@contoso.com }")
        for server in fleet.servers.reversed() {
            try reload(server, next)
            #expect(try titles(fleet) == ["Edit", "Edit", "Edit"])
        }
        let states = try fleet.states()
        #expect(states.allSatisfy { $0 == states[0] })
    }

    @Test("a configuration is put in force though the ledger is down")
    func down() throws {
        let fleet = try Fleet()
        try edit(fleet.servers[0], "Edit")
        try fleet.catchUp()
        fleet.ledger.isDown = true
        for server in fleet.servers { try reload(server, Fleet.configuration(title: "New")) }
        fleet.ledger.isDown = false
        #expect(try titles(fleet) == ["New", "New", "New"])
        try edit(fleet.servers[2], "Again")
        #expect(try titles(fleet) == ["Again", "Again", "Again"])
    }
}
