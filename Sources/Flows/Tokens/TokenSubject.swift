package import Directory
import Entra
package import State
import Wire

/// The user a token speaks of, in the tenant that issues it.
package struct TokenSubject: Sendable {
    package let user: User
    package let tenant: Tenant
    package let authentication: Authentication

    package init(user: User, tenant: Tenant, authentication: Authentication) {
        self.user = user
        self.tenant = tenant
        self.authentication = authentication
    }

    package var isGuest: Bool { user.isGuest(in: tenant.id) }

    package var isPersonalAccount: Bool { user.home.tenantID == .consumers }
}

/// How a client proved itself (`appidacr`, `azpacr`).
package enum ClientAuthenticationMethod: String, Sendable {
    case none = "0"
    case secret = "1"
    case certificate = "2"
}
