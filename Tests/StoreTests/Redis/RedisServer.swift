import Crypto
import Directory
import Entra
import Formats
import FoundationEssentials
import Platform
@testable import Store
import TestTags
import Testing

/// A redis-server process of one test on a free loopback port. The process ends with its last owner.
final class RedisServer: Sendable {
    static let program = ["/usr/bin/redis-server", "/usr/bin/valkey-server"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let port: Int
    private let process: pid_t

    /// Starts the server. `arguments` follow those that prevent writes to the disk. If another process takes the port first,
    /// another port is tried.
    init(_ arguments: [String] = []) throws {
        let program = try #require(RedisServer.program)
        var started: (port: Int, process: pid_t)?
        for _ in 0..<5 where started == nil {
            let port = try #require(RedisServer.freePort())
            let words = [
                program, "--port", String(port), "--bind", "127.0.0.1", "--save", "", "--logfile", "/dev/null", "--dir",
                "/tmp",
            ]
            let process = try #require(RedisServer.spawn(words + arguments))
            if try RedisServer.responds(process, at: port) { started = (port, process) }
        }
        (port, process) = try #require(started, "redis-server does not start")
    }

    /// Returns whether this process responds at the port. A process that does not respond within five seconds is ended.
    private static func responds(_ process: pid_t, at port: Int) throws -> Bool {
        let address = try #require(StoreAddress("redis://127.0.0.1:\(port)"))
        let mark = Array("process_id:\(process)\r\n".utf8)
        var hasEnded = false, hasResponded = false
        waitUntil(within: .seconds(5)) {
            hasEnded = waitpid(process, nil, WNOHANG) != 0
            guard !hasEnded else { return true }
            let connection = try? RedisConnection(RedisOptions(address, authorityPEM: nil))
            let reply = try? connection?.run([RedisCommand("INFO", "server")]).first
            if case .bytes(let text)? = reply { hasResponded = text.firstRange(of: mark) != nil }
            return hasResponded
        }
        if hasResponded { return true }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        return false
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Pauses the process.
    func pause() { kill(process, SIGSTOP) }
    func resume() { kill(process, SIGCONT) }

    func options(_ query: String = "?timeout=1000") throws -> RedisOptions {
        RedisOptions(try #require(StoreAddress("redis://127.0.0.1:\(port)\(query)")), authorityPEM: nil)
    }

    /// Returns the sharing of another process that uses this server.
    func sharing(_ query: String = "?timeout=1000") throws -> SharedState {
        let changeLog = RedisChangeLog(try options(query), random: SystemRandom()) {
            Timestamp(seconds: 1)
        } report: { _ in
        }
        let records = SharedRecords()
        let replica = Replica(changeLog)
        replica.join(records)
        return SharedState(replica, records: records, operations: RedisOperations(changeLog.client))
    }

    /// Runs a command on its own connection and returns the reply.
    @discardableResult
    func run(_ words: String...) throws -> RedisReply? { try run(words) }

    @discardableResult
    func run(_ words: [[UInt8]]) throws -> RedisReply? {
        try RedisConnection(options()).run([RedisCommand(words)]).first
    }

    @discardableResult
    func run(_ words: [String]) throws -> RedisReply? {
        try RedisConnection(options()).run([RedisCommand(words.map { Array($0.utf8) })]).first
    }

    private static func freePort() -> Int? {
        let descriptor = socket(AF_INET, Sockets.stream, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    private static func spawn(_ words: [String]) -> pid_t? {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        return posix_spawn(&process, words[0], nil, nil, &arguments, environ) == 0 ? process : nil
    }
}
