import Control
import Crypto
package import Directory
import Entra
import Flows
import HTTP
package import Logging
import Platform
import State
import Transport
import Wire

/// A running server: listeners, event loops and everything they serve. Several may run in one process.
///
/// It stops by ``stop()``, and when it is released.
public final class Understudy: Sendable {
    let server: Server
    let transport: HTTPServer
    /// Where state outlives the process; nil where it does not.
    private let stateFile: StateFile?
    /// Where other processes change the same state; nil where none do.
    private let news: NewsThread?
    /// The control plane, for calls in process.
    let control: ControlPlane

    init(
        server: Server, transport: HTTPServer, stateFile: StateFile?, news: NewsThread?, control: ControlPlane
    ) {
        self.server = server
        self.control = control
        self.transport = transport
        self.stateFile = stateFile
        self.news = news
    }

    deinit { stop() }

    /// Makes or loads the keys, opens the ports and starts serving.
    ///
    /// `options` are complete except for defaults; `directory` is the configured one. Throws `StartFailure` with one line that
    /// names what is wrong, before anything listens. `isGivenUp` is asked while it waits for another machine, and ends the start
    /// with `StartFailure.givenUp`.
    package static func start(
        _ options: ServerOptions, directory: Directory, logger: Logger, isGivenUp: () -> Bool = { false }
    ) throws(StartFailure) -> Understudy {
        if let problem = options.portProblem { throw .usage("http-port and https-port \(problem.reason)") }
        FileSizeLimit.failsWrites()
        OpenSSL.staysUntilTheEnd()
        let wasStored = options.dataDir.map(KeyMaterial.isStored) ?? false
        let keys = try keyMaterial(options)
        let isKept = options.seed == nil && options.dataDir != nil
        // Who is told that a start failed may end the process, and no file that is being written is to be left half-way.
        defer { if isKept { try? check(keys) } }
        let settings = ServerSettings(
            publicOrigin: options.publicOrigin.flatMap(Origin.init(url:)), trustsProxy: options.trustProxy ?? false,
            controlToken: options.controlToken, storePassword: options.store?.password, journal: journalLimits(options),
            maximumURL: options.value(of: .maxRequestLine), maximumBody: options.value(of: .maxBody),
            maximumForm: options.value(of: .maxForm),
            maximumDiscard: options.value(of: .maxDiscard), hasOwnCertificate: options.tls != nil,
            // The name that it listens at is the owner's too.
            controlHosts: (options.controlHosts ?? []) + [options.host].compactMap(\.self))
        let now = SystemClock().now()
        let firstOrder = SharedOrder.first(at: now)
        let log = RequestLog(logger)
        let fleet = try Fleet.joining(options, log)
        // What replicas share is in their store.
        let earlier = wasStored || options.seed != nil ? (time: now, order: firstOrder) : nil
        let stateFile = fleet == nil ? try stateFile(options, ending: earlier) : nil
        if earlier != nil, let stateFile, stateFile.isNew {
            if options.seed == nil { log.stateLost(stateFile.path) } else { log.stateBegan(stateFile.path) }
        }
        let server = Server(
            settings: settings, directory: directory, store: try store(stateFile, firstOrder: firstOrder), keys: keys,
            random: SystemRandom(), clock: SystemClock(), log: log,
            replica: fleet?.sharing.replica ?? Replica(stateFile) { log.stateUnreadable($0) }, fleet: fleet,
            stateFile: stateFile)
        try takeIn(server, isGivenUp: isGivenUp)
        let dispatcher: Dispatcher
        do {
            dispatcher = try Dispatcher(server)
        } catch {
            throw .system("\(error)")
        }
        var configuration = ServerConfiguration(
            host: options.host ?? Defaults.host, httpPort: options.httpPort, httpsPorts: options.httpsPortList,
            workers: options.workers ?? Defaults.workers, limits: HTTPLimits(options), bodyRule: dispatcher.bodyRule,
            tls: try tlsContext(options, keys) { [scripts = server.scripts] name in scripts.handshakeFault(for: name) })
        configuration.reportSlowReaders = { log.closedSlowReaders($0, bytes: $1) }
        if isKept { try check(keys) }
        stateFile?.reportFailures { log.storeFailed($0) }
        do {
            let transport = try HTTPServer.start(
                configuration, bound: { server.origins = origins(host: configuration.host, $0) },
                responder: { dispatcher.reply(to: $0, from: $1) })
            server.prepareKeys()
            server.serve(on: transport)
            if let stateFile, stateFile.isReadOnly {
                log.storeFailed("\(stateFile.path): cannot be written: the server rejects requests that change state")
            }
            if let warning = ControlExposure.warning(options) { logger.warning("\(warning)") }
            let news = server.replica.isShared ? try NewsThread(server) : nil
            return Understudy(
                server: server, transport: transport, stateFile: stateFile, news: news,
                control: ControlPlane(server, dispatcher))
        } catch {
            throw .system("\(error)")
        }
    }

