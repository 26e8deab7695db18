import Directory
import Entra

/// A user and the tenant in which the user signs in.
final class Account: Sendable {
    let user: User
    let tenant: Tenant

    init(user: User, tenant: Tenant) {
        self.user = user
        self.tenant = tenant
    }

    var isPersonal: Bool { tenant.kind == .consumers }

    /// Whether the user's home account is a personal account. A guest may have one too.
    var isPersonalAtHome: Bool { user.home.tenantID == .consumers }
}
