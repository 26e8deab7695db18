import Directory
package import Entra
package import Formats

/// The device authorizations that processes share.
extension RedisOperations {
    package func startDevice(
        _ authorization: DeviceAuthorization, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> DeviceStart {
        let (id, code) = (authorization.id.description, authorization.userCode.description)
        let reads = [
            RedisStep("HGET", .codes, code), RedisStep("GET", .started), RedisStep("ZCARD", .devices),
            RedisStep("GET", .volume),
        ]
        let usage = try usage(
            OperationScripts.removeExpiredDevices, epoch.description, code, String(DeviceLimits.latestForgotten(now)))
        return try client.transact(OperationScripts.start, reads, in: epoch, expecting: usage) {
            replies throws(EntraError) in
            let replies = try makeRoom(for: authorization, reads, replies, in: epoch)
            guard replies[0] == .none else { return (.userCodeTaken, nil) }
            let place = (number(replies[1]) ?? 0) + 1
            let steps = [
                RedisStep("HSET", .codes, code, id), RedisStep("HSET", .authorizations, id, authorization.packed),
                RedisStep("INCRBY", .started, "1"), RedisStep("ZADD", .devices, String(place), id),
                RedisStep("INCRBY", .volume, String(authorization.bytes)),
                RedisStep("HINCRBY", .shares, authorization.authority, String(authorization.weight)),
            ]
            let hasRoom: [RedisChange.Requirement] = [
                .atMost(MemoryStore.maximumDevices - 1),
                .atMost(max(0, DeviceLimits.maximumBytes - authorization.bytes)),
            ]
            return (.started, RedisChange(if: [.unchanged, .none] + hasRoom, steps))
        }
    }

    /// Removes authorizations until the new one fits. Returns the replies of the reads after the last removal. The weights of the
    /// authorities are read only if the new one does not fit.
    private func makeRoom(
        for authorization: DeviceAuthorization, _ reads: [RedisStep], _ replies: [RedisReply], in epoch: GUID
    ) throws(EntraError) -> [RedisReply] {
        func hasRoom(_ replies: [RedisReply]) -> Bool {
            DeviceLimits.fits(
                authorization, count: number(replies[2]) ?? 0, bytes: number(replies[3]) ?? 0,
                capacity: MemoryStore.maximumDevices)
        }
        guard !hasRoom(replies) else { return replies }
        var replies = try client.read(OperationScripts.start, reads + [RedisStep("HGETALL", .shares)], in: epoch)
        for _ in 0..<MemoryStore.maximumDevices {
            guard !hasRoom(replies) else { return replies }
            let members = replies.last?.list ?? []
            let weights = stride(from: 0, to: members.count - 1, by: 2).map { place in
                (authority: ByteString(members[place].text ?? ""), weight: number(members[place + 1]) ?? 0)
            }
            replies = try usage(
                OperationScripts.removeOldestDevice, epoch.description, authorization.userCode.description,
                String(number(replies[2]) ?? 0), String(number(replies[3]) ?? 0),
                DeviceLimits.largest(of: weights)?.string ?? "")
        }
        throw client.unavailable(RedisFailure("other replicas start device codes too often"))
    }

    private func usage(_ script: RedisScript, _ arguments: String...) throws(EntraError) -> [RedisReply] {
        guard let usage = try client.run(script, arguments.map { Array($0.utf8) }).list, usage.count >= 4 else {
            throw client.malformed()
        }
        return usage
    }

    private func number(_ reply: RedisReply) -> Int? {
        (reply.integer ?? reply.text.flatMap { Int64($0) }).flatMap { Int(exactly: $0) }
    }

    package func lookUp(
        _ code: UserCode, at source: UserCodeAttempts.Source, now: Timestamp, serverNow: Timestamp, in epoch: GUID
    ) throws(EntraError) -> UserCodeLookup {
        let script = OperationScripts.userCodes
        let named = try client.read(script, [RedisStep("HGET", .codes, code.description)], in: epoch)
        let id = named[0].text
        let latest = serverNow.adding(seconds: UserCodeAttempts.ceiling * UserCodeAttempts.recovery + Timestamp.leeway)
        let reads = [
            RedisStep("ZSCORE", .tries, source.address.string), RedisStep("ZSCORE", .guesses, source.name),
            RedisStep("ZCOUNT", .tries, "(\(serverNow.number)", latest.number), RedisStep("ZCARD", .tries),
            RedisStep("ZCARD", .guesses),
        ]
        return try client.transact(script, reads + (id.map(RedisOperations.reads) ?? []), in: epoch) {
            replies throws(EntraError) in
            let record = try record(replies[5...])
            // A page of another tenant learns nothing from the time of the response.
            var issuer: Timestamp?
            if let known = record?.authorization, known.isKnown(at: source) {
                let name = UserCodeAttempts.Source(known.tenant, source.address).name
                issuer = time(try client.read(script, [RedisStep("ZSCORE", .guesses, name)], in: epoch)[0])
            }
            let entered = EnteredUserCode(
                record: record, source: source, address: time(replies[0]), page: time(replies[1]), issuer: issuer,
                hasRoom: (replies[2].integer ?? 0) < UserCodeAttempts.capacity)
            let (answer, change) = entered.lookUp(now: now, serverNow: serverNow)
            guard let change else { return (answer, nil) }
            var steps: [RedisStep] = []
            if (replies[3].integer ?? 0) >= UserCodeAttempts.capacity {
                steps.append(RedisStep("ZREMRANGEBYSCORE", .tries, "-inf", serverNow.number))
                steps.append(RedisStep("ZREMRANGEBYSCORE", .tries, "(\(latest.number)", "+inf"))
            }
            steps.append(RedisStep("ZADD", .tries, change.address.number, source.address.string))
            if let page = change.page {
                if entered.page == nil, (replies[4].integer ?? 0) >= UserCodeAttempts.capacity {
                    steps.append(RedisStep("ZREMRANGEBYRANK", .guesses, "0", String(UserCodeAttempts.capacity / 8 - 1)))
                }
                steps.append(RedisStep("ZADD", .guesses, page.number, source.name))
            }
            // Others may use up the room meanwhile. The eighth is removed once, because a removal changes the number.
            let hasRoom = RedisChange.Requirement.atMost(UserCodeAttempts.capacity - 1)
            let isFull = (replies[4].integer ?? 0) >= UserCodeAttempts.capacity
            let isNewPage = change.page != nil && entered.page == nil
            let requirements: [RedisChange.Requirement] = [
                .unchanged, .unchanged, entered.address == nil ? hasRoom : .none, .none,
                isNewPage ? (isFull ? .unchanged : hasRoom) : .none,
            ]
            return (answer, RedisChange(if: requirements, steps))
        }
    }

    /// Returns the time of a score, or nil if there is none.
    private func time(_ reply: RedisReply) -> Timestamp? { reply.text.flatMap { Timestamp(number: $0) } }

    package func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> DeviceDecisionOutcome {
        try apply(id, in: epoch) { DeviceRecord.decide($0, decision, now: now) }
    }

    package func pollDevice(_ id: GUID, now: Timestamp, in epoch: GUID) throws(EntraError) -> DevicePoll {
        try apply(id, in: epoch) { DeviceRecord.poll($0, now: now) }
    }

    private func apply<Answer>(
        _ id: GUID, in epoch: GUID, _ rule: (DeviceRecord?) -> (answer: Answer, change: DeviceRecord?)
    ) throws(EntraError) -> Answer {
        try client.transact(OperationScripts.polls, RedisOperations.reads(id.description), in: epoch) {
            replies throws(EntraError) in
            let (answer, change) = rule(try record(replies[...]))
            guard let change else { return (answer, nil) }
            var steps: [RedisStep] = []
            if let lastPoll = change.lastPoll {
                steps.append(
                    RedisStep("HSET", .polls, id.description, "\(lastPoll.number) \(change.authorization.interval)"))
            }
            if let decision = change.decision {
                steps.append(RedisStep("HSET", .decisions, bytes: [Array(id.description.utf8), decision.record]))
            }
            return (answer, RedisChange(if: [.samePresence, .unchanged, .unchanged], steps))
        }
    }

    /// Returns the reads of a device's record.
    private static func reads(_ id: String) -> [RedisStep] {
        [RedisStep("HGET", .authorizations, id), RedisStep("HGET", .polls, id), RedisStep("HGET", .decisions, id)]
    }

    /// Returns the record from the replies to `reads`, or nil if there is none.
    private func record(_ replies: ArraySlice<RedisReply>) throws(EntraError) -> DeviceRecord? {
        guard let packed = replies.first?.bytes else { return nil }
        let (poll, decision) = (replies.dropFirst().first, replies.dropFirst(2).first)
        guard let authorization = DeviceAuthorization(packed: packed) else { throw client.malformed() }
        let words = poll?.text?.pieces(separatedBy: " ") ?? []
        return DeviceRecord(
            authorization, decision: (decision?.bytes).map(DeviceDecision.init(record:)),
            interval: words.last.flatMap { Int64($0) }, lastPoll: words.first.flatMap { Timestamp(number: $0) })
    }
}

extension UserCodeAttempts.Source {
    /// The name of the page and address in the store.
    fileprivate var name: String { "\(tenant.owner) \(address.string)" }
}

extension TenantID? {
    /// The name of a tenant in scripts, or `-` for no tenant.
    fileprivate var owner: String { self?.description ?? "-" }
}

extension DeviceAuthorization {
    /// The authorization as JSON. Scripts read `code`, `expiry`, `authority`, `tenant` and `volume`.
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
