@testable import ControlPlane
import Entra
import Formats
@testable import Protocol
import TestTags
import Testing

/// Checks which request gets which stubbed response.
@Suite struct StubStoreTests {
    private func stub(
        _ id: String, _ match: String, _ codes: [Int] = [50076], times: String = "1", padding: Int = 0
    ) throws -> Stub {
        let responses = codes.map { #"{"error":\#($0)}"# }.joined(separator: ",")
        let space = String(repeating: " ", count: padding)
        return try StubRequest.stub(
            Array(#"{"match":\#(match),"responses":[\#(responses)],"times":\#(times)}\#(space)"#.utf8), id: id)
    }

    private func facts(_ id: String) throws -> RequestFacts { try Sample.facts(form: [("client_id", id)]) }

    @Test("Each stub serves only its own requests, in order, until it is used up")
    func stubServesOnlyItsRequestsInOrder() throws {
        let stubs = StubStore()
        #expect(stubs.isEmpty)
        try stubs.add(stub("1", #"{"clientId":"a"}"#, [50076, 50079]))
        try stubs.add(stub("2", #"{"clientId":"b"}"#))
        #expect(!stubs.isEmpty)
        #expect(try stubs.take(for: facts("c")) == nil)
        #expect(try stubs.take(for: facts("a"))?.id == "1")
        #expect(try stubs.take(for: facts("b"))?.id == "2")
        #expect(try stubs.take(for: facts("b")) == nil)
        #expect(try stubs.take(for: facts("a"))?.id == "1")
        #expect(try stubs.take(for: facts("a")) == nil)
        #expect(stubs.isEmpty)
    }

    @Test("Older stubs go first, and counted stubs go before permanent ones")
    func olderAndCountedStubsGoFirst() throws {
        let stubs = StubStore()
        try stubs.add(stub("always", #"{"clientId":"a"}"#, times: #""always""#))
        try stubs.add(stub("always too", #"{"clientId":"a"}"#, times: #""always""#))
        try stubs.add(stub("1", #"{"clientId":"a"}"#))
        try stubs.add(stub("2", #"{"endpoint":"token"}"#, times: "2"))
        let taken = try (0..<5).map { _ in try stubs.take(for: facts("a"))?.id }
        #expect(taken == ["1", "2", "2", "always", "always"])
    }

    /// The stubs that the given number of concurrent matching requests take.
    private func race(_ count: Int, for stubs: StubStore) async throws -> [TakenStub] {
        let facts = try facts("a")
        return await withTaskGroup(of: TakenStub?.self) { group in
            for _ in 0..<count { group.addTask { try? stubs.take(for: facts) } }
            return await group.reduce(into: [TakenStub?]()) { $0.append($1) }.compactMap(\.self)
        }
    }

    @Test("64 concurrent requests consume each response once", arguments: [1, 10, 64, 100])
    func concurrentRequestsConsumeEachResponseOnce(_ count: Int) async throws {
        for _ in 0..<50 {
            let stubs = StubStore()
            let codes = Array(AADSTS.catalog.map(\.number).prefix(count))
            try stubs.add(stub("1", #"{"clientId":"a"}"#, codes))
            let taken = try await race(64, for: stubs).compactMap { taken -> Int? in
                if case .error(let error) = taken.response.content { error.code.number } else { nil }
            }
            #expect(taken.sorted() == codes.prefix(64).sorted())
        }
    }

    @Test("Concurrent requests for several stubs lose none")
    func concurrentRequestsConsumeEveryStub() async throws {
        for _ in 0..<50 {
            let stubs = StubStore()
            for number in 0..<40 { try stubs.add(stub("\(number)", #"{"clientId":"a"}"#)) }
            let taken = try await race(64, for: stubs).map(\.id)
            #expect(taken.count == 40 && Set(taken).count == 40)
            #expect(stubs.isEmpty)
        }
    }

    @Test("The list shows how many responses are left and how many were consumed")
    func listsRemainingAndConsumedResponses() throws {
        let stubs = StubStore()
        let directory = try Sample.directory()
        try stubs.add(stub("1", #"{"clientId":"a"}"#, [50076, 50079], times: "2"))
        try stubs.add(stub("2", #"{"clientId":"b"}"#, times: #""always""#))
        _ = try stubs.take(for: facts("a"))
        let shown = stubs.list(StubFilter(), in: directory).map {
            String(decoding: JSONWriter.value($0.json), as: UTF8.self)
        }
        #expect(
            shown == [
                #"{"id":"1","match":{"clientId":"a"},"responses":[{"error":50076},{"error":50079}],"times":2,"consumed":1,"left":3}"#,
                #"{"id":"2","match":{"clientId":"b"},"responses":[{"error":50076}],"times":"always","consumed":0,"left":"always"}"#,
            ])
    }

    @Test("A match finds the unconsumed stubs that name the same members")
    func findsUnconsumedStubsByMatch() throws {
        let stubs = StubStore()
        let directory = try Sample.directory()
        try stubs.add(stub("used", #"{"clientId":"a"}"#))
        try stubs.add(stub("half", #"{"clientId":"a","endpoint":"token"}"#, [50076, 50079]))
        try stubs.add(stub("other", #"{"clientId":"b"}"#, times: #""always""#))
        for _ in 0..<2 { _ = try stubs.take(for: facts("a")) }
        func found(_ match: String) throws -> [String] {
            stubs.unconsumed(try Sample.match(match), in: directory).map(\.id)
        }
        #expect(try found(#"{"clientId":"A"}"#) == ["half"])
        #expect(try found(#"{"endpoint":"token"}"#) == ["half"])
        #expect(try found(#"{"clientId":"b"}"#) == ["other"])
        #expect(try found(#"{"clientId":"b","endpoint":"token"}"#) == [])
        #expect(try found("{}") == ["half", "other"])
        _ = try stubs.take(for: facts("b"))
        #expect(try found(#"{"clientId":"b"}"#) == [])
    }

    /// Queries of `DELETE` and the stubs out of 1 to 4 that remain.
    static let removals: [(String, [String])] = [
        ("", []), ("id=2", ["1", "3", "4"]), ("id=9", ["1", "2", "3", "4"]), ("clientId=a", ["3", "4"]),
        ("clientId=a&endpoint=token", ["1", "3", "4"]), ("tenant=contoso.com", ["1", "2", "4"]),
        ("tenant=11111111-1111-4111-8111-111111111111", ["1", "2", "4"]),
        ("tenant=nowhere.example", ["1", "2", "3", "4"]),
        ("header=X-A:1", ["1", "2", "4"]), ("header=x-a:2", ["1", "2", "3", "4"]), ("host=FLAKY", ["1", "2", "3"]),
        ("scope=b", ["1", "2", "4"]), ("parameter=p:q", ["1", "2", "4"]),
    ]

    @Test("A deletion removes only the stubs that the query names", arguments: removals)
    func removesOnlyStubsOfQuery(_ query: String, _ left: [String]) throws {
        let stubs = StubStore()
        let directory = try Sample.directory()
        try stubs.add(stub("1", #"{"clientId":"a"}"#))
        try stubs.add(stub("2", #"{"clientId":"a","endpoint":"token"}"#))
        try stubs.add(
            stub(
                "3", #"{"tenant":"contoso.onmicrosoft.com","header":{"x-a":"1"},"scope":"a b","parameter":{"p":"q"}}"#))
        try stubs.add(
            StubRequest.stub(Array(#"{"match":{"host":"flaky"},"responses":[{"fault":"tls"}]}"#.utf8), id: "4"))
        let filter = try StubFilter(query: Form(parsing: Array(query.utf8)))
        #expect(try stubs.remove(filter, in: directory) == 4 - left.count)
        #expect(stubs.list(StubFilter(), in: directory).map(\.id) == left)
        #expect(stubs.isEmpty == left.filter { $0 != "4" }.isEmpty)
    }

    @Test("Handshakes fail by server name, or by address without one, as often as stubbed")
    func handshakesFailByServerName() throws {
        let stubs = StubStore()
        for (id, host) in [("1", "flaky.localhost"), ("2", "127.0.0.1")] {
            try stubs.add(
                StubRequest.stub(
                    Array(#"{"match":{"host":"\#(host)"},"responses":[{"fault":"tls"}],"times":2}"#.utf8), id: id))
        }
        #expect(stubs.isEmpty, "no request meets them")
        let names: [String?] = ["localhost", "flaky.localhost", "FLAKY.localhost", "flaky.localhost", nil, nil, nil]
        #expect(names.map { stubs.handshakeFault(for: $0) != nil } == [false, true, true, false, true, true, false])
        #expect(try stubs.take(for: facts("a")) == nil)
    }

    @Test("Stubs for one request ID and stubs for any are tried in one order")
    func triesRequestIDAndOtherStubsInOneOrder() throws {
        let stubs = StubStore()
        try stubs.add(stub("always", #"{"clientId":"a"}"#, times: #""always""#))
        try stubs.add(stub("own", #"{"clientRequestId":"ID-1"}"#))
        try stubs.add(stub("any", #"{"clientId":"a"}"#))
        try stubs.add(stub("own again", #"{"clientRequestId":"id-1"}"#))
        try stubs.add(stub("another's", #"{"clientRequestId":"id-2"}"#))
        let requested = { (id: String) throws in
            try Sample.facts(form: [("client_id", "a")], headers: [("client-request-id", id)])
        }
        let made = try Sample.facts(form: [("client_id", "a")], correlationID: "id-2")
        #expect(
            try (0..<4).map { _ throws in try stubs.take(for: try requested("Id-1"))?.id } == [
                "own", "any", "own again", "always",
            ])
        #expect(try stubs.take(for: made)?.id == "another's")
        #expect(try stubs.remove(StubFilter(match: RequestCriteria()), in: try Sample.directory()) == 5)
        #expect(try stubs.isEmpty && stubs.take(for: made) == nil)
    }

    @Test("The number of stubs and their total size are limited", .tags(.slow))
    func limitsCountAndSizeOfStubs() throws {
        let directory = try Sample.directory()
        let stubs = StubStore()
        for number in 0..<StubStore.maximumCount { try stubs.add(stub("\(number)", #"{"clientId":"a"}"#)) }
        #expect(throws: ProblemDocument.self) { try stubs.add(stub("more", #"{"clientId":"a"}"#)) }
        #expect(try stubs.take(for: facts("a"))?.id == "0")
        try stubs.add(stub("more", #"{"clientId":"a"}"#))

        let large = StubStore()
        let size = StubStore.maximumBytes / 16
        for number in 0..<15 { try large.add(stub("\(number)", #"{"clientId":"a"}"#, padding: size)) }
        #expect(throws: ProblemDocument.self) { try large.add(stub("15", #"{"clientId":"a"}"#, padding: size)) }
        for _ in 0..<15 { #expect(try large.take(for: facts("a")) != nil) }
        #expect(large.list(StubFilter(), in: directory).count == 15)
        try large.add(stub("16", #"{"clientId":"a"}"#, padding: size))
        #expect(large.list(StubFilter(), in: directory).map(\.id).first == "16")
        #expect(large.list(StubFilter(), in: directory).count == 15, "the oldest that is spent made room")
    }

    @Test("The oldest spent stubs are forgotten", .tags(.slow))
    func forgetsOldestSpentStubs() throws {
        let stubs = StubStore()
        for number in 0..<(StubStore.maximumConsumed + 10) {
            try stubs.add(stub("\(number)", #"{"clientId":"a"}"#))
            _ = try stubs.take(for: facts("a"))
        }
        #expect(stubs.list(StubFilter(), in: try Sample.directory()).count == StubStore.maximumConsumed)
    }
}
