package import ControlPlane
import Crypto
package import Directory
import Entra
import Formats
import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    import Foundation
#endif
import Formats
import HTTP
package import Logging
import Platform
import Protocol
import Store
import Transport

/// A running server: listeners, event loops and everything that they serve. Several servers may run in one process.
///
/// The server stops when ``stop()`` is called, or when the object is released.
public final class UnderstudyServer: Sendable {
    let server: Server
    let transport: HTTPServer
    /// The file that keeps the state across restarts, or nil if there is no such file.
    private let stateFile: StateFile?
    /// The thread that applies the changes of other processes, or nil if no other process shares the state.
    private let changeFeed: ChangeFeedThread?
    /// The control plane, for calls in process.
    let control: ControlCalls
    /// The URLs at which the server listens: HTTP first, then each HTTPS port. Empty only if the address is not valid in a URL.
    let urls: [URL]

    init(
        server: Server, transport: HTTPServer, stateFile: StateFile?, changeFeed: ChangeFeedThread?,
        control: ControlCalls
    ) {
        self.server = server
        self.control = control
        // Allowed (parsed-url): callers receive URLs, and the server makes no decision by them.
        urls = server.origins.compactMap { URL(string: $0.description) }
        self.transport = transport
        self.stateFile = stateFile
        self.changeFeed = changeFeed
    }

    deinit { stop() }

    /// Creates or loads the keys, opens the ports and starts to serve requests.
    ///
    /// `options` are complete except for defaults, and `directory` is the configured directory. `history` has the
    /// lines of the logger, for the console. Throws `StartFailure` with one line
    /// that names what is wrong. While the start waits for another machine, the function calls `isCanceled` repeatedly, and throws
    /// `StartFailure.canceled` if the result is true.
    package static func start(
        _ options: ServerOptions, directory: Directory, logger: Logger, history: LogHistory = LogHistory(),
        isCanceled: () -> Bool = { false }
    ) throws(StartFailure) -> UnderstudyServer {
        if let problem = options.portProblem { throw .usage("http-port and https-port \(problem.reason)") }
        FileSizeLimit.makeWritesFail()
        OpenSSL.disableDefaults()
        let wasStored = options.dataDir.map(KeyMaterial.isStored) ?? false
        let keys = try keyMaterial(options)
        let isKept = options.seed == nil && options.dataDir != nil
        // The caller may end the process after a failed start, so key files must be complete before this function returns.
        defer { if isKept { try? check(keys) } }
        let settings = ServerSettings(
            publicOrigin: options.publicOrigin.flatMap(Origin.init(url:)), trustsProxy: options.trustProxy ?? false,
            controlToken: options.controlToken, storePassword: options.store?.password, journal: journalLimits(options),
            maximumURL: options.value(of: .maxRequestLine), maximumBody: options.value(of: .maxBody),
            maximumForm: options.value(of: .maxForm),
            maximumDiscard: options.value(of: .maxDiscard), hasOwnCertificate: options.tls != nil,
            // The control plane also responds at the host name on which the server listens.
            controlHosts: (options.controlHosts ?? []) + [options.host].compactMap(\.self),
            host: options.host ?? Defaults.host)
        let now = SystemClock().now()
        let firstOrder = LogicalClock.first(at: now)
        let log = RequestLog(logger)
        let replication = try Replication.joining(options, log)
        // A new state file invalidates everything that these keys may have signed before. Replicas use their store instead of a
        // file.
        let earlier = wasStored || options.seed != nil ? (time: now, order: firstOrder) : nil
        let stateFile = replication == nil ? try stateFile(options, ending: earlier) : nil
        if earlier != nil, let stateFile, stateFile.isNew {
            if options.seed == nil { log.stateLost(stateFile.path) } else { log.stateBegan(stateFile.path) }
        }
        let server = Server(
            settings: settings, directory: directory, store: try store(stateFile, firstOrder: firstOrder), keys: keys,
            random: SystemRandom(), clock: SystemClock(), log: log,
            replica: replication?.sharing.replica ?? Replica(stateFile) { log.stateUnreadable($0) },
            replication: replication,
            stateFile: stateFile, logs: history)
        try restore(server, isCanceled: isCanceled)
        let pipeline: Pipeline
        do {
            pipeline = try Pipeline(server)
        } catch {
            throw .system("\(error)")
        }
        var configuration = ServerConfiguration(
            host: options.host ?? Defaults.host, httpPort: options.httpPort, httpsPorts: options.httpsPortList,
            workers: options.workers ?? Defaults.workers, limits: HTTPLimits(options), bodyRule: pipeline.bodyRule,
            tls: try tlsContext(options, keys) { [stubs = server.stubs] name in stubs.handshakeFault(for: name) })
        configuration.reportSlowReaders = { log.closedSlowReaders($0, bytes: $1) }
        if isKept { try check(keys) }
        stateFile?.reportFailures { log.storeFailed($0) }
        do {
            let transport = try HTTPServer.start(
                configuration, bound: { server.origins = origins(host: configuration.host, $0) },
                responder: { pipeline.reply(to: $0, from: $1) })
            server.prepareKeys()
            server.serve(on: transport)
            if let stateFile, stateFile.isReadOnly {
                log.storeFailed("\(stateFile.path): cannot be written: the server rejects requests that change state")
            }
            if let warning = ControlExposure.warning(options) { logger.warning("\(warning)") }
            let changeFeed = server.replica.isShared ? try ChangeFeedThread(server) : nil
            return UnderstudyServer(
                server: server, transport: transport, stateFile: stateFile, changeFeed: changeFeed,
                control: ControlCalls(server) { pipeline.respond(to: $0, from: $1) })
        } catch {
            throw .system("\(error)")
        }
    }

