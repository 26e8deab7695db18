import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store
import Synchronization
import Transport

/// The state that the endpoints use: the current directory, the store, the keys and the clock. All threads share one instance.
final class Server: Sendable {
    let settings: ServerSettings
    let directoryStore: DirectoryStore
    /// The store of this process, which is used if no other process shares the state.
    private let ownStore: any Store
    /// The connection to the store that replicas share, or nil if this process shares nothing.
    let replication: Replication?
    /// The replica that keeps the changes made at run time, and receives the changes of other processes.
    let replica: Replica
    /// The check of whether state and keys can be written to disk.
    let writeCheck: WriteCheck
    let outbox: Outbox
    /// The values that endpoints keep between requests.
    let resources: EndpointResources
    let journal: Journal
    let keyStore: KeyStore
    let issuerKeys = IssuerKeyCache()
    /// The states of the delta queries of Microsoft Graph.
    let deltas = DeltaStates()
    /// The threads for work that would block the other connections of an event loop.
    let background = BackgroundThreads()
    /// The threads that fetch the keys of other issuers. They are separate, so that an issuer that does not respond never delays
    /// the control plane.
    let issuerThreads = BackgroundThreads(limit: 16)
    let random: any RandomSource
    let clock: AdjustableClock
    let log: RequestLog
    /// The newest lines of the log, for the console.
    let logs: LogHistory
    /// The masks for secrets, which apply wherever the server shows requests and responses.
    let masks: SecretMasks
    /// The check of who may use the control plane.
    let controlGuard: ControlGuard
    /// The stubs that operators added.
    let stubs: StubStore
    let metrics = RequestMetrics(endpoints: Routes.endpointNames, grants: IssuedTokens.grants)
    let startedAt = SystemClock().now()
    /// The name that distinguishes this process from others that share its state: eight random hexadecimal digits.
    let name: String
    /// Whether `restore` has settled the directory since the start.
    private let isFinalized = Atomic(false)
    private let serving = Mutex(Serving())
    private let listening = Mutex<[Origin]>([])

    init(
        settings: ServerSettings, directory: Directory, store: any Store, keys: KeyMaterial,
        random: any RandomSource, clock: any Clock, log: RequestLog, replica: Replica = Replica(),
        replication: Replication? = nil, stateFile: StateFile? = nil, logs: LogHistory = LogHistory()
    ) {
        self.settings = settings
        self.logs = logs
        let hosts = TrustedHosts(allowed: settings.controlHosts, publicOrigin: settings.publicOrigin)
        controlGuard = ControlGuard(token: settings.controlToken, hosts: hosts)
        masks = SecretMasks(controlToken: settings.controlToken, storePassword: settings.storePassword)
        resources = EndpointResources(
            hosts: hosts,
            console: ConsolePageHelp(
                controlGuard: controlGuard, masks: masks, hasJournal: settings.journal.entries > 0))
        self.replica = replica
        directoryStore = DirectoryStore(directory, replica: replica) { log.editDropped($0) }
        ownStore = store
        self.replication = replication
        writeCheck = WriteCheck(stateFile)
        outbox = Outbox(replica: replica) { log.sent($0) }
        journal = Journal(settings.journal)
        keyStore = KeyStore(keys, replica: replica) { log.cannotSign($0) }
        self.random = random
        name = random.guid().description.firstScalars(8)
        self.clock = AdjustableClock(clock, replica: replica)
        self.log = log
        stubs = StubStore(replica: replica) { log.stateUnreadable($0) }
    }

    /// Applies the changes made at run time by this process, an earlier process or other processes. The first successful call also
    /// settles the directory, even if a request has read the change log before. If `isNeeded` returns false, the directory is not
    /// settled, because settling writes for all processes that share the state. Throws `EntraError.storeUnavailable`.
    func restore(isNeeded: () -> Bool = { true }) throws(EntraError) {
        try replica.catchUp()
        guard isNeeded(), !isFinalized.exchange(true, ordering: .relaxed) else { return }
        directoryStore.finalize()
    }

    /// The current store. Each request reads this property once.
    var store: any Store { replication?.sharing.store ?? ownStore }

    /// The current directory. Each request reads this property once.
    var directory: Directory { directoryStore.snapshot }

    /// The current keys. Each request reads this property once.
    var keys: KeyMaterial { keyStore.material(at: clock.now()) }

