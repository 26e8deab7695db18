import Directory
import Formats
import Protocol

extension GraphType where Entity == AuthenticationContext {
    static let authenticationContext = GraphType(
        "authenticationContextClassReference", set: "identity/conditionalAccess/authenticationContextClassReferences",
        id: { $0.id },
        [
            .derived("description", .text) { $0.description },
            .derived("displayName", .text) { $0.displayName },
            .derived("id", .text) { $0.id },
            .derived("isAvailable", .boolean) { $0.isAvailable }.filterable,
        ])
}

/// The operations on authentication contexts, which only the configuration defines.
extension GraphOperation {
    static let authenticationContexts: [GraphOperation] = GraphCollection<AuthenticationContext>(
        path: "/identity/conditionalAccess/authenticationContextClassReferences", type: .authenticationContext,
        all: { (request) throws(GraphError) in request.tenant.authenticationContexts },
        find: { (request) throws(GraphError) in
            let key = request.key().value
            let found = request.tenant.authenticationContexts.first { $0.id.isExactlyIgnoringASCIICase(key) }
            guard let found else { throw .notFound(key) }
            return found
        }
    ).reading(.readAuthenticationContexts)
}