    /// The certificate of the CA that clients must trust, in PEM format.
    public var certificateAuthorityPEM: String { server.keys.authority.certificatePEM }

    /// Makes a directory that was read again current for later requests.
    package func reload(_ directory: Directory) {
        server.replaceDirectory(directory)
    }

    /// The minimum time in seconds, counted from the beginning of `stop`, for threads that wait for the store. If the drain takes
    /// longer, these threads have that time.
    private static let storeTimeout = 2.0

    /// Stops accepting, responds to the requests in flight, and returns when everything is closed. The drain takes at most
    /// `seconds`. A store that does not respond delays the return by at most `storeTimeout` after the drain. Then a thread that
    /// still waits for the store is abandoned, and the ports are closed.
    package func stop(drain seconds: Double) {
        let begin = MonotonicClock.milliseconds()
        let drain = Int(min(max(0, seconds), 3_600) * 1_000)
        let storeTimeout = Int(UnderstudyServer.storeTimeout * 1_000)
        let deadline = begin + max(drain, storeTimeout)
        // A connection's own thread that waits for the store does not end with the drain.
        transport.stop(drain: seconds, until: server.replication == nil ? .max : begin + drain + storeTimeout)
        changeFeed?.stop(until: deadline)
        server.replication?.threads.stop(until: deadline)
        stateFile?.close()
    }

    private static func restore(_ server: Server, isCanceled: () -> Bool) throws(StartFailure) {
        if let replication = server.replication { return try replication.restore(server, isCanceled: isCanceled) }
        do throws(EntraError) {
            try server.restore()
        } catch {
            throw .system(error.detail)
        }
    }

    private static func stateFile(
        _ options: ServerOptions, ending earlier: (time: Timestamp, order: Int64)?
    ) throws(StartFailure) -> StateFile? {
        guard let folder = options.dataDir else { return nil }
        do throws(StateFileProblem) {
            return try StateFile(in: folder, ending: earlier)
        } catch {
            throw .system(error.reason)
        }
    }

    private static func store(_ file: StateFile?, firstOrder: Int64) throws(StartFailure) -> any Store {
        guard let file else { return MemoryStore(firstOrder: firstOrder) }
        do throws(EntraError) {
            return try DurableStore(file, firstOrder: firstOrder)
        } catch {
            throw .system(error.detail)
        }
    }

    /// Returns the key material from the seed, from the data directory, or in memory. If `needsSigningKey` is true, the signing
    /// keys may still be read or created after the function returns.
    static func keyMaterial(_ options: ServerOptions, needsSigningKey: Bool = true) throws(StartFailure) -> KeyMaterial
    {
        do {
            if let seed = options.seed { return try KeyMaterial.seeded(seed) }
            if let folder = options.dataDir {
                return try KeyMaterial.stored(in: folder, needsSigningKey: needsSigningKey)
            }
            return try KeyMaterial.inMemory()
        } catch {
            throw .system("\(error)")
        }
    }

