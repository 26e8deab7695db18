import Directory
import Entra
import Formats

/// A stored revocation: everything that was issued to its subject before the sequence number is invalid.
struct Revocation: Sendable, Equatable {
    /// The time of the revocation, for display only.
    let time: Timestamp
    let order: Int64

    /// Returns the revocation to store if the subject has the revocation `known` already: the later time and the higher sequence
    /// number stay, in whichever order the two are written.
    func merged(with known: Revocation?) -> Revocation {
        Revocation(time: max(time, known?.time ?? time), order: max(order, known?.order ?? order))
    }
}

/// The bounds of revocations.
extension RevocationSubject {
    /// Whether old revocations are removed before one is stored, given the stored number and whether the subject has one already.
    static func mustMakeRoom(_ count: Int, isKnown: Bool) -> Bool {
        !isKnown && count >= MemoryStore.maximumRevocations
    }

    /// Returns the revocations to remove from a full store: an eighth, lowest sequence numbers first. Those of resets are rare,
    /// and are removed last.
    static func evicted(from revocations: [RevocationSubject: Revocation]) -> [RevocationSubject] {
        let byAge = revocations.sorted {
            ($0.key.isReset ? 1 : 0, $0.value.order) < ($1.key.isReset ? 1 : 0, $1.value.order)
        }
        return byAge.prefix(MemoryStore.maximumRevocations / 8).map(\.key)
    }

    private var isReset: Bool {
        switch self {
        case .tenant, .everything: true
        case .user, .guest, .password, .session, .application: false
        }
    }

    /// Whether a reset of a tenant, or of everything if `tenant` is nil, removes the revocation. The revocation of the reset
    /// replaces the removed ones.
    func isRemoved(byResetOf tenant: TenantID?) -> Bool {
        guard let tenant else { return true }
        return switch self {
        case .user(let home), .password(let home): home.tenantID == tenant
        case .application(_, let owner), .guest(_, let owner): owner == tenant
        case .session, .tenant, .everything: false
        }
    }

    /// Whether this revocation may invalidate a value that is issued to the person of `own` right after `own`. Revocations of
    /// another person, of a session, or of another tenant may not.
    func mayInvalidate(valuesAfter own: RevocationSubject) -> Bool {
        guard let person = own.person else { return true }
        return switch self {
        case .user, .guest, .password: self.person == person
        case .session: false
        case .application(_, let tenant), .tenant(let tenant): tenant == person.tenantID || tenant == own.guestTenant
        case .everything: true
        }
    }

    private var person: User.Home? {
        switch self {
        case .user(let home), .guest(let home, _), .password(let home): home
        case .session, .application, .tenant, .everything: nil
        }
    }

    private var guestTenant: TenantID? {
        if case .guest(_, let tenant) = self { tenant } else { nil }
    }
}
