import Directory
import Entra
import Formats
import Store

/// The user that a token describes, in the tenant that issues the token.
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

    /// Whether the account belongs to the tenant of personal accounts. A personal account that is a guest of another tenant is a
    /// user of that tenant there.
    var isPersonalAccount: Bool { tenant.kind == .consumers }
}
