import Directory

/// A user and the tenant in which the user signs in.
struct Account: Sendable {
    let user: User
    let tenant: Tenant

    var isPersonal: Bool { tenant.kind == .consumers }
}
