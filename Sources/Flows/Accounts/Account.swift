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

    /// Whether the person's account at home is a personal one; this may be a guest's.
    var isPersonalAtHome: Bool { user.home.tenantID == .consumers }
}
