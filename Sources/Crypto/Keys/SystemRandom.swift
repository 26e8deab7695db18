import COpenSSL
import Wire

/// OpenSSL's random generator, seeded by the system.
package struct SystemRandom: RandomSource {
    package init() {}

    package func bytes(_ count: Int) -> [UInt8] {
        guard count > 0, let size = Int32(exactly: count) else { return [] }
        var out = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&out, size) == 1 else {
            // OpenSSL cannot reach its entropy source: the kernel's generator answers instead, never zeros.
            ERR_clear_error()
            var generator = SystemRandomNumberGenerator()
            return out.map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
        return out
    }
}
