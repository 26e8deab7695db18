/// The reason why TLS could not be set up, such as an invalid certificate or key file. One sentence for a person.
package struct TLSFailure: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package var description: String { reason }

    static func openSSL(_ doing: String) -> TLSFailure {
        TLSFailure(reason: CryptoFailure.openSSL(doing).reason)
    }
}
