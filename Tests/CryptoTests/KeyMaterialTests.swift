@testable import Crypto
import Formats
import Platform
import Synchronization
import Testing

@Suite struct KeyMaterialTests {
    private func fingerprint(_ keys: KeyMaterial) throws -> [[UInt8]] {
        var parts = [keys.authority.certificateDER, try keys.authority.key.pkcs8(), keys.pairwise.salt]
        for key in try keys.signing.get().published {
            parts += [key.certificate.der, try key.privateKey.pkcs8()]
        }
        return parts + keys.sealing.keys.map(\.bytes)
    }

    @Test func seedGivesSameKeysEachTime() throws {
        let one = try fingerprint(.seeded("s"))
        #expect(try one == fingerprint(.seeded("s")))
        #expect(try Set(one).isDisjoint(with: fingerprint(.seeded("t"))))
        #expect(Set(one).count == one.count)
    }

    @Test func keysInMemoryAreNewEachTime() throws {
        let (one, two) = (try fingerprint(.inMemory()), try fingerprint(.inMemory()))
        #expect(Set(one).isDisjoint(with: two))
        #expect(one.allSatisfy { !$0.isEmpty })
    }

    @Test func storedKeysPersistAndAreReadableByOwnerOnly() throws {
        let directory = try TemporaryDirectory()
        let first = try KeyMaterial.stored(in: directory.path)
        #expect(first.pairwise.salt.count == 32)
        #expect(try first.signing.get().published.count == 2)
        #expect(directory.names("keys") == ["ca.pem", "pairwise.pem", "sealing.pem", "signing.pem"])
        for name in directory.names("keys") {
            var status = stat()
            #expect(stat("\(directory.path)/keys/\(name)", &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(name)")
        }
        #expect(try fingerprint(first) == fingerprint(.stored(in: directory.path)))
    }

    @Test func recreatesMissingFileAndKeepsOthers() throws {
        let directory = try TemporaryDirectory()
        let first = try KeyMaterial.stored(in: directory.path)
        unlink("\(directory.path)/keys/sealing.pem")
        let second = try KeyMaterial.stored(in: directory.path)
        #expect(first.authority.certificateDER == second.authority.certificateDER)
        #expect(first.sealing.keys != second.sealing.keys)
    }

    /// As in containers on one volume, whose processes have the same number.
    @Test("Of concurrent writers with the same process number one wins, and no other file changes")
    func oneConcurrentWriterWins() throws {
        let directory = try TemporaryDirectory()
        let folder = try KeyFolder(directory.path)
        let temporary = ".0.pem.\(getpid()).new"
        directory.write("keys/\(temporary)", [1])
        for round in 0..<20 {
            let name = "\(round).pem"
            let results = Mutex<[(writer: UInt8, result: Result<Bool, CryptoFailure>)]>([])
            let threads = try (0..<8).map { (writer: UInt8) in
                try SystemThread {
                    let result = Result { () throws(CryptoFailure) in
                        try folder.create(name, [UInt8](repeating: writer, count: 4_096))
                    }
                    results.withLock { $0.append((writer, result)) }
                }
            }
            for thread in threads { thread.join() }
            let outcomes = results.withLock { $0 }
            let winners = try outcomes.filter { try $0.result.get() }.map(\.writer)
            #expect(outcomes.count == 8 && winners.count == 1)
            #expect(directory.read("keys/\(name)") == winners.flatMap { [UInt8](repeating: $0, count: 4_096) })
        }
        #expect(directory.names("keys") == ([temporary] + (0..<20).map { "\($0).pem" }).sorted())
        #expect(directory.read("keys/\(temporary)") == [1])
    }

    private static let files = ["ca.pem", "signing.pem", "sealing.pem", "pairwise.pem"]

    private struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable ([UInt8]) -> [UInt8]
    }

    private static let damages: [Damage] = [
        Damage(testDescription: "empty") { _ in [] },
        Damage(testDescription: "text") { _ in Array("not a key\n".utf8) },
        Damage(testDescription: "cut in the middle") { Array($0.prefix($0.count / 2 + 10)) },
        Damage(testDescription: "cut before the last byte") { Array($0.dropLast()) },
        Damage(testDescription: "cut before the end line") { Array($0.dropLast(12)) },
        Damage(testDescription: "a block too many") { $0 + Array("-----BEGIN X-----\nAAAA\n-----END X-----\n".utf8) },
        Damage(testDescription: "a foreign character in the first block") { bytes in
            var changed = bytes
            let index = (bytes.firstIndex(of: ASCII.lineFeed) ?? 0) + 20
            changed[index] = UInt8(ascii: "*")
            return changed
        },
        Damage(testDescription: "more than a mebibyte") { $0 + [UInt8](repeating: ASCII.lineFeed, count: 1 << 20) },
    ]

    @Test(arguments: files, damages)
    private func reportsDamagedFileAndKeepsIt(file: String, damage: Damage) throws {
        let directory = try TemporaryDirectory()
        try Self.samples.get().forEach { directory.prepare($0.name, $0.bytes) }
        let damaged = damage.change(directory.read("keys/\(file)"))
        directory.write("keys/\(file)", damaged)
        let error = #expect(throws: CryptoFailure.self) { try KeyMaterial.stored(in: directory.path).check() }
        #expect(error?.reason.hasPrefix("\(directory.path)/keys/\(file): ") == true)
        let isUnchanged = directory.read("keys/\(file)") == damaged
        #expect(isUnchanged)
    }

    /// One set of key files, made only once.
    private static let samples = Result {
        let directory = try TemporaryDirectory()
        _ = try KeyMaterial.stored(in: directory.path).signing.get()
        return directory.names("keys").map { (name: $0, bytes: directory.read("keys/\($0)")) }
    }

    /// Every byte of the private key's numbers matters, so a key that only looks complete is rejected.
    @Test func rejectsPrivateKeyWithChangedNumber() throws {
        let key = try SigningKey.make(SystemRandom())
        let der = try key.privateKey.pkcs8()
        for index in stride(from: der.count - 1, to: der.count / 3, by: -97) {
            var changed = der
            changed[index] ^= 0x10
            #expect(throws: CryptoFailure.self, "byte \(index)") {
                try SigningKey(privateKey: PrivateKey(stored: changed, .rsa), certificate: key.certificate)
            }
        }
    }

    /// A key is the whole input: with bytes missing or left over there is no key.
    @Test func readsStoredKeysOnlyWhole() throws {
        let keys = [
            (PrivateKey.Kind.rsa, try SigningKey.make(SystemRandom()).privateKey),
            (.p256, try CertificateAuthority.make(SystemRandom()).key),
        ]
        for (kind, key) in keys {
            let der = try key.pkcs8()
            let stored = try #require(StoredPrivateKey.key(der, kind))
            #expect(try stored.pkcs8() == der)
            #expect(stored.isConsistent)
            #expect(StoredPrivateKey.key(der, kind == .rsa ? .p256 : .rsa) == nil)
            #expect(StoredPrivateKey.key(der + [0], kind) == nil)
            for count in der.indices { #expect(StoredPrivateKey.key(Array(der.prefix(count)), kind) == nil) }
        }
    }

    @Test func reportsFolderThatCannotBeCreated() throws {
        let error = #expect(throws: CryptoFailure.self) { try KeyMaterial.stored(in: "/dev/null/data") }
        #expect(error?.reason.hasPrefix("/dev/null/data: ") == true)
    }
}
