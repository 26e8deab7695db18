import Crypto
import Directory
import Entra
import Formats
import HTTP
import Synchronization

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
        var documents: [Location: [UInt8]] = [:]

        func holds(_ directory: Directory, _ keys: KeyMaterial) -> Bool {
            self.directory === directory && self.keys === keys
        }
    }

    private let state = Mutex(State())

    /// Returns the document for a request's URL.
    func document(
        for context: RequestContext, write: (RequestContext) throws(EntraError) -> [UInt8]
    ) throws(EntraError) -> [UInt8] {
        let (directory, keys) = (context.services.directory, context.services.keys)
        guard context.request.path.utf8.count + context.request.query.utf8.count <= DocumentCache.maximumURL else {
            return try write(context)
        }
        let location = Location(
            origin: context.origin, path: ByteString(context.request.path), query: ByteString(context.request.query))
        let known = state.withLock { $0.holds(directory, keys) ? $0.documents[location] : nil }
        if let known { return known }
        let document = try write(context)
        state.withLock { state in
            if !state.holds(directory, keys) || state.documents.count >= DocumentCache.maximumDocuments {
                state = State(directory: directory, keys: keys)
            }
            state.documents[location] = document
        }
        return document
    }

    /// The number of cached documents.
    var count: Int { state.withLock { $0.documents.count } }
}
