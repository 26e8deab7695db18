import Formats
import Platform

/// The folder of key files in a data directory. Each file is written once and as a whole, is readable only by its owner, and is
/// never replaced.
struct KeyFolder: Sendable {
    private static let maximumFileSize = 1 << 20

    private let path: String

    /// Opens `<directory>/keys`. Creates both directories if they are missing, but not the parent of `directory`.
    init(_ directory: String) throws(CryptoFailure) {
        path = "\(directory)/keys"
        for folder in [directory, path] where mkdir(folder, 0o700) != 0 && errno != EEXIST {
            throw CryptoFailure("\(folder): cannot be created: \(KeyFolder.systemReason())")
        }
    }

    /// Returns the bytes of the file, or nil if the file does not exist.
    func read(_ name: String) throws(CryptoFailure) -> [UInt8]? {
        // Without O_NONBLOCK, opening a pipe without a writer would block forever.
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw failure(name, "cannot be opened: \(KeyFolder.systemReason())") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Platform.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(name, "cannot be read: \(KeyFolder.systemReason())") }
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= KeyFolder.maximumFileSize else { throw failure(name, "is too large for a key file") }
        }
    }

    /// Creates a file so that it appears whole, even after a power failure. Returns false and changes nothing if the file exists.
    ///
    /// The file is first written under a random name, because the servers in two containers on one volume can have the same process
    /// ID. If a server is killed here, the temporary file remains, readable only by its owner.
    func create(_ name: String, _ bytes: [UInt8]) throws(CryptoFailure) -> Bool {
        let temporary = "\(path)/.\(name).\(SystemRandom().guid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(name, "cannot be written: \(KeyFolder.systemReason())") }
        defer { unlink(temporary) }
        let isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
        let reason = KeyFolder.systemReason()
        close(descriptor)
        guard isWritten else { throw failure(name, "cannot be written: \(reason)") }
        // A hard link, unlike a rename, never replaces a file that another process has created in the meantime.
        if link(temporary, "\(path)/\(name)") != 0 {
            if errno == EEXIST { return false }
            // Some file systems have no hard links.
            guard rename(temporary, "\(path)/\(name)") == 0 else {
                throw failure(name, "cannot be written: \(KeyFolder.systemReason())")
            }
        }
        KeyFolder.synchronize(path)
        return true
    }

    /// Returns an error that names the file.
    func failure(_ name: String, _ reason: String) -> CryptoFailure {
        CryptoFailure("\(path)/\(name): \(reason)")
    }

    /// Writes the directory entry to the disk.
    private static func synchronize(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func systemReason() -> String {
        String(cString: strerror(errno))
    }
}

/// The content of a key file, as PEM blocks. Parsing is strict: an extra block, or a block with an unknown label, is an error.
protocol KeyFileContent {
    init(blocks: [PEMBlock]) throws(CryptoFailure)
    func blocks() throws(CryptoFailure) -> [PEMBlock]
}

extension CertificateAuthority: KeyFileContent {
    func blocks() throws(CryptoFailure) -> [PEMBlock] {
        [PEMBlock(label: PEMBlock.privateKey, bytes: try key.pkcs8()), certificate.pemBlock]
    }

    init(blocks: [PEMBlock]) throws(CryptoFailure) {
        let pairs = try KeyPair.pairs(blocks, .p256)
        guard pairs.count == 1, let pair = pairs.first else { throw CryptoFailure("must contain exactly one key") }
        try self.init(key: pair.key, certificate: pair.certificate)
    }
}

extension KeyRing: KeyFileContent {
    /// Returns the blocks of all keys, the current key first.
    func blocks() throws(CryptoFailure) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        for key in [current] + others {
            blocks.append(PEMBlock(label: PEMBlock.privateKey, bytes: try key.privateKey.pkcs8()))
            blocks.append(key.certificate.pemBlock)
        }
        return blocks
    }

    init(blocks: [PEMBlock]) throws(CryptoFailure) {
        var keys: [SigningKey] = []
        for pair in try KeyPair.pairs(blocks, .rsa) {
            keys.append(try SigningKey(privateKey: pair.key, certificate: pair.certificate))
        }
        guard let current = keys.first else { throw CryptoFailure("contains no key") }
        self.init(current: current, others: Array(keys.dropFirst()))
    }
}

extension SealingKeys: KeyFileContent {
    private static let label = "UNDERSTUDY SEALING KEY"

    /// Returns the blocks of all keys, the current key first.
    func blocks() -> [PEMBlock] {
        keys.map { PEMBlock(label: SealingKeys.label, bytes: $0.bytes) }
    }

    init(blocks: [PEMBlock]) throws(CryptoFailure) {
        let keys = blocks.compactMap { $0.label.isExactly(SealingKeys.label) ? SealingKey($0.bytes) : nil }
        guard keys.count == blocks.count, let current = keys.first else {
            throw CryptoFailure("must contain sealing keys of 32 bytes")
        }
        self.init(current: current, previous: keys.dropFirst())
    }
}

/// The salt of pairwise subjects, as the content of its file.
struct PairwiseSalt: KeyFileContent {
    private static let label = "UNDERSTUDY PAIRWISE SALT"

    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    func blocks() -> [PEMBlock] {
        [PEMBlock(label: PairwiseSalt.label, bytes: bytes)]
    }

    init(blocks: [PEMBlock]) throws(CryptoFailure) {
        guard blocks.count == 1, let block = blocks.first, block.label.isExactly(PairwiseSalt.label),
            block.bytes.count == KeyMaterial.pairwiseSaltSize
        else { throw CryptoFailure("must contain exactly one salt of 32 bytes") }
        bytes = block.bytes
    }
}

/// A private key and the certificate that follows it.
private struct KeyPair {
    let key: PrivateKey
    let certificate: Certificate

    static func pairs(_ blocks: [PEMBlock], _ kind: PrivateKey.Kind) throws(CryptoFailure) -> [KeyPair] {
        var pairs: [KeyPair] = []
        for start in stride(from: 0, to: blocks.count, by: 2) {
            guard start + 1 < blocks.count, blocks[start].label.isExactly(PEMBlock.privateKey),
                blocks[start + 1].label.isExactly(PEMBlock.certificate)
            else { throw CryptoFailure("must contain keys, each followed by its certificate") }
            let key = try PrivateKey(stored: blocks[start].bytes, kind)
            pairs.append(KeyPair(key: key, certificate: try Certificate(der: blocks[start + 1].bytes)))
        }
        return pairs
    }
}
