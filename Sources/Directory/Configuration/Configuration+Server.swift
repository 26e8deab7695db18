import Formats

/// A check of a certificate and its key, both PEM. The result says which of the two files has a problem, and why, or is nil if
/// both are valid.
package typealias CertificateCheck = (
    _ certificate: [UInt8], _ key: [UInt8]
) -> (isOfKey: Bool, reason: String)?

extension Configuration {
    /// Checks the values under `server:` that are known to be usable only when the server starts. `options` are the current
    /// options: those of the file, unless the command line or the environment overrides them. Throws `Problems` if a value is not
    /// usable.
    package func checkServer(
        _ options: ServerOptions, files: ConfigurationFiles = .system, certificates: CertificateCheck
    ) throws(Problems) {
        var findings = Findings()
        checkPorts(options, &findings)
        checkCertificate(options, files, certificates, &findings)
        checkStore(options, files, &findings)
        guard findings.errors.isEmpty else { throw Problems(problems: findings.errors, warnings: warnings) }
    }

    /// Checks the ports that the file sets. The start of the server reports conflicts with other sources.
    private func checkPorts(_ options: ServerOptions, _ findings: inout Findings) {
        guard let problem = options.portProblem, server.portProblem != nil,
            let place = serverPlaces["httpPort"] ?? serverPlaces["httpsPort"]
        else { return }
        findings.error(place, "httpPort and httpsPort \(problem.reason)", hint: problem.hint)
    }

    private func checkCertificate(
        _ options: ServerOptions, _ files: ConfigurationFiles, _ check: CertificateCheck, _ findings: inout Findings
    ) {
        guard let tls = options.tls, options.httpsPorts != .off else { return }
        let certificate = read(tls.certificate, "tls.certificate", files, &findings)
        let key = read(tls.key, "tls.key", files, &findings)
        guard let certificate, let key, let problem = check(certificate, key),
            let place = serverPlaces[problem.isOfKey ? "tls.key" : "tls.certificate"]
        else { return }
        findings.error(
            place, "\(problem.isOfKey ? tls.key : tls.certificate): \(problem.reason)",
            hint: "certificate and key must be PEM files: the certificate with its chain, the key without a password")
    }

    private func checkStore(_ options: ServerOptions, _ files: ConfigurationFiles, _ findings: inout Findings) {
        if let problem = options.storeProblem {
            guard let place = serverPlaces[problem.key] else { return }
            findings.error(place, "\(problem.key) \(problem.reason)", hint: problem.hint)
        } else if let path = options.storeCA {
            _ = read(path, "storeCA", files, &findings)
        }
    }

    /// Returns the content of a file that a key names, or nil if the file cannot be read. The problem is reported at the place of
    /// the key in the configuration.
    private func read(
        _ path: String, _ key: String, _ files: ConfigurationFiles, _ findings: inout Findings
    ) -> [UInt8]? {
        switch files.read(path, TLSFiles.maximum) {
        case .success(let bytes): return bytes
        case .failure(let failure):
            if let place = serverPlaces[key] {
                findings.error(
                    place, "\(path) cannot be read: \(failure.reason)",
                    hint: "paths are relative to the folder of the configuration file")
            }
            return nil
        }
    }
}
