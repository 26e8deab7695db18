import Crypto
import Directory
import Entra
import Formats
import HTTP
import Synchronization

extension ProtocolRoutes {
    /// The routes of discovery documents and key sets (OpenID Connect Discovery 1.0 §4).
    static let discovery: [Route<Endpoint>] = [
        Route(["GET"], "/{tenant}/v2.0/.well-known/openid-configuration", .openIDConfiguration(.v2)),
        Route(["GET"], "/{tenant}/.well-known/openid-configuration", .openIDConfiguration(.v1)),
        Route(["GET"], "/{tenant}/discovery/v2.0/keys", .keys(.v2)),
        Route(["GET"], "/{tenant}/discovery/keys", .keys(.v1)),
        Route(["GET"], "/common/discovery/instance", .instanceDiscovery),
    ]
}

extension Endpoint {
    static func openIDConfiguration(_ version: EndpointVersion) -> Endpoint {
        document("discovery", keys: .none) { (context) throws(EntraError) in
            let authority = try discoveryAuthority(context)
            try authority.checkVersion(version == .v1 && authority.userFlow != nil ? .v1 : .v2)
            if case .userFlow(let tenant, let flow) = authority {
                return UserFlowConfiguration.document(
                    flow, in: tenant, at: context.authorityAddress, services: context.services)
            }
            let application = try context.query.get()[Parameter.applicationID]
            return switch version {
            case .v1: OpenIDConfiguration.v1(authority, origin: context.origin, applicationID: application)
            case .v2: OpenIDConfiguration.v2(authority, origin: context.origin, applicationID: application)
            }
        }
    }

    static func keys(_ version: EndpointVersion) -> Endpoint {
        document("keys") { (context) throws(EntraError) in
            let authority = try discoveryAuthority(context)
            let keys = try context.services.signingKeys(of: authority.tenant)
            if authority.userFlow != nil { return UserFlowConfiguration.keys(keys) }
            return KeySet.json(keys, version: version, authority: authority, origin: context.origin)
        }
    }

    /// Returns an endpoint for a document that depends only on the URL, the directory and the keys.
    private static func document(
        _ name: String, keys: KeyUse = .tenant,
        _ write: @escaping @Sendable (RequestContext) throws(EntraError) -> [UInt8]
    ) -> Endpoint {
        Endpoint(name, usesStore: false, crossOrigin: .allowed, keys: keys, errorContext: { _ in .discovery }) {
            (context) throws(EntraError) in
            .json(try context.resources.documents.document(for: context, write: write))
        }
    }

    /// The UserInfo endpoint of a b2c policy.
    static var userFlowUserInfo: Endpoint {
        Endpoint("userinfo", crossOrigin: .allowed) { (context) throws(EntraError) in
            .json(
                try UserFlowUserInfo.response(
                    context.authorityAddress, authorization: context.request.headers["Authorization"],
                    services: context.services))
        }
    }

    static var instanceDiscovery: Endpoint {
        Endpoint("instance", usesStore: false, crossOrigin: .allowed, keys: .none) { (context) throws(EntraError) in
            .json(try InstanceDiscovery.response(query: try context.query.get(), origin: context.origin))
        }
    }

    /// Returns the authority of a discovery request. Discovery reports a malformed segment as a tenant that is not found
    /// (AADSTS90002, docs/reference/protocol.md#discovery-v2).
    private static func discoveryAuthority(_ context: RequestContext) throws(EntraError) -> Authority {
        do {
            return try Authority(context.authorityAddress, directory: context.services.directory)
        } catch  where error.code == .malformedTenant {
            throw EntraError(.tenantNotFound, [.tenant: context.tenantSegment])
        }
    }
}

/// A cache of documents that depend only on the URL, the directory and the keys. A change of the directory or of the keys clears
/// the cache.
package final class DocumentCache: Sendable {
    /// The maximum number of cached documents. The cache is cleared before it exceeds this number.
    static let maximumDocuments = 128
    /// The maximum length of path and query together, in bytes. The document of a longer URL is not cached.
    static let maximumURL = 512

    private struct Location: Hashable {
        let origin: Origin
        let path: ByteString
        let query: ByteString

        /// Hashes only the path, which distinguishes nearly all documents.
        func hash(into hasher: inout Hasher) { path.hash(into: &hasher) }
    }

    private struct State {
        /// The directory and the keys from which the documents were written.
        var directory: Directory?
        var keys: KeyMaterial?
        var documents: [Location: SharedBody] = [:]

        func matches(_ directory: Directory, _ keys: KeyMaterial) -> Bool {
            self.directory === directory && self.keys === keys
        }
    }

    private let state = Mutex(State())

    /// Returns the document for a request's URL.
    func document(
        for context: RequestContext, write: (RequestContext) throws(EntraError) -> [UInt8]
    ) throws(EntraError) -> SharedBody {
        let (directory, keys) = (context.services.directory, context.services.keys)
        guard context.request.path.utf8.count + context.request.query.utf8.count <= DocumentCache.maximumURL else {
            return SharedBody(try write(context))
        }
        let location = Location(
            origin: context.origin, path: ByteString(context.request.path), query: ByteString(context.request.query))
        let known = state.withLock { $0.matches(directory, keys) ? $0.documents[location] : nil }
        if let known { return known }
        let document = SharedBody(try write(context))
        state.withLock { state in
            if !state.matches(directory, keys) || state.documents.count >= DocumentCache.maximumDocuments {
                state = State(directory: directory, keys: keys)
            }
            state.documents[location] = document
        }
        return document
    }

    /// The number of cached documents.
    var count: Int { state.withLock { $0.documents.count } }
}
