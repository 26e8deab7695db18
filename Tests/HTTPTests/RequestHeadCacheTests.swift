@testable import HTTP
import Testing

/// Checks which request heads are parsed again and which come from the cache.
@Suite struct RequestHeadCacheTests {
    private func heads(_ pieces: [String], _ cache: RequestHeadCache) -> [RequestHead] {
        var machine = HTTPConnectionMachine(limits: HTTPLimits(), cache: cache)
        var heads: [RequestHead] = []
        for piece in pieces {
            machine.receive(Array(piece.utf8))
            while case .request(let request, _) = machine.next() { heads.append(request.head) }
        }
        return heads
    }

    private func request(_ path: String = "/", length: Int? = nil, filling: Int = 0) -> String {
        let size = length.map { "Content-Length: \($0)\r\n" } ?? ""
        return "GET \(path) HTTP/1.1\r\nHost: a\r\n\(size)X: \(String(repeating: "x", count: filling))\r\n\r\n"
    }

    @Test("A head is cached from its second time on, for every connection")
    func cachesHeadFromSecondTimeOn() {
        let cache = RequestHeadCache()
        let first = heads([request(), request()], cache)
        let later = heads([request() + request()], cache)
        #expect(first.count == 2 && first[0] !== first[1])
        #expect(later.count == 2 && later.allSatisfy { $0 === first[1] })
        #expect(heads([request()], RequestHeadCache()).first !== first[1])
    }

    @Test("A cached head applies only to the same bytes")
    func cachedHeadNeedsSameBytes() {
        let cache = RequestHeadCache()
        let known = heads([request("/a"), request("/a")], cache)[1]
        for other in ["/b", "/A", "/a?", "/aa"] {
            let heads = heads([request(other), request(other), request(other)], cache)
            #expect(heads.count == 3 && heads.allSatisfy { $0 !== known })
            #expect(heads.allSatisfy { $0.path == (other == "/a?" ? "/a" : other) })
            #expect(heads[1] === heads[2])
        }
    }

    @Test("Requests with a cached head keep their own bodies")
    func requestsWithCachedHeadKeepTheirBodies() {
        let cache = RequestHeadCache()
        var machine = HTTPConnectionMachine(limits: HTTPLimits(), cache: cache)
        var requests: [HTTPRequest] = []
        for body in ["abc", "def", "ghi", "jkl"] {
            machine.receive(Array((request(length: 3) + body.prefix(1)).utf8))
            while case .request = machine.next() { Issue.record("not whole yet") }
            machine.receive(Array(body.dropFirst().utf8))
            while case .request(let request, _) = machine.next() { requests.append(request) }
        }
        #expect(requests.map(\.body) == ["abc", "def", "ghi", "jkl"].map { Array($0.utf8) })
        #expect(requests[3].head === requests[1].head && requests[0].head !== requests[1].head)
    }

    @Test("Only heads up to a length that arrive in one piece are cached")
    func cachesOnlyShortUnsplitHeads() {
        let maximumFilling = RequestHeadCache.longest - request().utf8.count
        for (filling, isCached) in [(maximumFilling - 1, true), (maximumFilling, true), (maximumFilling + 1, false)] {
            let long = request(filling: filling)
            let heads = heads([long, long, long], RequestHeadCache())
            #expect((heads[1] === heads[2]) == isCached, "\(filling)")
        }
        let cache = RequestHeadCache()
        let known = heads([request(), request()], cache)[1]
        let pieces = [String(request().prefix(9)), String(request().dropFirst(9))]
        #expect(heads(pieces, cache).first !== known)
    }

    @Test("The cache keeps a limited number of heads")
    func keepsLimitedNumberOfHeads() {
        let cache = RequestHeadCache()
        weak var forgotten: RequestHead?
        do { forgotten = heads([request("/first"), request("/first")], cache)[1] }
        #expect(forgotten != nil)
        for number in 0..<RequestHeadCache.entryCount * 20 {
            _ = heads([request("/\(number)")], cache)
        }
        #expect(forgotten != nil, "A head that arrives once evicts no other.")
        for number in 0..<RequestHeadCache.entryCount * 20 {
            _ = heads([request("/\(number)"), request("/\(number)")], cache)
        }
        #expect(forgotten == nil)
    }
}
