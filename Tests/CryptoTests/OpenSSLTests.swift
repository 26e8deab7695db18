import COpenSSL
import Crypto
import Platform
import Testing

@Suite struct OpenSSLTests {
    /// The test uses separate processes, because the first use decides. Without the call the cleanup is visible.
    @Test func exitDoesNotFreeWhatThreadsStillUse() async {
        await #expect(processExitsWith: .success) {
            OpenSSL.disableDefaults()
            _ = try? SigningKey.make(SeededStream(seed: "exit", label: "key"))
            OPENSSL_atexit { _exit(9) }
            exit(0)
        }
        await #expect(processExitsWith: .exitCode(9)) {
            _ = try? SigningKey.make(SeededStream(seed: "exit", label: "key"))
            OPENSSL_atexit { _exit(9) }
            exit(0)
        }
    }
}