    private static func check(_ keys: KeyMaterial) throws(StartFailure) {
        do throws(CryptoFailure) {
            try keys.check()
        } catch {
            throw .system("\(error)")
        }
    }

    private static func tlsContext(
        _ options: ServerOptions, _ keys: KeyMaterial, failing: @escaping HandshakeFaults
    ) throws(StartFailure) -> TLSServerContext? {
        guard !options.httpsPortList.isEmpty else { return nil }
        do {
            guard let files = options.tls else {
                return try TLSServerContext(
                    authority: keys.authority, requestsCertificate: MutualTLSHost.isMutualTLSHost, failing: failing)
            }
            let certificate = try read(files.certificate)
            let key = try read(files.key)
            if let problem = UserCertificate.problem(certificatePEM: certificate, keyPEM: key) {
                throw StartFailure.setting("\(problem.isOfKey ? files.key : files.certificate): \(problem.reason)")
            }
            return try TLSServerContext(
                certificatePEM: certificate, keyPEM: key, requestsCertificate: MutualTLSHost.isMutualTLSHost,
                failing: failing)
        } catch let failure as StartFailure {
            throw failure
        } catch let failure as TLSFailure {
            throw .system(failure.reason)
        } catch {
            throw .system("\(error)")
        }
    }

    private static func journalLimits(_ options: ServerOptions) -> Journal.Limits {
        let defaults = Journal.Limits()
        return Journal.Limits(
            entries: options.journalEntries ?? defaults.entries, bytes: options.journalBytes ?? defaults.bytes)
    }

    static func read(_ path: String) throws(StartFailure) -> [UInt8] {
        switch ConfigurationFiles.system.read(path, TLSFiles.maximum) {
        case .success(let bytes): return bytes
        case .failure(let failure): throw .setting("\(path): cannot be read: \(failure.reason)")
        }
    }

    private static func origins(host: String, _ ports: HTTPServer.BoundPorts) -> [Origin] {
        let name = Defaults.reachableName(of: host)
        let http = ports.http.map { [Origin(scheme: "http", host: name, port: $0)] } ?? []
        return http + ports.https.map { Origin(scheme: "https", host: name, port: $0) }
    }
}

extension HTTPLimits {
    /// Creates the limits from the options. Limits without an option keep their defaults.
    init(_ options: ServerOptions) {
        self.init()
        for limit in ServerLimit.allCases { set(limit, options.value(of: limit)) }
    }

    private mutating func set(_ limit: ServerLimit, _ value: Int) {
        switch limit {
        case .maxRequestLine: requestLine = value
        case .maxHeaderBytes: fieldBytes = value
        case .maxHeaders: fieldCount = value
        case .maxBody: body = value
        case .headerTimeout: headTime = .milliseconds(value)
        case .bodyTimeout: bodyTime = .milliseconds(value)
        case .minBodyRate: bodyRate = value
        case .keepAliveTimeout: idleTime = .milliseconds(value)
        case .maxKeepAliveRequests: requestsPerConnection = value
        case .handshakeTimeout: handshakeTime = .milliseconds(value)
        case .writeTimeout: writeTime = .milliseconds(value)
        case .maxConnections: connections = value
        case .maxUnreadBytes: unreadBytes = value
        case .lingerBytes: lingerBytes = value
        case .lingerTimeout: lingerTime = .milliseconds(value)
        case .acceptPause: acceptPause = .milliseconds(value)
        // These limits are not part of the transport: an endpoint or the command applies them.
        case .maxForm, .maxDiscard, .drainTimeout: break
        }
    }
}

/// The check whether other machines can reach the control plane, which returns secrets and issues tokens.
package enum ControlExposure {
    /// Returns a warning if the server listens beyond this machine without a control token, and nil otherwise.
    package static func warning(_ options: ServerOptions) -> String? {
        let host = options.host ?? Defaults.host
        guard options.controlToken == nil, !isLoopback(host) else { return nil }
        return
            "everyone who can reach \(host) can use the control plane at /_understudy/: set --control-token, or "
            + "publish the ports to this machine only"
    }

    /// Whether only this machine can connect to a listening address.
    static func isLoopback(_ host: String) -> Bool {
        host.isExactly("localhost") || host.isExactly("::1") || IPv4Literal.isLoopback(host)
            || host.dropping(prefix: "::ffff:").map(IPv4Literal.isLoopback) == true
    }
}
