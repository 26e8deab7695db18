package import Directory
import Entra
import Formats
package import Protocol

/// Finds the user that a control request names.
package enum UserLookup {
    /// Returns the user with this object ID, user principal name or mail address. Searches the given tenant only; without a tenant,
    /// the tenant that owns the name's domain first, and then all tenants. Throws a problem of status 404 if there is no such user.
    package static func user(
        _ name: String, in tenant: Tenant?, _ directory: Directory
    ) throws(ProblemDocument) -> (Tenant, User) {
        let domain = name.pieces(separatedBy: "@", keepingEmpty: true).last ?? ""
        let candidates = tenant.map { [$0] } ?? [directory.tenant(named: domain)].compactMap(\.self) + directory.tenants
        for candidate in candidates {
            if let user = candidate.user(ObjectID(name)) ?? candidate.user(named: name) { return (candidate, user) }
        }
        let place = tenant.map { " in \($0.displayName)" } ?? ""
        throw .notFound("There is no user \(name)\(place): give an object id or a user principal name.")
    }
}
