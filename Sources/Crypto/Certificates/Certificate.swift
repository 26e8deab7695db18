import COpenSSL
import Formats

/// An X.509 certificate (RFC 5280).
struct Certificate: Sendable {
    let handle: SharedHandle
    let der: [UInt8]

    var pointer: OpaquePointer { handle.pointer }

    /// Parses a certificate from DER. Throws unless the whole input is one certificate.
    init(der: [UInt8]) throws(CryptoFailure) {
        let parsed = der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            let certificate = d2i_X509(nil, &cursor, buffer.count)
            guard let certificate, let end = cursor, end - (buffer.baseAddress ?? end) == buffer.count else {
                X509_free(certificate)
                return OpaquePointer?.none
            }
            return certificate
        }
        guard let handle = SharedHandle(parsed, release: X509_free) else {
            throw .openSSL("the certificate cannot be read")
        }
        self.handle = handle
        self.der = der
    }

    /// Whether `key` is the private half of the certificate's key.
    func belongs(to key: PrivateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_private_key(pointer, key.pointer) == 1
    }

    /// Whether basic constraints and key usage allow the certificate to sign other certificates.
    var isAuthority: Bool {
        defer { ERR_clear_error() }
        return X509_check_ca(pointer) == 1
    }

    var pemBlock: PEMBlock { PEMBlock(label: PEMBlock.certificate, bytes: der) }
}
