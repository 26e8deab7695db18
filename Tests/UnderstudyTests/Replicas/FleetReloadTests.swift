import Directory
import Entra
import Formats
import Store
import TestChangeLog
import Testing
@testable import Understudy

/// In these tests, each replica reloads its configuration at a different moment. An edit is valid while the configuration of the
/// object is the one that the edit was made on. Once any replica reads a different one, the edit ends on all replicas.
@Suite struct FleetReloadTests {
    private static let contoso = TenantID(Seed.contoso)

    private func edit(_ mock: MockEntra, _ title: String) throws {
        let outcome = try mock.server.directoryStore.edit(FleetReloadTests.contoso) { edit in
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

    @Test("An edit ends on all replicas as soon as one reads a configuration that changes the object")
    func changedConfigurationEndsEditOnAllReplicas() throws {
        let replication = try Replication()
        try edit(replication.servers[0], "Edit")
        #expect(try titles(replication) == ["Edit", "Edit", "Edit"])
        try reload(replication.servers[1], Replication.configuration(title: "New"))
        #expect(try titles(replication) == ["File", "New", "File"])
        for server in [replication.servers[0], replication.servers[2]] {
            try reload(server, Replication.configuration(title: "New"))
        }
        #expect(try titles(replication) == ["New", "New", "New"])
        // A return to the old configuration does not restore the edit.
        for server in replication.servers { try reload(server, Replication.configuration()) }
        #expect(try titles(replication) == ["File", "File", "File"])
    }

    @Test("A start with a changed configuration ends the edit even if the change log is down at the start")
    func startWithoutLogStillEndsEdit() throws {
        var replication = try Replication(1)
        try edit(replication.servers[0], "Edit")
        replication.changeLog.isDown = true
        try replication.add(Replication.configuration(title: "New"))
        replication.changeLog.isDown = false
        try replication.servers[1].server.replica.catchUp()
        #expect(try titles(replication) == ["Edit", "New"])
        #expect(try titles(replication) == ["File", "New"])
    }

    @Test("An edit on the new configuration applies to a replica after its reload")
    func editOnNewConfigurationWaitsForReload() throws {
        let replication = try Replication()
        try reload(replication.servers[0], Replication.configuration(title: "New"))
        try edit(replication.servers[0], "Edit")
        #expect(try titles(replication) == ["Edit", "File", "File"])
        try reload(replication.servers[1], Replication.configuration(title: "New"))
        try reload(replication.servers[2], Replication.configuration(title: "New"))
        #expect(try titles(replication) == ["Edit", "Edit", "Edit"])
    }

    @Test("An edit on the old configuration is ignored by replicas with the new one and ends after their reload")
    func ignoresEditOnOldConfiguration() throws {
        let replication = try Replication()
        try reload(replication.servers[0], Replication.configuration(title: "New"))
        try edit(replication.servers[1], "Edit")
        #expect(try titles(replication) == ["New", "Edit", "Edit"])
        try reload(replication.servers[2], Replication.configuration(title: "New"))
        #expect(try titles(replication) == ["New", "File", "New"])
        try reload(replication.servers[1], Replication.configuration(title: "New"))
        #expect(try titles(replication) == ["New", "New", "New"])
    }

    @Test("An edit of an object that the configuration does not change is kept at every reload")
    func keepsEditOfUnchangedObject() throws {
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

    @Test("A configuration is reloaded while the change log is down")
    func reloadsWhileLogIsDown() throws {
        let replication = try Replication()
        try edit(replication.servers[0], "Edit")
        try replication.catchUp()
        replication.changeLog.isDown = true
        for server in replication.servers { try reload(server, Replication.configuration(title: "New")) }
        replication.changeLog.isDown = false
        #expect(try titles(replication) == ["New", "New", "New"])
        try edit(replication.servers[2], "Again")
        #expect(try titles(replication) == ["Again", "Again", "Again"])
    }
}
