import Entra
import Formats

/// The recovery times of wrong user codes in memory (`UserCodeAttempts`). Both tables are bounded.
struct UserCodeAttemptTable: Sendable {
    private var addresses: [ByteString: Timestamp] = [:]
    private var sources: [UserCodeAttempts.Source: Timestamp] = [:]

    /// Whether an address may not enter any code at the moment.
    func isBlocked(_ address: ByteString, _ serverNow: Timestamp) -> Bool {
        let known = addresses[address]
        return UserCodeAttempts.isBlocked(known, hasRoom: known != nil || hasRoom(serverNow), serverNow)
    }

    /// Decides about an entered code, and counts a wrong one. `now` is the time of the page's tenant, `serverNow` the server's
    /// time.
    mutating func lookUp(
        _ record: DeviceRecord?, at source: UserCodeAttempts.Source, now: Timestamp, serverNow: Timestamp
    ) -> UserCodeLookup {
        let entered = EnteredUserCode(
            record: record, source: source, address: addresses[source.address], page: sources[source],
            issuer: record.flatMap { sources[UserCodeAttempts.Source($0.authorization.tenant, source.address)] },
            hasRoom: addresses[source.address] != nil || hasRoom(serverNow))
        let (answer, change) = entered.lookUp(now: now, serverNow: serverNow)
        if let change {
            if addresses.count >= UserCodeAttempts.capacity {
                addresses = addresses.filter { UserCodeAttempts.isAhead($0.value, serverNow) }
            }
            addresses[source.address] = change.address
            if let page = change.page {
                if entered.page == nil, sources.count >= UserCodeAttempts.capacity { makeRoom() }
                sources[source] = page
            }
        }
        return answer
    }

    /// The number of remembered sources.
    var sourceCount: Int { sources.count }

    /// Forgets the counts of a tenant's page, or every count if `tenant` is nil.
    mutating func removeAll(of tenant: TenantID?) {
        guard let tenant else {
            self = UserCodeAttemptTable()
            return
        }
        sources = sources.filter { $0.key.tenant != tenant }
    }

    /// Whether one more address can be remembered, possibly in place of an address that has recovered.
    private func hasRoom(_ now: Timestamp) -> Bool {
        addresses.count < UserCodeAttempts.capacity
            || !addresses.values.allSatisfy { UserCodeAttempts.isAhead($0, now) }
    }

    /// Removes an eighth of the sources: the ones that are full again first. The counts of addresses stay.
    private mutating func makeRoom() {
        let leaving = sources.sorted { $0.value < $1.value }.prefix(max(UserCodeAttempts.capacity / 8, 1))
        for (source, _) in leaving { sources[source] = nil }
    }
}
