import Directory
package import Entra
package import Formats

/// The operations that processes share. Each runs as one script in the store.
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
        // The expiry is rounded up to a whole second.
        let end = expiry.adding(seconds: expiry.nanoseconds > 0 ? 1 : 0).seconds
        switch try client.run(
            OperationScripts.redeem, epoch.description, id.description, String(end), String(now.seconds))
        {
        case .integer(1): return .first
        case .integer(0): return .again
        case .integer(-1): return .full
        default: throw client.malformed()
        }
    }

    package func isRedeemed(_ id: GUID, in epoch: GUID) throws(EntraError) -> Bool {
        try client.run(OperationScripts.isRedeemed, epoch.description, id.description) == .integer(1)
    }

    package func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> EventCount {
        let end = now.adding(seconds: seconds).seconds
        return try period(
            try client.run(
                OperationScripts.count, epoch.description, event.name, now.number, String(end), renewing ? "1" : "0",
                String(MemoryStore.maximumCounts)), now)
    }

    package func counted(
        _ event: CountedEvent, within seconds: Int64, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> EventCount {
        let end = now.adding(seconds: seconds).seconds
        return try period(
            try client.run(OperationScripts.counted, epoch.description, event.name, now.number, String(end)), now)
    }

    package func forget(_ event: CountedEvent, in epoch: GUID) throws(EntraError) {
        _ = try client.run(OperationScripts.forget, epoch.description, event.name)
    }

    package func reset(tenant: TenantID?, in epoch: GUID) throws(EntraError) {
        _ = try client.run(OperationScripts.reset, epoch.description, tenant?.description ?? "")
    }

    private func period(_ reply: RedisReply, _ now: Timestamp) throws(EntraError) -> EventCount {
        guard let numbers = reply.list?.compactMap(\.integer), numbers.count == 3,
            let count = Int(exactly: numbers[0])
        else { throw client.malformed() }
        let until = Timestamp(seconds: numbers[1], nanoseconds: Int32(clamping: numbers[2]))
        return EventCount(count: count, until: count == 0 ? now : until)
    }
}

extension Timestamp {
    /// The time in seconds, with a fraction of nine digits.
    var number: String {
        let fraction = String(nanoseconds)
        return "\(seconds).\(String(repeating: "0", count: max(0, 9 - fraction.utf8.count)))\(fraction)"
    }
}

extension CountedEvent {
    /// The name of the event in the store. The name begins with the tenant's ID, or with `-`.
    fileprivate var name: String {
        let owner = tenant?.description ?? "-"
        switch self {
        case .wrongFirstFactor(let home): return "\(owner) wrongFirstFactor \(home.objectID)"
        case .wrongSecondFactor(let home): return "\(owner) wrongSecondFactor \(home.objectID)"
        case .codesSent(let home): return "\(owner) codesSent \(home.objectID)"
        case .codesSentToStranger(_, let hash): return "\(owner) codesSentToStranger \(ASCII.hex(hash))"
        case .tokenRequests(let client, _): return "\(owner) tokenRequests \(client)"
        case .silentSignIns(let session, let hash): return "\(owner) silentSignIns \(session) \(ASCII.hex(hash))"
        }
    }
}
