import Crypto
import HTTP

/// One GET to another server, over a connection of its own. Redirects are not followed.
package struct OutgoingRequest: Sendable {
    let isSecure: Bool
    /// A name or a numeric address, IPv6 without brackets.
    let host: String
    let port: Int
    /// Path and query.
    let target: String
    /// PEM of the authorities that may have signed the server's certificate; nil for the system's.
    let authorityPEM: [UInt8]?

    /// Bytes of the longest answer that is read.
    private static let maximumAnswer = 64 * 1024
    /// For one step, and for all of them.
    private static let stepMilliseconds = 5_000
    private static let totalTime: Duration = .seconds(10)

    package init(isSecure: Bool, host: String, port: Int, target: String, authorityPEM: [UInt8]?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
        self.authorityPEM = authorityPEM
    }

    /// Why there is no answer. One sentence for a person.
    package struct Failure: Error, Sendable, Equatable {
        package let reason: String
    }

    /// The body of an answer of status 200. Blocks for seconds: never to be called on a loop's thread.
    package func run() -> Result<[UInt8], Failure> {
        let end = MonotonicTime.current() + OutgoingRequest.totalTime
        do throws(TLSFailure) {
            let stream = try BlockingConnection(
                host: host, port: port, security: isSecure ? .init(authorityPEM: authorityPEM) : nil,
                stepMilliseconds: OutgoingRequest.stepMilliseconds)
            guard stream.write(head) else { return .failure(Failure(reason: "the connection broke")) }
            return answer(read(stream, until: end))
        } catch {
            return .failure(Failure(reason: error.reason))
        }
    }

    private var head: [UInt8] {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        let authority = port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
        return Array(
            "GET \(target) HTTP/1.1\r\nHost: \(authority)\r\nAccept: application/json\r\nConnection: close\r\n\r\n".utf8
        )
    }

    /// Everything until the end; nil when it is too long or takes too long.
    private func read(_ stream: BlockingConnection, until end: MonotonicTime) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= OutgoingRequest.maximumAnswer, MonotonicTime.current() < end {
            let count = chunk.withUnsafeMutableBytes { stream.read(into: $0) }
            if count == 0 { return bytes }
            guard count > 0 else { return HTTPAnswer(parsing: bytes) == nil ? nil : bytes }
            bytes.append(contentsOf: chunk.prefix(count))
        }
        return nil
    }

    private func answer(_ bytes: [UInt8]?) -> Result<[UInt8], Failure> {
        guard let bytes else { return .failure(Failure(reason: "the answer is too long, or takes too long")) }
        guard let answer = HTTPAnswer(parsing: bytes) else { return .failure(Failure(reason: "the answer is no HTTP")) }
        guard answer.status == 200 else { return .failure(Failure(reason: "the answer has status \(answer.status)")) }
        return .success(answer.body)
    }
}
