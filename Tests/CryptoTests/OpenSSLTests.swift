import COpenSSL
import Crypto
import Platform
import Testing

@Suite struct OpenSSLTests {
    /// In processes of their own, since what is used first decides. Without it the clean-up would be seen.
    @Test func whatThreadsMayStillUseIsNotFreedWhenTheProcessEnds() async {
        await #expect(processExitsWith: .success) {
            OpenSSL.staysUntilTheEnd()
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
