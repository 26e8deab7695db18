@testable import ControlPlane
import Directory
import Entra
import Formats
import HTTP
@testable import Protocol
import Synchronization
import Testing

@Suite struct JournalTests {
    private func filled(_ limits: Journal.Limits, _ count: Int, size: Int = 0) throws -> Journal {
        let journal = Journal(limits)
        let directory = try Sample.directory()
        for number in 0..<count { journal.append(try Sample.entry(form: [("n", "\(number)")], size: size), directory) }
        return journal
    }

    @Test(
        "The journal keeps the last entries in order, each with its own ID", arguments: [0, 1, 63, 64, 65, 130, 1000])
    func keepsLastEntriesInOrder(_ count: Int) throws {
        let journal = try filled(.init(entries: 100), count)
        let first = max(count - 100, 0)
        let numbers = Array(first..<count)
        #expect(journal.items.map(\.id) == numbers.map { Int64($0 + 1) })
        #expect(journal.items.map { $0.entry.form?["n"] } == numbers.map(String.init))
        #expect(journal.size.entries == min(count, 100))
    }

    @Test(
        "The requests of one tenant evict none of another's, neither by count nor by bytes",
        arguments: [Journal.Limits(entries: 100), Journal.Limits(entries: 10_000, bytes: 200_000)])
    func tenantKeepsItsShareOfJournal(_ limits: Journal.Limits) throws {
        let journal = Journal(limits)
        let directory = try Sample.directory()
        func send(_ number: Int, to tenant: String) throws {
            journal.append(try Sample.entry(tenant: tenant, form: [("n", "\(number)")], size: 1_000), directory)
        }
        for number in 0..<5 { try send(number, to: "fabrikam.com") }
        for number in 0..<5_000 {
            try send(number, to: "contoso.com")
            if number.isMultiple(of: 1_000) { try send(number, to: "common") }
        }
        let items = journal.items
        func numbers(_ tenant: String) -> [String?] {
            items.filter { $0.entry.captures["tenant"] == tenant }.map { $0.entry.form?["n"] }
        }
        #expect(numbers("fabrikam.com") == (0..<5).map(String.init))
        #expect(numbers("common") == (0..<5).map { String($0 * 1_000) })
        #expect(items.map(\.id) == items.map(\.id).sorted())
        let loud = numbers("contoso.com")
        #expect(loud == (5_000 - loud.count..<5_000).map(String.init), "The tenant's own oldest entries are evicted.")
        #expect(journal.size.entries == items.count && items.count <= limits.entries)
        #expect(journal.size.bytes <= limits.bytes)
        #expect(
            journal.bufferSize <= journal.size.bytes * 5 / 4 + 4 * 64 * 1_024, "Old entries keep no others in memory.")
        journal.remove(Set(items.filter { $0.entry.captures["tenant"] == "contoso.com" }.map(\.id)))
        #expect(journal.size.entries == 10)
    }

    /// The two journals take turns, so that other programs slow both down.
    @Test("An entry is added as fast beside many old entries of another tenant as without")
    func addsEntryBesideOldOnesAsFast() throws {
        let directory = try Sample.directory()
        let (alone, beside) = (Journal(.init(entries: 2_000)), Journal(.init(entries: 2_000)))
        func time(_ journal: Journal, _ count: Int, _ tenant: String) throws -> Duration {
            let entry = try Sample.entry(tenant: tenant)
            return ContinuousClock().measure { for _ in 0..<count { journal.append(entry, directory) } }
        }
        _ = try time(beside, 900, "fabrikam.com")
        for journal in [alone, beside] { _ = try time(journal, 2_000, "contoso.com") }
        let times = try (0..<10).map { _ in
            (alone: try time(alone, 200, "contoso.com"), beside: try time(beside, 200, "contoso.com"))
        }
        #expect(beside.items.count { $0.entry.captures["tenant"] == "fabrikam.com" } == 900)
        let fastest = (alone: times.map(\.alone).min(), beside: times.map(\.beside).min())
        #expect(try #require(fastest.beside) < #require(fastest.alone) * 3)
    }

    @Test("A snapshot of the journal stays readable after its entries are removed")
    func snapshotStaysReadableAfterRemoval() throws {
        let journal = try filled(.init(entries: 100), 150)
        let snapshot = journal.storedEntries
        for number in 0..<300 {
            journal.append(try Sample.entry(form: [("n", "later \(number)")]), try Sample.directory())
        }
        journal.removeAll()
        #expect(snapshot.map(\.id) == (51...150).map(Int64.init))
        #expect(snapshot.map { $0.item?.entry.form?["n"] } == (50..<150).map(String.init))
    }

    @Test("The journal stays within its byte limit")
    func keepsWithinByteLimit() throws {
        let journal = try filled(.init(entries: 1000, bytes: 100_000), 50, size: 9_000)
        #expect((5...10).contains(journal.size.entries))
        #expect(journal.size.bytes <= 100_000)
        #expect(journal.items.last?.id == 50)
        for size in [0, 60_000, 70_000, 0, 90_000] {
            journal.append(try Sample.entry(size: size), try Sample.directory())
            #expect(journal.items.last?.entry.response.body.count == size)
        }
        journal.append(try Sample.entry(size: 200_000), try Sample.directory())
        #expect(journal.items.last?.id == 55, "An entry that exceeds the limit is not stored, and evicts no other.")
    }

    @Test("Evicted entries free their memory, except for a shared chunk or two", arguments: [1, 2, 3, 50])
    func releasesMemoryOfEvictedEntries(entries: Int) throws {
        let journal = try filled(.init(entries: entries, bytes: 1 << 30), 2_000, size: 500)
        #expect(journal.size.entries == entries)
        #expect(journal.bufferSize <= journal.size.bytes + 2 * 64 * 1_024)
    }

    @Test("A body that responses share is stored once, and other bodies are stored as they are")
    func storesSharedBodyOnce() throws {
        let journal = Journal()
        func stored(_ entry: JournalEntry) throws -> HTTPResponse {
            journal.append(entry, try Sample.directory())
            let kept = try #require(journal.items.last?.entry.response)
            #expect(kept.body == entry.response.body)
            return kept
        }
        let text = String(repeating: "a", count: 3000)
        let body = SharedBody(Array(text.utf8))
        #expect(try stored(Sample.entry(sharing: body)).shared === body)
        let size = journal.bufferSize
        #expect(try stored(Sample.entry(sharing: body)).shared === body)
        #expect(journal.bufferSize - size < 1000)
        #expect(try stored(Sample.entry(json: text)).shared == nil)
        #expect(journal.bufferSize - size > 3000)
    }

    @Test("The journal returns an entry exactly as it was appended", arguments: [true, false])
    func readsBackWhatWasAppended(isShared: Bool) throws {
        let query = [("a", "1 2"), ("", ""), ("ü", "=&%")]
        let entry = try Sample.entry(
            "authorize", tenant: "tenant ü", query: query, form: [("b", "+"), ("b", "")],
            headers: [("X-Empty", ""), ("X-Long", String(repeating: "ü", count: 40_000)), ("x-empty", "a: b")],
            status: 302, json: #"{"a":1}"#, sharing: isShared ? SharedBody(Array("b".utf8)) : nil)
        entry.notes.note(stubID: "s", fault: "f")
        let journal = Journal()
        journal.append(entry, try Sample.directory())
        let kept = try #require(journal.items.first?.entry)
        #expect(kept.endpoint == "authorize" && kept.request.method == "POST" && kept.request.path == "/")
        #expect(kept.request.query == entry.request.query && kept.query == entry.query)
        #expect(kept.request.body == entry.request.body && kept.form == entry.form)
        #expect(kept.request.headers == entry.request.headers && kept.request.authority == "localhost")
        #expect(kept.captures == entry.captures && kept.origin == entry.origin)
        #expect(kept.peer.address == "127.0.0.1" && kept.peer.isSecure)
        #expect(kept.correlationID == entry.correlationID && kept.traceID == entry.traceID)
        #expect(kept.time == entry.time && kept.duration == 1000 && kept.response.status == 302)
        #expect(kept.response.headers == entry.response.headers && kept.response.body == entry.response.body)
        #expect(kept.notes.content.stubID == "s" && kept.notes.content.fault == "f")
    }

    @Test("A disabled journal records nothing")
    func recordsNothingWhenDisabled() throws {
        let journal = try filled(.init(entries: 0), 3)
        #expect(!journal.isOn)
        #expect(journal.items.isEmpty)
    }

    @Test("A removal makes room, and the numbering continues")
    func removalMakesRoomAndKeepsNumbering() throws {
        let journal = try filled(.init(entries: 10), 15)
        #expect(journal.remove([6, 8, 99]) == 2)
        #expect(journal.items.map(\.id) == [7, 9, 10, 11, 12, 13, 14, 15])
        for _ in 0..<3 { journal.append(try Sample.entry(), try Sample.directory()) }
        #expect(journal.items.map(\.id) == [9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
        journal.removeAll()
        #expect(journal.size == (0, 0))
        journal.append(try Sample.entry(), try Sample.directory())
        #expect(journal.items.map(\.id) == [19])
        #expect(journal[19] != nil && journal[18] == nil)
    }

    @Test("An entry refers to the directory of its time, within the last versions")
    func entryKeepsDirectoryOfItsTime() throws {
        let journal = Journal(.init(entries: 100))
        let directories = try (0..<20).map { _ in Directory(tenants: try Sample.directory().tenants) }
        for directory in directories {
            for _ in 0..<2 { journal.append(try Sample.entry(), directory) }
        }
        let items = journal.items
        #expect(items.count == 40)
        #expect(items[39].directory === directories[19])
        #expect(items[8].directory === directories[4])
        #expect(items[0].directory === directories[4], "The oldest remaining version.")
    }

    @Test("Listeners receive each new entry until they stop, and their number is limited")
    func notifiesLimitedNumberOfListeners() throws {
        let journal = Journal()
        let received = Mutex<[Int64]>([])
        let tokens = (0..<Journal.maximumListeners).map { _ in
            journal.listen { item in received.withLock { $0.append(item.id) } }
        }
        #expect(!tokens.contains(nil))
        #expect(journal.listen { _ in } == nil)
        for token in tokens.dropFirst() { journal.stopListening(try #require(token)) }
        journal.append(try Sample.entry(), try Sample.directory())
        #expect(received.withLock { $0 } == [1])
    }

    @Test("Listeners receive entries in order, even while many threads append")
    func notifiesListenersInOrder() async throws {
        let journal = Journal()
        let received = Mutex<[Int64]>([])
        _ = journal.listen { item in received.withLock { $0.append(item.id) } }
        let directory = try Sample.directory()
        let entry = try Sample.entry()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { for _ in 0..<2_000 { journal.append(entry, directory) } } }
        }
        #expect(received.withLock { $0 } == Array(1...8_000))
    }

    @Test("Many threads append, read and remove entries at once")
    func survivesConcurrentUse() async throws {
        let journal = Journal(.init(entries: 64))
        let directory = try Sample.directory()
        let entry = try Sample.entry()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<500 { journal.append(entry, directory) } }
                group.addTask {
                    for _ in 0..<100 {
                        let ids = journal.items.map(\.id)
                        #expect(ids == ids.sorted() && Set(ids).count == ids.count && ids.count <= 64)
                        journal.remove(Set(ids.prefix(1)))
                    }
                }
            }
        }
        #expect((journal.items.last?.id ?? 0) <= 2000)
    }
}

