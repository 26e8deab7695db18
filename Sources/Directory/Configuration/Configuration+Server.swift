extension Configuration {
    /// What stands under `server:` and is found to be of no use only where the server starts. `options` are those in force: the
    /// file's, unless the command line or the environment says otherwise.
    package func checkServer(_ options: ServerOptions, files: ConfigurationFiles = .system) throws(Problems) {
        var findings = Findings()
        if server.httpPorts == .off, server.httpsPorts == .off, options.httpPorts == .off, options.httpsPorts == .off,
            let place = serverPlaces["httpPort"]
        {
            findings.error(
                place, "httpPort and httpsPort are both off: there is nothing to listen on",
                hint: "leave one of them out, or give it a port")
        }
        if let tls = options.tls, options.httpsPorts != .off {
            for (key, path) in [("tls.certificate", tls.certificate), ("tls.key", tls.key)] {
                guard let place = serverPlaces[key], case .failure(let failure) = files.read(path, TLSFiles.maximum)
                else { continue }
                findings.error(
                    place, "\(path): cannot be read: \(failure.reason)",
                    hint: "a path is relative to the configuration's folder")
            }
        }
        guard findings.errors.isEmpty else { throw Problems(problems: findings.errors, warnings: warnings) }
    }
}
