import COpenSSL
import Testing

@testable import Crypto

@Suite struct SystemAuthoritiesTests {
    private let ownFile = String(cString: X509_get_default_cert_file())
    private let ownFolder = String(cString: X509_get_default_cert_dir())

    @Test("Without OpenSSL's own places, the file of the system is read", arguments: SystemAuthorities.files)
    func readsFileOfSystem(_ file: String) {
        #expect(SystemAuthorities.file(isSet: { _ in false }, exists: { $0 == file }) == file)
    }

    @Test func ownPlacesHavePrecedence() {
        let file = SystemAuthorities.files[1]
        for own in [ownFile, ownFolder] {
            #expect(SystemAuthorities.file(isSet: { _ in false }, exists: { [own, file].contains($0) }) == nil)
        }
    }

    @Test("A variable has precedence, also if its file does not exist", arguments: ["SSL_CERT_FILE", "SSL_CERT_DIR"])
    func variableHasPrecedence(_ name: String) {
        #expect(SystemAuthorities.file(isSet: { $0 == name }, exists: { $0 == SystemAuthorities.files[1] }) == nil)
    }

    @Test func systemWithoutAuthoritiesHasNoFile() {
        #expect(SystemAuthorities.file(isSet: { _ in false }, exists: { _ in false }) == nil)
    }
}