@Suite struct SecretMaskTests {
    @Test(
        "The mask hides secret parameters by name in any case and leaves the others",
        arguments: [
            ("client_secret", true), ("Password", true), ("passwd", true), ("code", true), ("refresh_token", true),
            ("assertion", true), ("client_assertion", true), ("user_federated_identity_credential", true),
            ("code_verifier", true), ("otc", true), ("oob", true),
            ("currentPassword", true), ("flowToken", true), ("continuation_token", true), ("client_id", false),
            ("scope", false), ("code_challenge", false), ("state", false), ("username", false), ("redirect_uri", false),
        ])
    func masksSecretParametersByName(_ name: String, _ isSecret: Bool) {
        #expect(SecretMask().parameter(name, "value") == (isSecret ? "***" : "value"))
        #expect(SecretMask(isOff: true).parameter(name, "value") == "value")
    }

    @Test(
        "The mask hides secrets in headers",
        arguments: [
            ("Authorization", "Bearer abc", "Bearer ***"), ("authorization", "abc", "***"),
            ("Cookie", "a=1; ESTSAUTH=x=y", "a=***; ESTSAUTH=***"), ("Cookie", "bare", "***"),
            ("Set-Cookie", "ESTSAUTH=x; Path=/; Secure", "ESTSAUTH=***; Path=/; Secure"),
            (
                "Location", "http://localhost/?a=1&code=abc&state=s#id_token=x&y=1",
                "http://localhost/?a=1&code=***&state=s#id_token=***&y=1"
            ),
            ("Location", "msauth.app://auth?c%6fde=x", "msauth.app://auth?c%6fde=***"),
            ("X-IDENTITY-HEADER", "key", "***"), ("User-Agent", "curl", "curl"), ("Cookie", "", ""),
            ("Referer", "http://localhost/?code=abc&a=1", "http://localhost/?code=***&a=1"),
            ("Refresh", "0; url=http://localhost/#access_token=a", "0; url=http://localhost/#access_token=***"),
            ("Link", "<http://localhost/?code=a>; rel=next", "<http://localhost/?code=***>; rel=next"),
            ("X-Original-URL", "/a?password=b", "/a?password=***"), ("Origin", "http://localhost", "http://localhost"),
            ("DPoP", "abc", "***"), ("MS-PoP", "abc", "***"), ("X-Auth-Token", "abc", "***"),
            ("X-Api-Key", "a b", "***"),
            ("Ocp-Apim-Subscription-Key", "abc", "***"), ("X-ZUMO-AUTH", "abc", "***"),
            ("X-Forwarded-Access-Token", "abc", "***"), ("x-ms-token-aad-access-token", "abc", "***"),
            ("X-Other", "Bearer abc", "Bearer ***"), ("Authorization", "abc def", "***"),
            ("WWW-Authenticate", "Bearer error=\"invalid_token\"", "Bearer error=\"invalid_token\""),
            ("Access-Control-Allow-Credentials", "true", "true"),
        ])
    func masksSecretHeaders(_ name: String, _ value: String, _ shown: String) {
        #expect(SecretMask().header(name, value) == shown)
    }

    @Test(
        "The mask hides secret JSON members at any depth, except the code of an error",
        arguments: [
            (
                #"{"access_token":"x","list":[{"secretText":"z","scope":"s"}]}"#,
                #"{"access_token":"***","list":[{"secretText":"***","scope":"s"}]}"#
            ),
            (#"{"code":"x"}"#, #"{"code":"***"}"#), (#"{"a":[{"Code":"x"}]}"#, #"{"a":[{"Code":"***"}]}"#),
            (
                #"{"error":{"code":"y","innerError":{"code":"z","details":[{"code":"d","otp":"1"}]}},"code":"x"}"#,
                #"{"error":{"code":"y","innerError":{"code":"z","details":[{"code":"d","otp":"***"}]}},"code":"***"}"#
            ),
        ])
    func masksSecretJSONMembers(_ text: String, _ shown: String) throws {
        let value = try #require(JSONValue(parsing: Array(text.utf8)))
        #expect(String(decoding: JSONWriter.value(SecretMask().json(value)), as: UTF8.self) == shown)
        #expect(SecretMask(isOff: true).json(value) == value)
    }
}
