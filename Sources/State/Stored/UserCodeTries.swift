package import Entra
package import Wire

/// Counts wrong user codes (RFC 8628 §5.1), twice: by the page and the network address that they come from, and by the address
/// alone.
///
/// The page's count is what people meet. It is of one tenant where the page is that tenant's, and of all the pages that are of no
/// tenant otherwise; a code that is right is judged by the count of the tenant that it was given out by. So whoever tries codes in
/// one tenant holds up nobody in another. The address's count bounds all guessing: with `ceiling` tries one of the 2^42 codes is
/// guessed with a probability of 2^-32, which is what the RFC aims at. Neither is of a session: a guesser would drop the cookie.
package struct UserCodeTries: Sendable {
    /// Wrong codes at once of one page and address; one more after each `recovery`.
    package static let allowance: Int64 = 10
    /// Wrong codes at once of one address, on whatever pages.
    package static let ceiling: Int64 = 1_024
    /// Seconds until one more try is allowed.
    package static let recovery: Int64 = 60
    /// Addresses that are remembered, and as many pages with addresses.
    package static let capacity = 10_000

    /// Where wrong codes come from.
    package struct Place: Sendable, Hashable {
        /// Whose page it is; nil for a page of no tenant.
        package let tenant: TenantID?
        package let address: ExactString

        package init(_ tenant: TenantID?, _ address: String) {
            self.init(tenant, ExactString(address))
        }

        package init(_ tenant: TenantID?, _ address: ExactString) {
            self.tenant = tenant
            self.address = address
        }
    }

    /// When the allowance of an address, and of a place, will be full again: by the server's clock, and by the tenant's.
    private var addresses: [ExactString: Timestamp] = [:]
    private var places: [Place: Timestamp] = [:]

    package init() {}

    /// Whether codes from the address are looked at. Where so many addresses have tried that no other can be remembered, new ones
    /// wait.
    package func isOpen(to address: ExactString, _ now: Timestamp) -> Bool {
        guard let end = addresses[address] else {
            return addresses.count < UserCodeTries.capacity || !addresses.values.allSatisfy { isAhead($0, now) }
        }
        return !UserCodeTries.isSpent(end, of: UserCodeTries.ceiling, now)
    }

    /// Counts a wrong code; false where the place had no try left. `now` is the time there, and `serverNow` the server's.
    package mutating func countWrong(_ place: Place, _ now: Timestamp, serverNow: Timestamp) -> Bool {
        if addresses.count >= UserCodeTries.capacity {
            addresses = addresses.filter { isAhead($0.value, serverNow) }
        }
        addresses[place.address] = UserCodeTries.end(
            after: addresses[place.address], of: UserCodeTries.ceiling, serverNow)
        guard !isSpent(place, now) else { return false }
        if places[place] == nil, places.count >= UserCodeTries.capacity { makeRoom() }
        places[place] = UserCodeTries.end(after: places[place], of: UserCodeTries.allowance, now)
        return true
    }

    private func isSpent(_ place: Place, _ now: Timestamp) -> Bool {
        places[place].map { UserCodeTries.isSpent($0, of: UserCodeTries.allowance, now) } ?? false
    }

    /// When the allowance of a place is full again; nil where no wrong code was counted.
    package func recovered(_ place: Place) -> Timestamp? { places[place] }

    /// Forgets the counts of a tenant's page; every count where there is no tenant.
    package mutating func removeAll(of tenant: TenantID?) {
        guard let tenant else {
            self = UserCodeTries()
            return
        }
        places = places.filter { $0.key.tenant != tenant }
    }

    /// Forgets an eighth of the places, those that are full again first. The counts of the addresses stay.
    private mutating func makeRoom() {
        let leaving = places.sorted { $0.value < $1.value }.prefix(max(UserCodeTries.capacity / 8, 1))
        for (place, _) in leaving { places[place] = nil }
    }

    private func isAhead(_ end: Timestamp, _ now: Timestamp) -> Bool {
        end.isAhead(of: now, within: UserCodeTries.ceiling * UserCodeTries.recovery)
    }
}

extension UserCodeTries {
    /// Whether nothing is left of an allowance that is full again at `end`.
    package static func isSpent(_ end: Timestamp, of allowance: Int64, _ now: Timestamp) -> Bool {
        now.adding(seconds: (allowance - 1) * recovery) < end && end.isAhead(of: now, within: allowance * recovery)
    }

    /// The end after one more wrong code: at most that of a whole allowance, however many requests raced.
    private static func end(after known: Timestamp?, of allowance: Int64, _ now: Timestamp) -> Timestamp {
        let current = known.flatMap { $0.isAhead(of: now, within: allowance * recovery) ? $0 : nil }
        return min((current ?? now).adding(seconds: recovery), now.adding(seconds: allowance * recovery))
    }
}

/// What a store knows of a user code that was entered, before the clock of the code's tenant is asked.
package enum UserCodeFinding: Sendable, Equatable {
    /// The code is of nobody, or of another tenant than the page.
    case unknown
    /// Too many wrong codes came from there.
    case blocked
    /// The code is right. `recovered` is when the allowance of its tenant and the address is full again.
    case known(DeviceAuthorization, isUsed: Bool, recovered: Timestamp?)

    /// What to tell the person.
    package func entry(clock: (TenantID?) -> Timestamp) -> UserCodeEntry {
        switch self {
        case .unknown: return .unknown
        case .blocked: return .blocked
        case .known(let authorization, let isUsed, let recovered):
            let now = clock(authorization.tenant)
            if let recovered, UserCodeTries.isSpent(recovered, of: UserCodeTries.allowance, now) { return .blocked }
            if isUsed { return .used }
            return now.seconds >= authorization.expiresAt ? .expired : .found(authorization)
        }
    }
}
