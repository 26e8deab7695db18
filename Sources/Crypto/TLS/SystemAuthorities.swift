import COpenSSL
import Platform

/// The certificate authorities that the system trusts.
enum SystemAuthorities {
    /// The files with these authorities, by system. OpenSSL has one place, which is fixed when OpenSSL is built, so a static binary
    /// has the place of the system that built it.
    static let files = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Arch, Alpine
        "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, RHEL
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora from 43, RHEL
        "/etc/ssl/ca-bundle.pem",  // SUSE
        "/etc/ssl/cert.pem",  // Alpine, macOS
    ]

    /// The file to read if OpenSSL's own places do not exist, or nil if OpenSSL must read its own places.
    static var file: String? {
        file(isSet: { getenv($0) != nil }, exists: { access($0, R_OK) == 0 })
    }

    /// Returns nil if one of OpenSSL's own places exists, or if `SSL_CERT_FILE` or `SSL_CERT_DIR` is set, which OpenSSL reads
    /// first.
    static func file(isSet: (String) -> Bool, exists: (String) -> Bool) -> String? {
        let variables = [X509_get_default_cert_file_env(), X509_get_default_cert_dir_env()]
        let places = [X509_get_default_cert_file(), X509_get_default_cert_dir()]
        let isForOpenSSL =
            variables.contains { $0.map { isSet(String(cString: $0)) } ?? false }
            || places.contains { $0.map { exists(String(cString: $0)) } ?? false }
        return isForOpenSSL ? nil : files.first(where: exists)
    }
}
