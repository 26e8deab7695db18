import Directory
import Entra
import State
import Wire

/// The user a token speaks of, in the tenant that issues it.
final class TokenSubject: Sendable {
    let user: User
    let tenant: Tenant
    let authentication: Authentication

    init(user: User, tenant: Tenant, authentication: Authentication) {
        self.user = user
        self.tenant = tenant
        self.authentication = authentication
    }

    var isGuest: Bool { user.isGuest(in: tenant.id) }

    /// Of the tenant of personal accounts; one that is a guest elsewhere is a user of that tenant there.
    var isPersonalAccount: Bool { tenant.kind == .consumers }
}
