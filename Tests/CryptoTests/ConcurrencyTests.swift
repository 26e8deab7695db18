import Crypto
import Formats
import Testing

/// Checks objects that several event loops share, mainly for the thread sanitizer.
@Suite struct ConcurrencyTests {
    @Test func threadsShareOneSigningKey() async throws {
        let key = try SigningKey.make(SeededStream(seed: "threads", label: "key"))
        let expected = try key.signRS256([1, 2, 3])
        let results = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    guard let signature = try? key.signRS256([1, 2, 3]) else { return false }
                    return signature == expected && key.publicKey.verifies(.rs256, signature, over: [1, 2, 3])
                }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(results.count == 64 && results.allSatisfy { $0 })
    }

    @Test func threadsShareOneTLSContext() async throws {
        let context = try TLSServerContext(authority: CertificateAuthority.make(SystemRandom()))
        let results = await withTaskGroup(of: Int.self) { group in
            for number in 0..<64 {
                group.addTask {
                    guard let pair = try? TLSPair(context, .init(serverName: "host-\(number % 5).example")) else {
                        return -1
                    }
                    return pair.handshake().client
                }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(results == [Int](repeating: 1, count: 64))
    }

    @Test func threadsShareSealingKeysAndSeededStream() async {
        let keys = SealingKeys.make(SystemRandom())
        let stream = SeededStream(seed: "threads", label: "stream")
        let results = await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<64 {
                group.addTask { keys.open(keys.seal(stream.bytes(32), kind: "code"), kind: "code") }
            }
            return await group.reduce(into: Set<[UInt8]?>()) { $0.insert($1) }
        }
        #expect(results.count == 64 && !results.contains(nil))
    }
}
