import CPosix
import Crypto
import Platform
import HTTP
import Synchronization

/// What all workers of a server share.
struct WorkerSettings: Sendable {
    let limits: HTTPLimits
    var bodyRule: BodyRule?
    let responder: Responder
    let tls: TLSServerContext?
    let budget: ConnectionBudget
    /// Newcomers that are on their way from worker to worker, in search of room.
    let searching: ConnectionBudget
    let workers: Int

    /// Receives how many slow readers one worker closed and how many bytes waited for them.
    var reportSlowReaders: @Sendable (_ count: Int, _ bytes: Int) -> Void = { _, _ in }

    /// The bytes that may wait for slow readers at one worker.
    var roomForUnread: Int { max(limits.unreadBytes / max(workers, 1), 1) }

    /// Bytes of requests on their way for which one worker has room.
    var roomOnTheWay: Int {
        max(limits.bytesOnTheirWay / max(workers, 1), limits.largestBodies * min(limits.body, .max / 16))
    }
}

/// One event loop with its listeners and connections. Made on its thread; other threads reach it by mail only.
final class Worker: Pollable {
    /// Bytes of memory that the output keeps from answer to answer.
    static let outputKept = 1024 * 1024

    let loop: EventLoop
    let settings: WorkerSettings
    let counters: WorkerCounters
    /// Scratch that every connection uses in turn, between two waits.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    var output: [UInt8] = []
    /// Of the output, what waits for the end of the round.
    var held = HeldAnswers()
    var writer = ResponseWriter()
    let heads = HeadMemory()

    private let mailbox: Mailbox
    /// Of the next worker, in a ring; nil where there is no other.
    let next: Mailbox?
    private var token: Token?
    private var acceptors: [Acceptor] = []
    private(set) var openCount = 0
    private var highWater = HighWater()
    /// Who makes room for others: those that never brought a request go before those that did.
    private(set) var silent = RecencyList()
    private(set) var idle = RecencyList()
    private(set) var isDraining = false
    /// Bytes of requests on their way: what its connections say that they hold.
    var bytesOnTheirWay = 0
    /// The bytes that wait for slow readers: the sum over this worker's connections.
    var unreadBytes = 0
    /// Slow readers that were closed since the last report.
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

    /// Starts a worker on a thread of its own, which is reached by its mailbox from now on. The poller is its own; without a
    /// thread it is closed.
    static func start(
        _ poller: any Poller, _ mailbox: Mailbox, next: Mailbox?, _ settings: WorkerSettings,
        _ counters: WorkerCounters, _ sockets: [ListeningSocket]
    ) throws(ServerFailure) -> LoopThread {
        var poller = poller
        do throws(ServerFailure) {
            // Before there is a thread: one that hears no mail could not be ended.
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
        loop.run { sendHeld() }
        loop.remove(mailbox.wakeDescriptor, token)
        for job in mailbox.close() { job(self) }
    }

    /// Mail has come.
    func ready(_ readiness: Readiness) {
        sendHeld()
        for job in mailbox.take() { job(self) }
    }

    /// From any thread: has the connection of that token go on with what it waits for.
    func resumer(_ token: Token, _ number: Int) -> @Sendable () -> Void {
        let mailbox = mailbox
        return { mailbox.post { ($0.loop.handler(token) as? Connection)?.resume(number) } }
    }

    /// Where the pieces of a body without an end go, from any thread.
    func sink(_ token: Token) -> any LiveSink {
        MailboxSink(mailbox: mailbox, token: token, limit: settings.limits.livePieces)
    }

    /// The time to drain is over.
    func timeReached() {
        for connection in connections { connection.close() }
        loop.stop()
    }

    /// Stops accepting, lets requests under way be answered for at most `time`, then ends the loop.
    func drain(for time: Duration) {
        guard !isDraining, let token else { return }
        isDraining = true
        for acceptor in acceptors { acceptor.close() }
        // They hold the worker.
        acceptors = []
        loop.schedule(token, at: loop.now + time)
        for connection in connections { connection.beginDrain() }
        stopIfDrained()
    }

    /// Takes in a client there is room for.
    func open(_ newcomer: Newcomer) {
        let socket = newcomer.socket
        guard let stream = makeStream(newcomer.descriptor, isSecure: socket.isSecure) else { return giveUp(newcomer) }
        let peer = Peer(address: newcomer.address, isSecure: socket.isSecure, localPort: socket.port)
        let connection = Connection(newcomer.descriptor, stream, peer, self)
        guard connection.open() else { return giveUp(newcomer) }
        openCount += 1
        highWater.rise(to: openCount)
        counters.open.wrappingAdd(1, ordering: .relaxed)
        counters.accepted.wrappingAdd(1, ordering: .relaxed)
    }

    /// For want of something else than room.
    private func giveUp(_ newcomer: Newcomer) {
        settings.budget.giveBack()
        refuse(newcomer)
    }

    func refuse(_ newcomer: Newcomer) {
        counters.refused.wrappingAdd(1, ordering: .relaxed)
        Descriptor.close(newcomer.descriptor)
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
        settings.budget.giveBack()
        if highWater.hasEbbed(to: openCount) { cposix_release_memory() }
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
