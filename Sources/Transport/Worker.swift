import CPosix
import Crypto
import HTTP
import Platform
import Synchronization

/// The settings that all workers of a server share.
struct WorkerSettings: Sendable {
    let limits: HTTPLimits
    var bodyRule: BodyRule?
    let responder: Responder
    let tls: TLSServerContext?
    let budget: ConnectionBudget
    /// The number of pending connections that are passed between workers in search of room.
    let searching: ConnectionBudget
    let workers: Int

    /// Receives the number of slow readers that one worker closed and the number of bytes that waited for them.
    var reportSlowReaders: @Sendable (_ count: Int, _ bytes: Int) -> Void = { _, _ in }

    /// The maximum number of bytes that may wait for slow readers of one worker.
    var maximumUnreadBytes: Int { max(limits.unreadBytes / max(workers, 1), 1) }

    /// The maximum number of bytes of incomplete requests of one worker.
    var maximumIncompleteBytes: Int {
        max(limits.incompleteBytes / max(workers, 1), limits.largestBodies * min(limits.body, .max / 16))
    }
}

/// One event loop with its listeners and connections. Created on its thread; other threads reach it only through its mailbox.
final class Worker: Pollable {
    /// The maximum memory that the output keeps between responses, in bytes.
    static let outputKept = 1024 * 1024

    let loop: EventLoop
    let settings: WorkerSettings
    let counters: WorkerCounters
    /// Scratch space that all connections share, each between two waits.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    var output: [UInt8] = []
    /// The parts of the output that wait for the end of the round.
    var pendingResponses = PendingResponses()
    var writer = ResponseWriter()

    private let mailbox: Mailbox
    /// The mailbox of the next worker in the ring, or nil if there is only one worker.
    let next: Mailbox?
    private var token: Token?
    private var acceptors: [Acceptor] = []
    private(set) var openCount = 0
    private var highWater = PeakCounter()
    /// The connections that never sent a request. They are closed before those in `idle`, which have sent one.
    private(set) var silent = RecencyList()
    private(set) var idle = RecencyList()
    private(set) var isDraining = false
    /// The number of bytes of incomplete requests that the worker's connections have reported.
    var incompleteBytes = 0
    /// The bytes that wait for slow readers: the sum over this worker's connections.
    var unreadBytes = 0
    /// The slow readers that were closed since the last report.
    var slowReaders = SlowReaderReport()

    private init(
        poller: any Poller, mailbox: Mailbox, next: Mailbox?, settings: WorkerSettings, counters: WorkerCounters
    ) {
        loop = EventLoop(poller: poller)
        self.mailbox = mailbox
        self.next = next
        self.settings = settings
        self.counters = counters
    }

    deinit {
        input.deallocate()
    }

    /// Starts a worker on its own thread. From now on, its mailbox reaches the worker. The worker takes ownership of the poller,
    /// which is closed if no thread can be started.
    static func start(
        _ poller: any Poller, _ mailbox: Mailbox, next: Mailbox?, _ settings: WorkerSettings,
        _ counters: WorkerCounters, _ sockets: [ListeningSocket]
    ) throws(ServerFailure) -> LoopThread {
        var poller = poller
        do throws(ServerFailure) {
            // The poller must watch the mailbox before the thread starts: a thread without a mailbox could not be ended.
            try poller.watch([mailbox.wakeDescriptor] + sockets.map(\.descriptor))
            return try LoopThread { [poller] in
                Worker(poller: poller, mailbox: mailbox, next: next, settings: settings, counters: counters)
                    .run(sockets)
            }
        } catch {
            poller.close()
            throw error
        }
    }

    /// Serves until drained. The poller watches the mailbox and the sockets, in this order.
    private func run(_ sockets: [ListeningSocket]) {
        let token = loop.adopt(self)
        self.token = token
        acceptors = sockets.map { Acceptor($0, self) }
        for acceptor in acceptors { acceptor.open() }
        loop.run { flushPending() }
        loop.remove(mailbox.wakeDescriptor, token)
        for job in mailbox.close() { job(self) }
    }

    /// Runs the jobs in the mailbox.
    func ready(_ readiness: Readiness) {
        flushPending()
        for job in mailbox.take() { job(self) }
    }

    /// Returns a function that continues the waiting request of a connection. The function can be called from any thread.
    func resumer(_ token: Token, _ number: Int) -> @Sendable () -> Void {
        let mailbox = mailbox
        return { mailbox.post { ($0.loop.handler(token) as? Connection)?.resume(number) } }
    }

    /// Returns the receiver of the pieces of a body without an end, which can be used from any thread.
    func sink(_ token: Token) -> any LiveSink {
        MailboxSink(mailbox: mailbox, token: token, limit: settings.limits.livePieces)
    }

    /// Ends the loop when the time to drain is over.
    func timeReached() {
        for connection in connections { connection.close() }
        loop.stop()
    }

    /// Stops accepting, allows current requests at most `time` to complete, then ends the loop.
    func drain(for time: Duration) {
        guard !isDraining, let token else { return }
        isDraining = true
        for acceptor in acceptors { acceptor.close() }
        // The acceptors retain the worker.
        acceptors = []
        loop.schedule(token, at: loop.now + time)
        for connection in connections { connection.beginDrain() }
        stopIfDrained()
    }

    /// Opens the connection of a client within the limit of connections.
    func open(_ pendingConnection: PendingConnection) {
        let socket = pendingConnection.socket
        guard let stream = makeStream(pendingConnection.descriptor, isSecure: socket.isSecure) else {
            return abandon(pendingConnection)
        }
        let peer = Peer(address: pendingConnection.address, isSecure: socket.isSecure, localPort: socket.port)
        let connection = Connection(pendingConnection.descriptor, stream, peer, self)
        guard connection.open() else { return abandon(pendingConnection) }
        openCount += 1
        highWater.rise(to: openCount)
        counters.open.wrappingAdd(1, ordering: .relaxed)
        counters.accepted.wrappingAdd(1, ordering: .relaxed)
    }

    /// Rejects a client for a reason other than the limit of connections.
    private func abandon(_ pendingConnection: PendingConnection) {
        settings.budget.release()
        reject(pendingConnection)
    }

    func reject(_ pendingConnection: PendingConnection) {
        counters.refusedConnections.wrappingAdd(1, ordering: .relaxed)
        Descriptor.close(pendingConnection.descriptor)
    }

    func noteIdle(_ token: Token, isSilent: Bool) {
        guard !isSilent else { return silent.touch(token.index) }
        silent.remove(token.index)
        idle.touch(token.index)
    }

    func noteBusy(_ token: Token) {
        silent.remove(token.index)
        idle.remove(token.index)
    }

    func noteClosed(_ token: Token) {
        noteBusy(token)
        openCount -= 1
        settings.budget.release()
        if highWater.hasFallen(to: openCount) { cposix_release_memory() }
        counters.open.wrappingSubtract(1, ordering: .relaxed)
        stopIfDrained()
    }

    private var connections: [Connection] {
        loop.handlers.compactMap { $0 as? Connection }
    }

    private func makeStream(_ descriptor: Int32, isSecure: Bool) -> ByteStream? {
        guard isSecure else { return .plain(descriptor) }
        do {
            return try settings.tls.map { tls throws(TLSFailure) in
                .secure(try tls.makeSession(fileDescriptor: descriptor))
            }
        } catch {
            return nil
        }
    }

    private func stopIfDrained() {
        if isDraining, openCount == 0 { loop.stop() }
    }
}
