import HTTP
import Testing
@testable import Transport

private func time(_ milliseconds: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds)
}

@Suite struct TimingTests {
    private let limits = HTTPLimits()

    @Test func slowBytesDoNotExtendHeadDeadline() {
        var clock = ConnectionClock(.head, at: time(0))
        for milliseconds in stride(from: 100, to: 9000, by: 100) { clock.observe(.head, at: time(milliseconds)) }
        #expect(clock.deadline(limits) == time(10_000))
    }

    @Test func receivedBytesExtendBodyDeadline() {
        var clock = ConnectionClock(.head, at: time(0))
        clock.observe(.body(received: 0), at: time(1000))
        #expect(clock.deadline(limits) == time(16_000))
        clock.observe(.body(received: 2400), at: time(5000))
        #expect(clock.deadline(limits) == time(26_000))
    }

    @Test func newHeadStartsItsOwnDeadline() {
        var clock = ConnectionClock(.head, at: time(0))
        clock.restart(.idle, at: time(500))
        #expect(clock.deadline(limits) == time(75_500))
        clock.observe(.idle, at: time(600))
        #expect(clock.deadline(limits) == time(75_500))
        clock.observe(.head, at: time(700))
        #expect(clock.deadline(limits) == time(10_700))
    }

    @Test func clampsTimesToRange() {
        #expect(time(0) + .seconds(Int64.max) == .never)
        #expect(time(5) + .seconds(-1) == time(5))
        #expect(MonotonicTime.never.pollTimeout(from: time(0)) == 60_000)
        #expect(time(0).pollTimeout(from: time(1)) == 0)
        #expect(time(10).pollTimeout(from: time(0)) == 11)
    }

    private final class Nobody: Pollable {
        func ready(_ readiness: Readiness) {}
        func timeReached() {}
    }

    @Test("Connections that come and go leave a bounded number of timers", arguments: PollerKind.allCases)
    func boundsTimersOfClosedConnections(_ kind: PollerKind) throws {
        let loop = EventLoop(poller: try kind.make())
        let (reading, writing) = try Descriptor.pipe()
        defer { for descriptor in [reading, writing] { Descriptor.close(descriptor) } }
        let kept = try #require(loop.add(writing, [], Nobody()))
        for _ in 0..<10_000 {
            let token = try #require(loop.add(reading, .read, Nobody()))
            loop.schedule(token, at: .never)
            loop.remove(reading, token)
            #expect(loop.timerCount < EventLoop.leastTimers)
        }
        for _ in 0..<EventLoop.leastTimers { loop.schedule(kept, at: .never) }
        #expect(loop.timerCount >= EventLoop.leastTimers, "timers of what is there stay")
        loop.remove(writing, kept)
    }

    @Test func recencyListKeepsOrderOfUse() {
        var list = RecencyList()
        for index in [3, 1, 7, 1, 3] { list.touch(index) }
        #expect(list.oldest == 7)
        #expect(Array(list.oldest(2)) == [7, 1] && Array(list.oldest(9)) == [7, 1, 3])
        list.remove(7)
        list.remove(7)
        list.remove(99)
        #expect(list.oldest == 1)
        list.remove(1)
        list.remove(3)
        #expect(list.oldest == nil && Array(list.oldest(2)).isEmpty)
        list.touch(2)
        #expect(list.oldest == 2)
    }

    @Test(arguments: PollerKind.allCases)
    func pollersReportReadinessUntilConsumed(_ kind: PollerKind) throws {
        var poller = try kind.make()
        defer { poller.close() }
        let (reading, writing) = try Descriptor.pipe()
        defer { Descriptor.close(reading) }
        let (input, output) = (Token(index: 1, generation: 9), Token(index: 2, generation: 0))
        var events: [PollEvent] = []
        let added = [(reading, input), (writing, output), (writing, output)].map { descriptor, token in
            poller.add(descriptor, token, descriptor == reading ? .read : .write)
        }
        #expect(added == [true, true, false])
        poller.wait(milliseconds: 0, into: &events)
        #expect(events == [PollEvent(token: output, readiness: .write)])
        poller.modify(writing, output, [])
        withUnsafeBytes(of: UInt8(1)) { _ = Descriptor.write(writing, $0) }
        for _ in 0..<2 {
            poller.wait(milliseconds: -1, into: &events)
            #expect(events == [PollEvent(token: input, readiness: .read)])
        }
        poller.remove(writing)
        Descriptor.close(writing)
        poller.wait(milliseconds: -1, into: &events)
        #expect(events == [PollEvent(token: input, readiness: [.read, .failed])])
        poller.remove(reading)
        poller.wait(milliseconds: 0, into: &events)
        #expect(events.isEmpty)
    }
}