    /// The objects that the control plane changes.
    var controls: Controls {
        Controls(
            directory: directoryStore, store: store, outbox: outbox, clock: clock, keys: keyStore,
            journal: journal, stubs: stubs, nativeContract: resources.nativeContract, replica: replica)
    }

    /// Returns the services for a request: the state of the server at this moment. `tenantSegment` is the path segment that names
    /// the tenant, or nil.
    func services(
        origin: Origin, peerAddress: String, tenantSegment segment: String? = nil,
        tlsClient: TLSClientIdentity = .notRequested, tenantRestrictions: TenantRestrictions? = nil,
        userAgent: String? = nil
    ) -> Services {
        // The store is read before the directory, so that a request never sees only a part of a combined change and revocation.
        let store = store
        let directory = directory
        let now = clock.now { segment.flatMap { directory.tenant(segment: $0)?.id } }
        let origins = origins
        return Services(
            directory: directory, editor: directoryStore, store: store, outbox: outbox, keys: keys, random: random,
            now: now, origin: origin, peerAddress: peerAddress, issuerKeys: issuerKeys, horizon: clock.horizon,
            tenantClock: { [clock] tenant in clock.now { tenant } },
            isOnPremises: segment?.isExactlyIgnoringASCIICase("adfs") ?? false, tlsClient: tlsClient,
            tenantRestrictions: tenantRestrictions,
            secureOrigin: origin.isSecure || settings.publicOrigin != nil ? nil : origins.first(where: \.isSecure),
            listening: origins, userAgent: userAgent)
    }

    /// Creates the keys that sign tokens in the background, because this takes longer than any other part of a start. A request
    /// that needs a key earlier waits for the key.
    func prepareKeys() {
        _ = background.run { [keys, log] in
            do throws(CryptoFailure) {
                _ = try keys.signing.get()
            } catch {
                log.cannotSign(error.reason)
            }
        }
    }

    /// Makes another configuration current for later requests. Edits made at run time remain unless the new configuration overrules
    /// them.
    func replaceDirectory(_ directory: Directory) {
        directoryStore.replace(with: directory)
    }

    /// Fetches the keys of an issuer in the background. `done` is called at the end, even if the fetch fails.
    func fetchKeys(at location: KeyLocation, done: @escaping @Sendable () -> Void) {
        guard issuerKeys.join(location, now: clock.machine.now(), done: done) else { return }
        let hasStarted = issuerThreads.run { [self] in
            issuerKeys.finish(location, IssuerKeyFetch.keys(at: location), now: clock.machine.now())
        }
        guard !hasStarted else { return }
        let failure = IssuerKeyCache.Failure(reason: "The server is already fetching the keys of too many issuers.")
        issuerKeys.finish(location, .failure(failure), now: clock.machine.now())
    }

    /// The origins at which the server listens, for people and for `health`.
    var origins: [Origin] {
        get { listening.withLock { $0 } }
        set { listening.withLock { $0 = newValue } }
    }

    /// The statistics of the connections, or nil if there are no connections, as in process.
    var statistics: ServerStatistics? { serving.withLock(\.transport)?.statistics }

    func serve(on transport: HTTPServer) {
        serving.withLock { $0.transport = transport }
    }

    /// The transport. The reference is weak, because the transport retains the server through its responder.
    private struct Serving {
        weak var transport: HTTPServer?
    }
}

/// The part of the options that requests depend on.
struct ServerSettings: Sendable {
    var publicOrigin: Origin?
    var trustsProxy = false
    var controlToken: String?
    /// The password of the shared store, which requests need only to mask it.
    var storePassword: String?
    var journal = Journal.Limits()
    /// The maximum length of a request line, in bytes.
    var maximumURL = ServerLimit.maxRequestLine.row.defaultValue
    /// The maximum size of a body and of a form, in bytes.
    var maximumBody = ServerLimit.maxBody.row.defaultValue
    var maximumForm = ServerLimit.maxForm.row.defaultValue
    /// The size, in bytes, up to which the server reads and drops a body that is too large, so that the connection can continue.
    var maximumDiscard = ServerLimit.maxDiscard.row.defaultValue
    /// Whether HTTPS uses a certificate of the user, in which case the server's CA signs nothing.
    var hasOwnCertificate = false
    /// Additional host names at which the control plane responds.
    var controlHosts: [String] = []
    /// The address at which the server listens.
    var host = Defaults.host
}
