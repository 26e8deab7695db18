import HTTP
import Platform
import Synchronization

/// One client connection: a socket, TLS if secure, the HTTP machine, and the current deadline.
///
/// A request that arrives in one piece costs one read and one write. While a response waits to be written, the connection reads
/// nothing more, so that pipelined requests cannot accumulate responses.
final class Connection: Pollable {
    /// The number of responses, and of their bytes, that a pipelining client gets before other clients have their turn.
    private static let responsesPerTurn = 32
    private static let outputMark = 256 * 1024

    let descriptor: Int32
    var peer: Peer
    let worker: Worker
    var stream: ByteStream?
    private(set) var token: Token?
    var machine: HTTPConnectionMachine
    var stage: ConnectionStage
    var clock: ConnectionClock
    /// The number of bytes of an incomplete request, as reported to the worker.
    var retainedBytes = 0
    /// The number of bytes that wait for this client to read, as reported to the worker.
    var unreadBytes = 0
    private var served = 0
    /// Whether a response waits for the end of the loop's round. Until the response is written, `finalize` does nothing.
    private var isPending = false
    /// Whether the machine may hold complete requests that have not been processed.
    private var isBacklogged = false

    private(set) var pending = PendingOutput()
    /// The opposite readiness that a TLS call requires: a read that must write, or a write that must read.
    var extraInterest: Readiness = []
    private var interest: Readiness = .read
    /// The timers that are set, in descending order: the last timer is the next to fire.
    private var timers: [MonotonicTime] = []

    init(_ descriptor: Int32, _ stream: ByteStream, _ peer: Peer, _ worker: Worker) {
        self.descriptor = descriptor
        self.peer = peer
        self.worker = worker
        self.stream = stream
        machine = HTTPConnectionMachine(limits: worker.settings.limits, rule: worker.settings.bodyRule)
        stage = peer.isSecure ? .handshaking : .serving
        clock = ConnectionClock(peer.isSecure ? .handshake : .head, at: worker.loop.now)
    }

    /// Registers with the loop. Returns false if the system rejects the descriptor.
    func open() -> Bool {
        token = worker.loop.add(descriptor, .read, self)
        guard let token else { return false }
        worker.noteIdle(token, isSilent: true)
        arm()
        return true
    }

    /// Closes the connection immediately and removes it from the loop.
    func close() {
        guard let token else { return }
        self.token = nil
        if case .handshaking = stage { worker.counters.failedHandshakes.wrappingAdd(1, ordering: .relaxed) }
        if case .streaming(let live, _) = stage { live.end() }
        stage = .closed
        recordBuffered(0)
        noteUnread(0)
        worker.loop.remove(descriptor, token)
        stream = nil
        Descriptor.close(descriptor)
        worker.noteClosed(token)
    }

    /// Ends deliberate delays, because the server drains.
    func beginDrain() {
        switch stage {
        case .awaiting(let waiting) where waiting.end != nil:
            proceed(with: waiting)
            finalize()
        case .dripping(let drip): finish(drip)
        case .streaming: endLive()
        default: arm()
        }
    }

    func ready(_ readiness: Readiness) {
        guard shakeHands(), flush() else { return finalize() }
        switch stage {
        case .serving:
            if isBacklogged { serve() }
            if isReading { readInput() }
        case .lingering: drop()
        case .awaiting, .dripping: if readiness.contains(.failed) { close() }
        case .streaming: dropInput()
        case .handshaking, .finishing, .closed: break
        }
        finalize()
    }

    func timeReached() {
        _ = timers.popLast()
        guard deadline <= worker.loop.now else { return arm() }
        expire()
        finalize()
    }

    // MARK: Reading

    private func readInput() {
        repeat {
            guard let stream else { return }
            switch stream.read(into: worker.input) {
            case .done(let count):
                machine.receive(UnsafeRawBufferPointer(rebasing: worker.input[..<count]))
                serve()
            case .wantRead: return
            case .wantWrite:
                extraInterest = .write
                return
            case .closed:
                machine.endInput()
                serve()
                return
            }
        } while isReading && stream?.hasBufferedInput == true
    }

    /// Whether the connection expects more input.
    var isReading: Bool {
        if case .serving = stage { return pending.isEmpty && !isBacklogged }
        return false
    }

    /// Responds to complete requests, up to the limits of one turn. The responses are flushed with others of the round.
    private func serve() {
        let start = worker.output.count
        var turns = Connection.responsesPerTurn
        isBacklogged = true
        while isBacklogged, case .serving = stage, turns > 0, worker.output.count - start < Connection.outputMark {
            isBacklogged = step()
            turns -= 1
        }
        isPending = true
        worker.enqueueOutput(of: self, from: start)
    }

