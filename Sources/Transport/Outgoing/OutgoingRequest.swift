import Crypto
import HTTP
import Platform

/// One GET request to another server over its own connection. Redirects are not followed.
package struct OutgoingRequest: Sendable {
    let isSecure: Bool
    /// A name or a numeric address (IPv6 without brackets).
    let host: String
    let port: Int
    /// The path and query.
    let target: String
    /// The PEM of the authorities that may sign the server's certificate, or nil for the system's authorities.
    let authorityPEM: [UInt8]?

    /// The maximum size of a response, in bytes.
    private static let maximumResponse = 64 * 1024
    /// The maximum time of one step. `totalMilliseconds` limits all steps: connecting, the handshake, the request and its response.
    var stepMilliseconds = 5_000
    var totalMilliseconds = 10_000

    package init(isSecure: Bool, host: String, port: Int, target: String, authorityPEM: [UInt8]?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
        self.authorityPEM = authorityPEM
    }

    /// The reason why there is no response. One sentence for a person.
    package struct Failure: Error, Sendable, Equatable {
        package let reason: String
    }

    /// Returns the body of a response with status 200. Blocks for seconds, so it must never run on a loop's thread.
    package func run() -> Result<[UInt8], Failure> {
        Result { () throws(Failure) in
            let response = try exchange(until: MonotonicClock.milliseconds() + totalMilliseconds)
            guard response.status == 200 else { throw Failure(reason: "the response has status \(response.status)") }
            return response.body
        }
    }

    private func exchange(until end: Int) throws(Failure) -> ReceivedResponse {
        let stream: BlockingConnection
        do throws(TLSFailure) {
            stream = try BlockingConnection(
                host: host, port: port, security: isSecure ? .init(authorityPEM: authorityPEM) : nil,
                stepMilliseconds: stepMilliseconds, end: end)
        } catch {
            throw Failure(reason: error.reason)
        }
        do throws(ConnectionFailure) {
            try stream.write(head)
        } catch {
            throw Failure(error)
        }
        return try response(on: stream, until: end)
    }

    private var head: [UInt8] {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        let authority = port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
        return Array(
            "GET \(target) HTTP/1.1\r\nHost: \(authority)\r\nAccept: application/json\r\nConnection: close\r\n\r\n".utf8
        )
    }

    private func response(on stream: BlockingConnection, until end: Int) throws(Failure) -> ReceivedResponse {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= OutgoingRequest.maximumResponse {
            switch read(stream, &chunk, until: end) {
            case .success(0):
                guard let response = ReceivedResponse(parsing: bytes) else {
                    throw Failure(reason: "the response is not HTTP")
                }
                return response
            case .success(let count): bytes.append(contentsOf: chunk.prefix(count))
            case .failure(let failure):
                // Some servers keep the connection open or drop it. A complete response with a length needs no end of the
                // connection.
                guard let response = ReceivedResponse(parsing: bytes, isEnded: false) else { throw Failure(failure) }
                return response
            }
        }
        throw Failure(reason: "the response is too long")
    }

    private func read(
        _ stream: BlockingConnection, _ chunk: inout [UInt8], until end: Int
    ) -> Result<Int, ConnectionFailure> {
        // A step that need not wait does not check the time.
        guard MonotonicClock.milliseconds() < end else { return .failure(.timedOut) }
        return chunk.withUnsafeMutableBytes { space in
            Result { () throws(ConnectionFailure) in try stream.read(into: space) }
        }
    }
}

extension OutgoingRequest.Failure {
    fileprivate init(_ failure: ConnectionFailure) {
        switch failure {
        case .broken: reason = "the connection failed"
        case .timedOut: reason = "the response takes too long"
        }
    }
}
