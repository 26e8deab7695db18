import HTTP
import Testing

/// Checks bodies that are longer than their endpoint accepts: here 10 bytes, or 100 for a long one.
@Suite struct BodyRuleTests {
    private static let rule = BodyRule(always: 10, discarded: 1_000) { _, path in path == "/long" ? 100 : 10 }

    /// Returns the first request and the outcome after it.
    private func first(_ text: String) -> (request: HTTPRequest?, terms: ResponseTerms?, next: Outcome?) {
        var machine = HTTPConnectionMachine(limits: HTTPLimits(), rule: BodyRuleTests.rule)
        machine.receive(Array(text.utf8))
        guard case .request(let request, let terms) = machine.next() else { return (nil, nil, nil) }
        return (request, terms, machine.outcomes().first)
    }

    private static let following = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func counted(_ path: String, _ size: Int, _ fields: String = "") -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(size)\r\n\r\n"
            + String(repeating: "x", count: size) + following
    }

    private static func chunked(_ path: String, _ sizes: [Int]) -> String {
        let chunks = sizes.map { "\(String($0, radix: 16))\r\n\(String(repeating: "x", count: $0))\r\n" }
        return "POST \(path) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks.joined() + "0\r\n\r\n"
            + following
    }

    @Test(
        "A body within the limit of its path is complete",
        arguments: [
            (counted("/", 10), 10), (counted("/long", 100), 100), (chunked("/", [4, 6]), 10),
            (chunked("/long", [60, 40]), 100), (counted("/", 0), 0),
        ])
    func acceptsBodyUpToLimitOfPath(_ text: String, _ size: Int) {
        let (request, terms, next) = first(text)
        #expect(request?.body.count == size && request?.isBodyTooLong == false)
        #expect(terms?.keepsAlive == true && terms?.leavesBody == false)
        #expect(next == .request("GET a /next Host=a", body: []))
    }

    @Test(
        "A longer body is dropped, and the next request is read",
        arguments: [
            counted("/", 11), counted("/", 1_000), counted("/long", 101), chunked("/", [4, 7]), chunked("/", [1_000]),
            chunked("/long", [60, 40, 1]),
        ])
    func dropsLongBodyAndReadsNextRequest(_ text: String) {
        let (request, terms, next) = first(text)
        #expect(request?.body == [] && request?.isBodyTooLong == true)
        #expect(terms?.keepsAlive == true && terms?.leavesBody == false)
        #expect(next == .request("GET a /next Host=a", body: []))
    }

    @Test(
        "After a far longer body the connection closes",
        arguments: [counted("/", 1_001), counted("/long", 1_001), chunked("/", [1_001]), chunked("/long", [600, 401])])
    func closesConnectionAfterMuchLongerBody(_ text: String) {
        let (request, terms, next) = first(text)
        #expect(request?.body == [] && request?.isBodyTooLong == true)
        #expect(terms?.keepsAlive == false && terms?.leavesBody == true)
        #expect(next == .close)
    }

    @Test("The server sends no 100 Continue for a body that is too long", arguments: [11, 100, 1_001])
    func doesNotRequestLongBody(_ size: Int) {
        let head = "POST /PATH HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(size)\r\n\r\n"
        let (request, terms, next) = first(head)
        #expect(request?.isBodyTooLong == true && terms?.leavesBody == true)
        #expect(next == .close)
        let isContinued = outcomes(head.replacing("/PATH", with: "/long")) == [.expectContinue]
        #expect(isContinued)
    }

    @Test("The bytes of an unfinished request are retained only while they may be needed")
    func retainsBytesOnlyWhileNeeded() {
        var machine = HTTPConnectionMachine(limits: HTTPLimits(), rule: BodyRuleTests.rule)
        machine.receive(Array("POST /long HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nxxxx".utf8))
        #expect(machine.outcomes() == [.waiting])
        #expect(machine.retainedBytes == 4 && machine.phase == .body(received: 4))
        machine.receive([UInt8](repeating: 0x78, count: 96))
        guard case .request = machine.next() else {
            Issue.record("The request is incomplete.")
            return
        }
        #expect(machine.retainedBytes == 0)
        machine.receive(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nxxxx".utf8))
        #expect(machine.outcomes() == [.waiting])
        #expect(machine.retainedBytes == 0 && machine.phase == .body(received: 4))
    }

    @Test("An unfinished head counts as retained above the size of a small one, also together with its body")
    func countsLargeHeadAsRetainedBytes() {
        let limits = HTTPLimits()
        var machine = HTTPConnectionMachine(limits: limits)
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nX: "
        machine.receive(Array(head.utf8))
        #expect(machine.outcomes() == [.waiting])
        #expect(machine.retainedBytes == 0)
        machine.receive([UInt8](repeating: 0x78, count: limits.smallHead))
        #expect(machine.outcomes() == [.waiting])
        #expect(machine.retainedBytes == head.utf8.count)
        machine.receive(Array("\r\n\r\n1".utf8))
        #expect(machine.outcomes() == [.waiting])
        #expect(machine.retainedBytes == head.utf8.count + 5)
        machine.receive(Array("2GET / HTTP/1.1\r\n".utf8))
        guard case .request = machine.next() else {
            Issue.record("The request is incomplete.")
            return
        }
        #expect(machine.retainedBytes == 0)
    }
}