    /// Processes one event of the machine. Returns false if the machine needs more bytes.
    private func step() -> Bool {
        switch machine.next() {
        case .needMore: return false
        case .expectContinue: worker.output += ResponseWriter.continueLine
        case .request(let request, let terms): respond(to: request, terms)
        case .reject(let rejection): reject(rejection)
        case .close: stage = .finishing(.close)
        }
        return true
    }

    private func respond(to request: HTTPRequest, _ terms: ResponseTerms) {
        served += 1
        worker.counters.requests.wrappingAdd(1, ordering: .relaxed)
        take(worker.settings.responder(request, peer), to: request, terms)
    }

    private func take(_ reply: Reply, to request: HTTPRequest, _ terms: ResponseTerms) {
        switch reply {
        case .now(let response): append(response, to: request, terms)
        case .later(let deferral):
            guard let token else { return }
            wait(for: request, terms, until: nil, deferral.next)
            deferral.begin(worker.resumer(token, served))
        case .after(_, let next) where worker.isDraining: take(next(), to: request, terms)
        // The delay starts now, because the loop's time of the round is earlier and the delay must not be shorter than requested.
        case .after(let time, let next): wait(for: request, terms, until: .current() + time, next)
        }
    }

    /// Waits for a response. Until then, the connection reads nothing, and pipelined requests wait.
    private func wait(
        for request: HTTPRequest, _ terms: ResponseTerms, until end: MonotonicTime?, _ next: @escaping Reply.Next
    ) {
        stage = .awaiting(.init(number: served, end: end, next: next, request: request, terms: terms))
        begin(.response)
    }

    /// Continues a request whose event has occurred. Does nothing unless that request is the one that waits.
    func resume(_ number: Int) {
        guard case .awaiting(let waiting) = stage, waiting.number == number, waiting.end == nil else { return }
        proceed(with: waiting)
        finalize()
    }

    private func proceed(with waiting: ConnectionStage.Waiting) {
        stage = .serving
        worker.beginOutput()
        take(waiting.next(), to: waiting.request, waiting.terms)
        send()
    }

    private func append(_ response: HTTPResponse, to request: HTTPRequest, _ terms: ResponseTerms) {
        if let fault = response.fault { return spoil(response, by: fault, to: request, terms) }
        var adjusted = terms
        if let live = response.live, !terms.isHead, !worker.isDraining { return begin(live, response, terms) }
        if worker.isDraining || served >= worker.settings.limits.requestsPerConnection { adjusted.keepsAlive = false }
        let keepsAlive = worker.writer.append(
            response, to: request.headers, adjusted, now: Int64(time(nil)), into: &worker.output)
        begin(.idle)
        if !keepsAlive {
            machine.finish()
            // A client that requested the close sends no more; any other client may already be sending.
            stage = .finishing(terms.keepsAlive || terms.leavesBody ? .linger : .close)
        }
    }

    private func reject(_ rejection: Rejection) {
        worker.counters.count(rejection)
        _ = worker.writer.append(
            rejection.response, to: nil, .rejection, now: Int64(time(nil)), into: &worker.output)
        stage = .finishing(.linger)
    }

    /// Rejects a request outside of `serve`.
    func abandon(_ rejection: Rejection) {
        machine.finish()
        worker.beginOutput()
        reject(rejection)
        send()
    }

    private func drop() {
        guard case .lingering(var budget) = stage else { return }
        // The bytes are dropped below TLS, because they have no meaning after close_notify.
        while budget > 0 {
            switch Descriptor.read(descriptor, into: worker.input) {
            case .done(let count): budget -= count
            case .wantRead, .wantWrite:
                stage = .lingering(budget: budget)
                return
            case .closed: budget = 0
            }
        }
        close()
    }

    // MARK: Writing

    /// Writes the worker's output after the pending bytes. Bytes that the socket does not accept are kept.
    func send() {
        send(worker.output.indices)
    }

    /// Writes a response that was pending until now.
    func flushPending(_ range: Range<Int>) {
        isPending = false
        send(range)
    }

    private func send(_ range: Range<Int>) {
        guard pending.isEmpty else { return pending.append(worker.output[range]) }
        let sent = write(worker.output[range])
        guard sent < range.count, stream != nil else { return finishIfWritten() }
        clock.restart(.write, at: worker.loop.now)
        pending.append(worker.output[range.dropFirst(sent)])
    }

    /// Writes the pending bytes. Returns false if some are left or the connection is closed.
    private func flush() -> Bool {
        guard !pending.isEmpty else { return stream != nil }
        let count = write(pending.remaining)
        if count > 0 { clock.restart(.write, at: worker.loop.now) }
        pending.take(count)
        guard stream != nil, pending.isEmpty else { return false }
        begin(stage.wait)
        finishIfWritten()
        return stream != nil
    }

