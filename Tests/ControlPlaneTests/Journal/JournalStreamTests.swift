import ControlPlane
import Formats
import HTTP
import Platform
import Synchronization
import TestTags
import Testing

/// Checks what listeners of the journal receive while other threads append entries.
@Suite struct JournalStreamTests {
    /// Keeps pieces until they are rendered, as a connection's thread does.
    private final class Line: LiveSink {
        private let waiting = Mutex<[@Sendable () -> [UInt8]]>([])

        func send(_ make: @escaping @Sendable () -> [UInt8]) { waiting.withLock { $0.append(make) } }

        /// The pieces that wait now.
        func bytes() -> [UInt8] {
            let pieces = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            return pieces.flatMap { $0() }
        }

        /// The IDs of the entries in the waiting pieces.
        func ids() -> [Int64] { Line.ids(in: bytes()) }

        static func ids(in bytes: [UInt8]) -> [Int64] {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
                line.hasPrefix("id: ") ? Int64(line.dropFirst(4)) : nil
            }
        }
    }

    @Test("The stream replays the latest earlier entries that fit")
    func replaysLatestEntriesThatFit() throws {
        let journal = Journal(.init(entries: 500))
        let requests = JournalRequests(journal, Sample.reader)
        let directory = try Sample.directory()
        let entry = try Sample.entry("keys")
        for _ in 0..<journal.limits.entries { journal.append(entry, directory) }
        func events(_ view: String) throws -> (ids: [Int64], bytes: Int) {
            let line = Line()
            let live = try #require(requests.stream(Form([.init("view", view)]), lastEventID: "0").live)
            live.begin(line)
            defer { live.end() }
            let bytes = line.bytes()
            return (Line.ids(in: bytes), bytes.count)
        }
        let short = try events("summary")
        #expect(short.ids == Array(401...500))
        let long = try events("full")
        #expect(long.bytes <= 129 * 1024 && long.ids.last == 500)
        #expect(long.ids.count == 100 || long.bytes > 120 * 1024)
    }

    @Test("A client that reconnects while entries are added misses none and receives none twice", .tags(.slow))
    func resumesWithoutGapsOrDuplicates() throws {
        let journal = Journal(.init(entries: 500))
        let requests = JournalRequests(journal, Sample.reader)
        let directory = try Sample.directory()
        let entry = try Sample.entry("keys")
        for _ in 0..<journal.limits.entries { journal.append(entry, directory) }
        let isOver = Atomic(false)
        let adding = try SystemThread {
            while !isOver.load(ordering: .relaxed) {
                journal.append(entry, directory)
                // Allowed (sleep): Entries arrive at a rate that a client can follow.
                usleep(100)
            }
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            adding.join()
        }
        for _ in 0..<5 {
            let live = try #require(requests.stream(Form([.init("view", "summary")]), lastEventID: "0").live)
            let line = Line()
            live.begin(line)
            var ids = line.ids()
            let earlier = ids.count
            waitUntil {
                ids += line.ids()
                return ids.count > earlier
            }
            live.end()
            ids += line.ids()
            let (first, last) = (try #require(ids.min()), try #require(ids.max()))
            #expect(last > first + 99, "the earlier ones, and new ones")
            #expect(ids.sorted() == Array(first...last))
        }
    }
}
