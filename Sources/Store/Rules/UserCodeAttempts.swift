package import Entra
package import Formats

/// The rule that limits guessing of user codes (RFC 8628 §5.1) by two counts of wrong codes: of a page and network address, and of
/// an address.
///
/// The count of the page limits people in practice. A tenant's page has its own count, and all pages without a tenant share
/// one. A correct code is checked against the count of the tenant that issued it. An attack on one tenant therefore blocks
/// nobody in another tenant. The count of the address limits all guessing: `ceiling` tries find one of the 2^42 codes with a
/// probability of 2^-32, the goal of the RFC. No count is tied to a session, because an attacker would drop the cookie.
///
/// A count is stored as the time at which its allowance is full again.
package enum UserCodeAttempts {
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

    /// Whether the recovery time of an address is in the future. Stores may forget the address otherwise.
    static func isAhead(_ end: Timestamp, _ now: Timestamp) -> Bool {
        end.isAhead(of: now, within: ceiling * recovery)
    }

    /// Whether an allowance that is full again at `end` is currently used up.
    static func isExhausted(_ end: Timestamp?, of allowance: Int64, _ now: Timestamp) -> Bool {
        guard let end else { return false }
        return now.adding(seconds: (allowance - 1) * recovery) < end
            && end.isAhead(of: now, within: allowance * recovery)
    }

    /// Whether an address may not enter any code at the moment: it has used up `ceiling`, or the store has no room to count its
    /// first wrong code.
    static func isBlocked(_ address: Timestamp?, hasRoom: Bool, _ serverNow: Timestamp) -> Bool {
        address == nil && !hasRoom || isExhausted(address, of: ceiling, serverNow)
    }

    /// Returns the recovery time after one more wrong code. The time is limited to that of a whole allowance.
    static func end(after known: Timestamp?, of allowance: Int64, _ now: Timestamp) -> Timestamp {
        let current = known.flatMap { $0.isAhead(of: now, within: allowance * recovery) ? $0 : nil }
        return min((current ?? now).adding(seconds: recovery), now.adding(seconds: allowance * recovery))
    }
}

/// Everything that a store knows when a user code is entered, and the rule that decides about the code.
struct EnteredUserCode: Sendable {
    /// The authorization with the code, or nil if the code does not exist.
    let record: DeviceRecord?
    let source: UserCodeAttempts.Source
    /// The recovery time of the address, by the server's clock, or nil if the address has no wrong codes.
    let address: Timestamp?
    /// The recovery time of the page and address, by the clock of the page's tenant.
    let page: Timestamp?
    /// The recovery time of the tenant that issued the code and the address, by the tenant's clock.
    let issuer: Timestamp?
    /// Whether the store can remember a wrong code from the address.
    let hasRoom: Bool

    /// The recovery times to store after a wrong code.
    struct Change: Sendable, Equatable {
        let address: Timestamp
        /// The recovery time of the page and address, or nil if the time does not change.
        let page: Timestamp?
    }

    /// Decides about the code, and counts a wrong one. `now` is the time of the page's tenant, `serverNow` the server's time.
    func lookUp(now: Timestamp, serverNow: Timestamp) -> (answer: UserCodeLookup, change: Change?) {
        if UserCodeAttempts.isBlocked(address, hasRoom: hasRoom, serverNow) { return (.blocked, nil) }
        if let record, record.authorization.isKnown(at: source) { return (.known(record, recovered: issuer), nil) }
        let isBlocked = UserCodeAttempts.isExhausted(page, of: UserCodeAttempts.allowance, now)
        let change = Change(
            address: UserCodeAttempts.end(after: address, of: UserCodeAttempts.ceiling, serverNow),
            page: isBlocked ? nil : UserCodeAttempts.end(after: page, of: UserCodeAttempts.allowance, now))
        return (isBlocked ? .blocked : .unknown, change)
    }
}

/// The result of a user-code lookup before the clock of the code's tenant is consulted.
package enum UserCodeLookup: Sendable, Equatable {
    /// The code does not exist, or belongs to another tenant than the page.
    case unknown
    /// Too many wrong codes came from the same page and address.
    case blocked
    /// The code is correct. `recovered` is the time at which the allowance of its tenant and the address is full again.
    case known(DeviceRecord, recovered: Timestamp?)

    /// Returns the result for the person, according to the clock of the code's tenant.
    package func entry(clock: (TenantID?) -> Timestamp) -> UserCodeEntry {
        switch self {
        case .unknown: return .unknown
        case .blocked: return .blocked
        case .known(let record, let recovered):
            let now = clock(record.authorization.tenant)
            if UserCodeAttempts.isExhausted(recovered, of: UserCodeAttempts.allowance, now) { return .blocked }
            if record.decision != nil { return .used }
            return record.isExpired(now) ? .expired : .found(record.authorization)
        }
    }
}