    /// Writes as many bytes as the socket accepts and returns their number. Closes the connection if the client has disconnected.
    private func write(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            var position = 0
            while position < bytes.count, let stream {
                switch stream.write(UnsafeRawBufferPointer(rebasing: bytes[position...])) {
                case .done(let count): position += count
                case .wantWrite: return position
                case .wantRead:
                    extraInterest = .read
                    return position
                case .closed: close()
                }
            }
            return position
        }
    }

    private func finishIfWritten() {
        guard case .finishing(let ending) = stage, let stream else { return }
        if case .reset = ending { Descriptor.resetOnClose(descriptor) } else { stream.endWriting() }
        guard case .linger = ending else { return close() }
        Descriptor.endWriting(descriptor)
        stage = .lingering(budget: worker.settings.limits.lingerBytes)
        clock.restart(.linger, at: worker.loop.now)
    }

    // MARK: Waiting

    /// Begins to wait. While bytes are pending, the deadline of the write stays: a client must not extend that deadline by sending
    /// other requests.
    func begin(_ wait: ConnectionClock.Wait) {
        if pending.isEmpty { clock.restart(wait, at: worker.loop.now) }
    }

    /// Determines what to wait for next, and until when. Runs after every turn.
    func finalize() {
        guard token != nil, !isPending else { return }
        recordBuffered(machine.retainedBytes)
        noteUnread(unreadBytesNow)
        // Either call may have closed this connection.
        guard let token else { return }
        if isReading { clock.observe(machine.phase, at: worker.loop.now) }
        if isTurnDue { clock.restart(.write, at: worker.loop.now) }
        isIdle ? worker.noteIdle(token, isSilent: served == 0) : worker.noteBusy(token)
        let newInterest = nextInterest
        extraInterest = []
        if newInterest != interest {
            interest = newInterest
            worker.loop.modify(descriptor, token, newInterest)
        }
        arm()
    }

    private var nextInterest: Readiness {
        if !pending.isEmpty { return extraInterest.isEmpty ? .write : extraInterest }
        // A socket with room is writable at once, so the next turn follows the turns of all others.
        if isTurnDue { return .write }
        // Only a disconnect matters, which the poller always reports.
        return stage.ignoresInput ? [] : extraInterest.union(.read)
    }

    /// Whether received requests wait for the next turn, which needs room for responses.
    private var isTurnDue: Bool {
        if case .serving = stage { return pending.isEmpty && isBacklogged }
        return false
    }

    /// Whether the connection is between requests or before the first request.
    private var isIdle: Bool {
        if case .handshaking = stage { return true }
        return isReading && machine.phase == .idle
    }

    private var deadline: MonotonicTime {
        let limits = worker.settings.limits
        let own = clock.deadline(limits)
        switch stage {
        case .awaiting(let waiting): if let end = waiting.end { return pending.isEmpty ? end : min(end, own) }
        case .dripping(let drip): if pending.isEmpty { return drip.next }
        default: break
        }
        return worker.isDraining && isIdle ? min(own, clock.since + limits.drainGrace) : own
    }

    /// Sets a timer, unless an earlier timer is set. An earlier timer calls this function again.
    private func arm() {
        let deadline = deadline
        guard let token, deadline < timers.last ?? .never else { return }
        timers.append(deadline)
        worker.loop.schedule(token, at: deadline)
    }

    private func expire() {
        switch stage {
        case _ where isStalled: return closeSlowReader(.timeout)
        case .streaming(let live, _) where clock.wait == .piece: return push(live.keepAlive)
        case .awaiting(let waiting) where waiting.end != nil: return proceed(with: waiting)
        case .dripping(let drip) where pending.isEmpty: return sendPiece(of: drip)
        case .awaiting: return abandon(Rejection(503, "the response takes too long"))
        default: break
        }
        guard isReading, machine.phase != .idle else {
            if hasReadLast() { return }
            stream?.endWriting()
            return close()
        }
        abandon(Rejection(408, clock.wait == .body ? "the request body is too slow" : "the header section is too slow"))
    }

    /// Whether the client has accepted no pending bytes for too long.
    private var isStalled: Bool {
        !pending.isEmpty && clock.deadline(worker.settings.limits) <= worker.loop.now
    }

    /// Whether input arrived in time but was not yet processed: under load, a whole round of other connections can come first.
    private func hasReadLast() -> Bool {
        guard isReading else { return false }
        let before = served
        readInput()
        return !isReading || machine.phase != .idle || served > before
    }
}
