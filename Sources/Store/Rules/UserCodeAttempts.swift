package import Entra
package import Formats

/// Counts wrong user codes (RFC 8628 §5.1) twice: per page and network address, and per address.
///
/// The count of the page limits people in practice. A tenant's page has its own count, and all pages without a tenant share
/// one. A correct code is checked against the count of the tenant that issued it. An attack on one tenant therefore blocks
/// nobody in another tenant. The count of the address limits all guessing: `ceiling` tries find one of the 2^42 codes with a
/// probability of 2^-32, the goal of the RFC. No count is tied to a session, because an attacker would drop the cookie.
package struct UserCodeAttempts: Sendable {
    /// The number of wrong codes that one page and address may send at once. One more is allowed after each `recovery`.
    package static let allowance: Int64 = 10
    /// The number of wrong codes that one address may send at once, on any pages.
    package static let ceiling: Int64 = 1_024
    /// The time until one more try is allowed, in seconds.
    package static let recovery: Int64 = 60
    /// The maximum number of remembered addresses, and of remembered pages with addresses.
    package static let capacity = 10_000

    /// The page and the network address that wrong codes come from.
    package struct Source: Sendable, Hashable {
        /// The tenant of the page, or nil for a page without a tenant.
        package let tenant: TenantID?
        package let address: ByteString

        package init(_ tenant: TenantID?, _ address: String) {
            self.init(tenant, ByteString(address))
        }

        package init(_ tenant: TenantID?, _ address: ByteString) {
            self.tenant = tenant
            self.address = address
        }
    }

    /// The times at which the allowances are full again: of addresses by the server's clock, of sources by the tenant's clock.
    private var addresses: [ByteString: Timestamp] = [:]
    private var sources: [Source: Timestamp] = [:]

    package init() {}

    /// Whether codes from the address are checked. If the table of addresses is full, new addresses must wait.
    package func isOpen(to address: ByteString, _ now: Timestamp) -> Bool {
        guard let end = addresses[address] else {
            return addresses.count < UserCodeAttempts.capacity || !addresses.values.allSatisfy { isAhead($0, now) }
        }
        return !UserCodeAttempts.isExhausted(end, of: UserCodeAttempts.ceiling, now)
    }

    /// Counts a wrong code. Returns false if the source had no try left. `now` is the time of the page's tenant, `serverNow` the
    /// server's time.
    package mutating func countWrong(_ source: Source, _ now: Timestamp, serverNow: Timestamp) -> Bool {
        if addresses.count >= UserCodeAttempts.capacity {
            addresses = addresses.filter { isAhead($0.value, serverNow) }
        }
        addresses[source.address] = UserCodeAttempts.end(
            after: addresses[source.address], of: UserCodeAttempts.ceiling, serverNow)
        guard !isExhausted(source, now) else { return false }
        if sources[source] == nil, sources.count >= UserCodeAttempts.capacity { makeRoom() }
        sources[source] = UserCodeAttempts.end(after: sources[source], of: UserCodeAttempts.allowance, now)
        return true
    }

    private func isExhausted(_ source: Source, _ now: Timestamp) -> Bool {
        sources[source].map { UserCodeAttempts.isExhausted($0, of: UserCodeAttempts.allowance, now) } ?? false
    }

    /// Returns the time at which the allowance of a source is full again, or nil if the source has no wrong codes.
    package func recovered(_ source: Source) -> Timestamp? { sources[source] }

    /// Forgets the counts of a tenant's page, or every count if `tenant` is nil.
    package mutating func removeAll(of tenant: TenantID?) {
        guard let tenant else {
            self = UserCodeAttempts()
            return
        }
        sources = sources.filter { $0.key.tenant != tenant }
    }

    /// Removes an eighth of the sources: the ones that are full again first. The counts of addresses stay.
    private mutating func makeRoom() {
        let leaving = sources.sorted { $0.value < $1.value }.prefix(max(UserCodeAttempts.capacity / 8, 1))
        for (source, _) in leaving { sources[source] = nil }
    }

    private func isAhead(_ end: Timestamp, _ now: Timestamp) -> Bool {
        end.isAhead(of: now, within: UserCodeAttempts.ceiling * UserCodeAttempts.recovery)
    }
}

extension UserCodeAttempts {
    /// Whether an allowance that is full again at `end` is currently used up.
    package static func isExhausted(_ end: Timestamp, of allowance: Int64, _ now: Timestamp) -> Bool {
        now.adding(seconds: (allowance - 1) * recovery) < end && end.isAhead(of: now, within: allowance * recovery)
    }

    /// Returns the recovery time after one more wrong code. The time is limited to that of a whole allowance, even if requests
    /// race.
    private static func end(after known: Timestamp?, of allowance: Int64, _ now: Timestamp) -> Timestamp {
        let current = known.flatMap { $0.isAhead(of: now, within: allowance * recovery) ? $0 : nil }
        return min((current ?? now).adding(seconds: recovery), now.adding(seconds: allowance * recovery))
    }
}

/// The result of a user-code lookup before the clock of the code's tenant is consulted.
package enum UserCodeLookup: Sendable, Equatable {
    /// The code does not exist, or belongs to another tenant than the page.
    case unknown
    /// Too many wrong codes came from the same page and address.
    case blocked
    /// The code is correct. `recovered` is the time at which the allowance of its tenant and the address is full again.
    case known(DeviceAuthorization, isUsed: Bool, recovered: Timestamp?)

    /// Returns the result for the person, according to the clock of the code's tenant.
    package func entry(clock: (TenantID?) -> Timestamp) -> UserCodeEntry {
        switch self {
        case .unknown: return .unknown
        case .blocked: return .blocked
        case .known(let authorization, let isUsed, let recovered):
            let now = clock(authorization.tenant)
            if let recovered, UserCodeAttempts.isExhausted(recovered, of: UserCodeAttempts.allowance, now) {
                return .blocked
            }
            if isUsed { return .used }
            return now.seconds >= authorization.expiresAt ? .expired : .found(authorization)
        }
    }
}
