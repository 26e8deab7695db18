import Directory
import Entra
import State
import Wire

/// The user a token speaks of, in the tenant that issues it.
struct TokenSubject: Sendable {
    let user: User
    let tenant: Tenant
    let authentication: Authentication

    var isGuest: Bool { user.isGuest(in: tenant.id) }

    var isPersonalAccount: Bool { user.home.tenantID == .consumers }
}