    /// Where it listens: HTTP first, then each HTTPS port.
    public var origins: [String] { server.origins.map(\.description) }

    /// The CA that clients must trust, PEM.
    public var certificateAuthorityPEM: String { server.keys.authority.certificatePEM }

    /// Puts a directory that was read again in force for the requests to come.
    package func reload(_ directory: Directory) {
        server.replaceDirectory(directory)
    }

    /// Seconds for what waits for the store to be over, counted from the beginning of the end; where requests in flight have more,
    /// it has as much.
    private static let patience = 2.0

    /// Stops accepting, answers what is in flight, and returns when all is closed, after so many seconds at most. A store that is
    /// silent holds it up no longer, but for `patience` where a connection's own thread waits for it: what still waits for that is
    /// left to itself, with the ports closed.
    package func stop(drain seconds: Double) {
        let begin = MonotonicClock.milliseconds()
        let drain = Int(min(max(0, seconds), 3_600) * 1_000)
        let patience = Int(Understudy.patience * 1_000)
        let moment = begin + max(drain, patience)
        // One of its threads that waits for the store itself does not end with the drain.
        transport.stop(drain: seconds, until: server.fleet == nil ? .max : begin + drain + patience)
        news?.stop(until: moment)
        server.fleet?.threads.stop(until: moment)
        stateFile?.close()
    }

    private static func takeIn(_ server: Server, isGivenUp: () -> Bool) throws(StartFailure) {
        if let fleet = server.fleet { return try fleet.takeIn(server, isGivenUp: isGivenUp) }
        do throws(EntraError) {
            try server.takeIn()
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

    /// Where tokens are to be signed, the keys for that are being made when this returns.
    static func keyMaterial(_ options: ServerOptions, isToSign: Bool = true) throws(StartFailure) -> KeyMaterial {
        do {
            if let seed = options.seed { return try KeyMaterial.seeded(seed) }
            if let folder = options.dataDir { return try KeyMaterial.stored(in: folder, isToSign: isToSign) }
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
                    authority: keys.authority, requestsCertificate: MutualTLSHost.isOne, failing: failing)
            }
            let certificate = try read(files.certificate)
            let key = try read(files.key)
            if let problem = UserCertificate.problem(certificatePEM: certificate, keyPEM: key) {
                throw StartFailure.setting("\(problem.isOfKey ? files.key : files.certificate): \(problem.reason)")
            }
            return try TLSServerContext(
                certificatePEM: certificate, keyPEM: key, requestsCertificate: MutualTLSHost.isOne, failing: failing)
        } catch let failure as StartFailure {
            throw failure
        } catch let failure as TLSFailure {
            throw .system(failure.reason)
        } catch {
            throw .system("\(error)")
        }
    }

    private static func journalLimits(_ options: ServerOptions) -> Journal.Limits {
        let usual = Journal.Limits()
        return Journal.Limits(
            entries: options.journalEntries ?? usual.entries, bytes: options.journalBytes ?? usual.bytes)
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
