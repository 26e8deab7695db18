package import Directory
import Entra
import Wire

/// Finds the user whom a control request names.
package enum UserLookup {
    /// By object id, user principal name or mail address: in the tenant given, else in the one that owns the name's domain,
    /// else in the first that has such a user. Throws a problem of status 404 where there is none.
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
