import Crypto
package import Entra
import Formats
import Platform
import Store
import Synchronization

/// The check of Azure Arc key files. A process that can read a file on the host may request tokens
/// (docs/reference/protocol.md#managed-identity).
package enum ArcKeyCheck {
    /// Whether the header is `Authorization: Basic {content of the key file}` with a valid key. Each key is accepted once.
    package static func admits(_ authorization: String?, services: Services) throws(EntraError) -> Bool {
        guard let content = AuthorizationHeader.credentials(authorization, scheme: "Basic"),
            let key = ArcKey(sealed: content, keys: services.keys.sealing),
            services.now.seconds < key.expiresAt
        else { return false }
        return try services.isFirstUse(key.id, until: Timestamp(seconds: key.expiresAt))
    }

    /// Returns the content of a new key file.
    package static func newKey(_ services: Services) -> String {
        ArcKey(id: services.random.guid(), expiresAt: services.now.seconds + ArcKey.lifetime)
            .sealed(with: services.keys.sealing)
    }
}

/// Writes the key files of Azure Arc, which only the server's own user can read. File names are reused in turn, so that unused
/// files do not accumulate.
package final class ArcKeyFiles: Sendable {
    private static let names: UInt8 = 64

    private let next = Mutex<UInt8>(0)

    /// Writes a new key file and returns its path. Throws `keyFile` if the file cannot be written.
    func write(_ key: String, in folder: String) throws(ManagedIdentityFailure) -> String {
        let number = next.withLock { next in
            next = (next + 1) % ArcKeyFiles.names
            return next
        }
        let path = "\(folder)/understudy-\(number).key"
        // The random name is unique, even if two containers with equal process IDs share a volume. Another user must not be
        // able to read the key or replace the file with a link.
        let temporary = "\(path).\(SystemRandom().guid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ArcKeyFiles.failure(temporary) }
        let bytes = Array(key.utf8)
        let isComplete = Platform.write(descriptor, bytes, bytes.count) == bytes.count
        close(descriptor)
        guard isComplete, rename(temporary, path) == 0 else {
            defer { unlink(temporary) }
            throw ArcKeyFiles.failure(path)
        }
        return path
    }

    private static func failure(_ path: String) -> ManagedIdentityFailure {
        .keyFile("\(path): \(String(cString: strerror(errno)))")
    }
}
