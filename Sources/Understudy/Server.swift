import Control
import Crypto
import Directory
import Entra
import HTTP
import State
import Synchronization
import Transport
import Wire

/// What the endpoints work on: the directory in force, the store, the keys, the clock. Shared by every thread.
final class Server: Sendable {
    let settings: ServerSettings
    let directoryInForce: DirectoryInForce
    /// Of this process alone, where no other shares it.
    private let ownStore: any Store
    /// What is shared with other replicas; nil where nothing is.
    let fleet: Fleet?
    /// Where what is changed at run time is kept, and comes from where other processes change it too.
    let replica: Replica
    /// Whether what must outlive the process can be written.
    let writeCheck: WriteCheck
    let outbox: Outbox
    let nativeContract = NativeContract()
    let journal: Journal
    let keysInForce: KeysInForce
    let issuerKeys = IssuerKeyCache()
    /// For work that would keep a loop from its other connections.
    let background = BackgroundThreads()
    /// Of their own: an issuer that does not answer holds up no work of the control plane.
    let issuerThreads = BackgroundThreads(limit: 16)
    let random: any RandomSource
    let clock: SteeredClock
    let log: RequestLog
    /// The one rule for what is masked wherever the server shows what was said.
    let masks: SecretMasks
    let arcKeys = ArcKeyFiles()
    let documents = DocumentCache()
    /// Who may use the control plane.
    let controlGuard: ControlGuard
    /// Answers that testers have laid down.
    let scripts: Scripts
    let metrics = RequestMetrics(endpoints: Routes.endpointNames, grants: IssuedTokens.grants)
    let startedAt = SystemClock().now()
    /// Tells the process from others that share its state: eight digits, drawn at the start.
    let name: String
    /// Whether the directory was settled since the start.
    private let isSettled = Atomic(false)
    private let serving = Mutex(Serving())
    private let listening = Mutex<[Origin]>([])

    init(
        settings: ServerSettings, directory: Directory, store: any Store, keys: KeyMaterial,
        random: any RandomSource, clock: any Clock, log: RequestLog, replica: Replica = Replica(),
        fleet: Fleet? = nil, stateFile: StateFile? = nil
    ) {
        self.settings = settings
        controlGuard = ControlGuard(
            token: settings.controlToken,
            hosts: ControlHosts(allowed: settings.controlHosts, publicOrigin: settings.publicOrigin))
        masks = SecretMasks(controlToken: settings.controlToken, storePassword: settings.storePassword)
        self.replica = replica
        directoryInForce = DirectoryInForce(directory, replica: replica) { log.editDropped($0) }
        ownStore = store
        self.fleet = fleet
        writeCheck = WriteCheck(stateFile)
        outbox = Outbox(replica: replica) { log.sent($0) }
        journal = Journal(settings.journal)
        keysInForce = KeysInForce(keys, replica: replica) { log.cannotSign($0) }
        self.random = random
        name = random.guid().description.firstScalars(8)
        self.clock = SteeredClock(clock, replica: replica)
        self.log = log
        scripts = Scripts(replica: replica) { log.stateUnreadable($0) }
    }

    /// Takes in what was changed at run time, by this process, an earlier one or others. The first time that this goes well the
    /// directory is settled, also where a request has read the ledger before; not where nobody wants the server any more, for to
    /// settle is to write for all that share the state. Throws `EntraError.storeUnavailable`.
    func takeIn(isWanted: () -> Bool = { true }) throws(EntraError) {
        try replica.catchUp()
        guard isWanted(), !isSettled.exchange(true, ordering: .relaxed) else { return }
        directoryInForce.settle()
    }

    /// The store; a request takes it once.
    var store: any Store { fleet?.sharing.store ?? ownStore }

    /// The directory in force; a request takes it once.
    var directory: Directory { directoryInForce.snapshot }

    /// The keys in force; a request takes them once.
    var keys: KeyMaterial { keysInForce.material(at: clock.now()) }

    /// What the control plane steers.
    var controls: Controls {
        Controls(
            directory: directoryInForce, store: store, outbox: outbox, clock: clock, keys: keysInForce,
            journal: journal, scripts: scripts, nativeContract: nativeContract, replica: replica)
    }

