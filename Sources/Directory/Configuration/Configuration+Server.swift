import Wire

/// Reads a certificate and its key, both PEM. Says of which of the files there is something wrong, and what; nil for nothing.
package typealias CertificateCheck = (
    _ certificate: [UInt8], _ key: [UInt8]
) -> (isOfKey: Bool, reason: String)?

extension Configuration {
    /// What stands under `server:` and is found to be of no use only where the server starts. `options` are those in force: the
    /// file's, unless the command line or the environment says otherwise.
    package func checkServer(
        _ options: ServerOptions, files: ConfigurationFiles = .system, certificates: CertificateCheck
    ) throws(Problems) {
        var findings = Findings()
        checkPorts(options, &findings)
        checkCertificate(options, files, certificates, &findings)
        checkStore(options, files, &findings)
        guard findings.errors.isEmpty else { throw Problems(problems: findings.errors, warnings: warnings) }
    }

    /// What the file alone brings about; what it does together with other sources, the start tells.
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

    /// The content of a file that a key names; nil where it cannot be read, which is told where the key stands in the
    /// configuration.
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
