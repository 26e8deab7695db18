package import Entra
package import Formats

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

    package func look(
        up code: UserCode, at place: UserCodeAttempts.Place, now: Timestamp, serverNow: Timestamp, in epoch: GUID
    ) throws(EntraError) -> UserCodeLookup {
        switch try client.run(
            OperationScripts.lookUp, epoch.description, code.description, place.address.string, serverNow.number,
            String(UserCodeAttempts.allowance), String(UserCodeAttempts.recovery), String(UserCodeAttempts.capacity),
            String(UserCodeAttempts.ceiling), place.tenant.owner, now.number)
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