    /// Has the keys made that sign tokens, which takes longer than all else at a start: who needs one before waits for it.
    func prepareKeys() {
        _ = background.run { [keys, log] in
            do throws(CryptoFailure) {
                _ = try keys.signing.get()
            } catch {
                log.cannotSign(error.reason)
            }
        }
    }

    /// Puts another configuration in force for the requests to come; edits made at run time stay, where it says nothing new.
    func replaceDirectory(_ directory: Directory) {
        directoryInForce.replace(with: directory)
    }

    /// Has the keys of an issuer fetched in the background; `done` is called at the end, whatever came of it.
    func fetchKeys(at location: KeyLocation, done: @escaping @Sendable () -> Void) {
        guard issuerKeys.join(location, now: clock.machine.now(), done: done) else { return }
        let isUnderWay = issuerThreads.run { [self] in
            issuerKeys.finish(location, IssuerKeyFetch.keys(at: location), now: clock.machine.now())
        }
        guard !isUnderWay else { return }
        let failure = IssuerKeyCache.Failure(reason: "The server is already fetching the keys of too many issuers.")
        issuerKeys.finish(location, .failure(failure), now: clock.machine.now())
    }

    /// Where the server listens, for people and for `health`.
    var origins: [Origin] {
        get { listening.withLock { $0 } }
        set { listening.withLock { $0 = newValue } }
    }

    /// The figures of the connections; nil where there are none, as in process.
    var statistics: ServerStatistics? { serving.withLock(\.transport)?.statistics }

    func serve(on transport: HTTPServer) {
        serving.withLock { $0.transport = transport }
    }

    /// The sockets, which hold the server by way of its answers.
    private struct Serving {
        weak var transport: HTTPServer?
    }

    /// Where a client reached the server.
    struct Address {
        /// What every URL given out starts with: the configured public origin, else what the client asked for.
        let origin: Origin
        /// By its Host, and by what a trusted proxy says was asked for, whatever the public origin.
        let names: Names
        /// Asked for by an mTLS host: clients are expected to have shown a certificate.
        let isMutualTLS: Bool

        struct Names {
            let own: Origin
            let asked: Origin

            /// In lower case.
            var hosts: [String] { [own, asked].map(\.host) }
        }
    }

    /// Where the client reached the server. Throws for a header that should say so and does not.
    func address(of request: HTTPRequest, from peer: Peer) throws(AddressProblem) -> Address {
        let scheme = peer.isSecure ? "https" : "http"
        // A request of HTTP/1.0 may have no Host.
        let authority = request.authority.isEmpty ? "localhost:\(peer.localPort)" : request.authority
        guard let own = Origin(scheme: scheme, authority: authority) else { throw .host }
        let asked = settings.trustsProxy ? try forwarded(request, over: scheme, authority) : own
        let plain = asked.plain
        return Address(
            origin: settings.publicOrigin ?? plain ?? asked, names: Address.Names(own: own, asked: asked),
            isMutualTLS: plain != nil)
    }

    /// What a proxy says was asked for; where it says nothing, what the request says.
    private func forwarded(
        _ request: HTTPRequest, over scheme: String, _ authority: String
    ) throws(AddressProblem) -> Origin {
        let scheme = Server.first(of: request.headers["X-Forwarded-Proto"])?.asciiLowercased ?? scheme
        guard ["https", "http"].containsExactly(scheme) else { throw .forwardedProto }
        let authority = Server.first(of: request.headers["X-Forwarded-Host"]) ?? authority
        guard let asked = Origin(scheme: scheme, authority: authority) else { throw .forwardedHost }
        return asked
    }

    /// What the proxy next to the client said: each further one adds its own after a comma. Nil where it said nothing.
    private static func first(of list: String?) -> String? {
        guard let list else { return nil }
        let first = String(Substring(list.utf8.prefix { $0 != UInt8(ascii: ",") }.trimmed))
        return first.isEmpty ? nil : first
    }
}

/// Why it is not known where a client reached the server. The names are those of the headers.
enum AddressProblem: String, Error {
    case host = "Host"
    case forwardedHost = "X-Forwarded-Host"
    case forwardedProto = "X-Forwarded-Proto"

    /// The answer, behind which the connection closes: who forwards such a head may see another request in it.
    var response: HTTPResponse {
        let what = self == .forwardedProto ? "http or https" : "a valid host"
        var response = HTTPResponse.text(400, "The \(rawValue) header must be \(what).")
        response.headers.append("Connection", "close")
        return response
    }
}
