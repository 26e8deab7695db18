import Directory
package import Entra
package import Formats

/// The operations that processes share. Each operation decides by the rules of `Store`, and the store's scripts compare and set.
package struct RedisOperations: SharedOperations {
    let client: RedisClient

    package init(_ client: RedisClient) {
        self.client = client
    }

    package var failure: String? { client.failure }
    package var failureCode: String? { client.failureCode }

    package func redeem(
        _ id: GUID, until expiry: Timestamp, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> Redemption {
        let arguments = [epoch.description, id.description, String(Redemption.end(of: expiry)), String(now.seconds)]
        let reply = try client.run(OperationScripts.mark, arguments.map { Array($0.utf8) })
        if reply == .integer(1) { return .first }
        guard case .list(let found) = reply, found.count == 2 else { throw client.malformed() }
        return Redemption.decide(isMarked: found[0] == .integer(1), hasRoom: found[1] == .integer(1))
    }

    package func isRedeemed(_ id: GUID, in epoch: GUID) throws(EntraError) -> Bool {
        try client.run(OperationScripts.isRedeemed, epoch.description, id.description) == .integer(1)
    }

    package func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> EventCount {
        let (name, maximum) = (event.name, MemoryStore.maximumCounts)
        let reads = [RedisStep("HGET", .counts, name), RedisStep("HLEN", .counts)]
        return try client.transact(OperationScripts.counts, reads, in: epoch, expecting: [.none, .integer(0)]) {
            replies throws(EntraError) in
            let known = try eventCount(replies[0])
            if known == nil, let number = replies[1].integer, number > maximum {
                _ = try client.run(
                    OperationScripts.removeCounts, epoch.description, event.owner, now.number, String(maximum))
            }
            let next = EventCount.next(after: known, within: seconds, renewing: renewing, now: now)
            let steps = [
                RedisStep("HSET", .counts, name, "\(next.count) \(next.until.seconds) \(next.until.nanoseconds)"),
                RedisStep("ZADD", .ends, String(next.until.seconds), name),
            ]
            return (next, RedisChange(if: [.unchanged, known == nil ? .atMost(maximum) : .none], steps))
        }
    }

    package func counted(
        _ event: CountedEvent, within seconds: Int64, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> EventCount {
        let replies = try client.read(OperationScripts.counts, [RedisStep("HGET", .counts, event.name)], in: epoch)
        return EventCount.current(try eventCount(replies[0]), within: seconds, now: now)
    }

    /// Returns the stored count of a reply, or nil if there is none.
    private func eventCount(_ reply: RedisReply) throws(EntraError) -> EventCount? {
        guard let bytes = reply.bytes else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).pieces(separatedBy: " ").compactMap { Int64($0) }
        guard numbers.count == 3, let count = Int(exactly: numbers[0]) else { throw client.malformed() }
        return EventCount(count: count, until: Timestamp(seconds: numbers[1], nanoseconds: Int32(clamping: numbers[2])))
    }

    package func forget(_ event: CountedEvent, in epoch: GUID) throws(EntraError) {
        _ = try client.run(OperationScripts.forget, epoch.description, event.name)
    }

    package func reset(tenant: TenantID?, in epoch: GUID) throws(EntraError) {
        _ = try client.run(OperationScripts.reset, epoch.description, tenant?.description ?? "")
    }
}

extension Timestamp {
    /// The time in seconds, as the store and its scripts compare times. The number is rounded down, because a clock may stand
    /// still and a stored time must never be ahead of it.
    var number: String {
        let nearest = Double(seconds) + Double(nanoseconds) / 1e9
        guard let time = Timestamp(nearest), time > self else { return String(nearest) }
        return String(nearest.nextDown)
    }

    /// Creates a time from a `number`, or returns nil if the text is not a number.
    init?(number: String) {
        guard let time = Double(number).flatMap({ Timestamp($0) }) else { return nil }
        self = time
    }

    /// Creates the earliest time that is not before a number of seconds, or returns nil if the number is too large.
    private init?(_ number: Double) {
        let whole = number.rounded(.down)
        guard let seconds = Int64(exactly: whole) else { return nil }
        self.init(seconds: seconds, nanoseconds: Int32(exactly: ((number - whole) * 1e9).rounded(.up)) ?? 0)
    }
}

extension CountedEvent {
    /// The tenant's ID, or `-` if the event belongs to no tenant. The name of the event begins with the owner.
    fileprivate var owner: String { tenant?.description ?? "-" }

    /// The name of the event in the store.
    fileprivate var name: String {
        switch self {
        case .wrongFirstFactor(let home): return "\(owner) wrongFirstFactor \(home.objectID)"
        case .wrongSecondFactor(let home): return "\(owner) wrongSecondFactor \(home.objectID)"
        case .codesSent(let home): return "\(owner) codesSent \(home.objectID)"
        case .codesSentToUnknownAddress(_, let hash): return "\(owner) codesSentToUnknownAddress \(ASCII.hex(hash))"
        case .codesSentInStage(let stage, _): return "\(owner) codesSentInStage \(stage)"
        case .tokenRequests(let client, _): return "\(owner) tokenRequests \(client)"
        case .silentSignIns(let session, let hash): return "\(owner) silentSignIns \(session) \(ASCII.hex(hash))"
        }
    }
}
