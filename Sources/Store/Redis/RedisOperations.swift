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
        case .codesSentToUnknownAddress(_, let hash): return "\(owner) codesSentToUnknownAddress \(ASCII.hex(hash))"
        case .tokenRequests(let client, _): return "\(owner) tokenRequests \(client)"
        case .silentSignIns(let session, let hash): return "\(owner) silentSignIns \(session) \(ASCII.hex(hash))"
        }
    }
}

extension RedisOperations {
    package func startDevice(
        _ authorization: DeviceAuthorization, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> DeviceStart {
        let reply = try client.run(
            OperationScripts.startDevice,
            [
                epoch.description, authorization.id.description, authorization.packed,
                authorization.userCode.description,
                String(authorization.bytes), now.number, String(MemoryStore.maximumDevices - 1),
                String(DeviceTable.maximumBytes), String(DeviceTable.afterlife), authorization.authority,
            ].map { Array($0.utf8) })
        return reply == .integer(1) ? .started : .userCodeTaken
    }

    package func lookUp(
        _ code: UserCode, at source: UserCodeAttempts.Source, now: Timestamp, serverNow: Timestamp, in epoch: GUID
    ) throws(EntraError) -> UserCodeLookup {
        switch try client.run(
            OperationScripts.lookUp, epoch.description, code.description, source.address.string, serverNow.number,
            String(UserCodeAttempts.allowance), String(UserCodeAttempts.recovery), String(UserCodeAttempts.capacity),
            String(UserCodeAttempts.ceiling), source.tenant.owner, now.number)
        {
        case .integer(0): return .unknown
        case .integer(-1): return .blocked
        case .list(let parts):
            guard parts.count == 3, let authorization = parts[0].bytes.flatMap({ DeviceAuthorization(packed: $0) }),
                let isUsed = parts[1].integer, let seconds = parts[2].text
            else { throw client.malformed() }
            return .known(
                authorization, isUsed: isUsed == 1, recovered: Int64(seconds).map { Timestamp(seconds: $0) })
        default: throw client.malformed()
        }
    }

    package func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> DeviceDecisionOutcome {
        let arguments = [Array(epoch.description.utf8), Array(id.description.utf8), decision.record]
        switch try client.run(OperationScripts.decideDevice, arguments + [Array(now.number.utf8)]) {
        case .integer(1): return .recorded
        case .integer(0): return .decidedBefore
        case .integer(-1): return .expired
        default: throw client.malformed()
        }
    }

    package func pollDevice(_ id: GUID, now: Timestamp, in epoch: GUID) throws(EntraError) -> DevicePoll {
        let reply = try client.run(
            OperationScripts.pollDevice, epoch.description, id.description, now.number, String(DeviceTable.penalty),
            String(DeviceTable.tolerance))
        switch reply {
        case .integer(0): return .pending
        case .integer(1): return .tooSoon
        case .integer(-1): return .expired
        case .list(let parts):
            guard parts.count == 2, let authorization = parts[0].bytes.flatMap({ DeviceAuthorization(packed: $0) }),
                let record = parts[1].bytes
            else { throw client.malformed() }
            switch DeviceDecision(record: record) {
            case .approved(let grant): return .approved(authorization, grant)
            case .declined: return .declined
            }
        default: throw client.malformed()
        }
    }
}

extension TenantID? {
    /// The name of a tenant in scripts, or `-` for no tenant.
    fileprivate var owner: String { self?.description ?? "-" }
}

extension DeviceAuthorization {
    /// The authorization as JSON. Scripts read `code`, `expiry`, `interval`, `authority`, `tenant` and `volume`.
    fileprivate var packed: String {
        let optional = [("scope", scope), ("resource", resource), ("claims", claims)].compactMap { name, value in
            value.map { JSONValue.Member(name, .string($0)) }
        }
        let value = JSONValue.object(
            [
                .init("id", .string(id.description)), .init("code", .string(userCode.description)),
                .init("client", .string(client.description)), .init("authority", .string(authority)),
                .init("tenant", .string(tenant.owner)),
                .init("isV2", .bool(endpoint == .v2)), .init("expiry", .integer(expiresAt)),
                .init("interval", .integer(interval)), .init("volume", .integer(Int64(bytes))),
            ] + optional)
        return String(decoding: JSONWriter.value(value), as: UTF8.self)
    }

    fileprivate init?(packed bytes: [UInt8]) {
        guard let value = JSONValue(parsing: bytes), let id = value["id"]?.string.flatMap({ GUID($0) }),
            let code = value["code"]?.string.flatMap({ UserCode(typed: $0) }), let client = value["client"]?.string,
            let authority = value["authority"]?.string, let isV2 = value["isV2"]?.bool,
            let expiry = value["expiry"]?.integer, let interval = value["interval"]?.integer
        else { return nil }
        self.init(
            id: id, userCode: code, client: ClientID(client), authority: authority, endpoint: isV2 ? .v2 : .v1,
            scope: value["scope"]?.string, resource: value["resource"]?.string, claims: value["claims"]?.string,
            expiresAt: expiry, interval: interval)
    }
}
