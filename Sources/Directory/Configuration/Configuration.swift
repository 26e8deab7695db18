import Entra
package import Formats
import Platform

/// A checked configuration: the directory, and the server's options in the file.
package struct Configuration: Sendable {
    /// The source of a configuration.
    package enum Source: Sendable {
        case file(String)
        case inline(String)
        /// A text from an embedding program.
        case text(String)
        /// The body of a request.
        case body([UInt8])
        /// The built-in seed directory.
        case seed

        /// The name of the source in problems.
        package var name: String {
            switch self {
            case .file(let path): path
            case .inline: OptionSpec.inlineConfiguration
            case .text: "configuration"
            case .body: "body"
            case .seed: "built-in"
            }
        }
    }

    package let directory: Directory
    package let server: ServerOptions
    /// The location of each key under `server:`, for a later message about its value.
    package let serverLocations: [ByteString: ConfigurationLocation]
    package let warnings: [ConfigurationProblem]

    /// The problems of a configuration that cannot be used.
    package struct Problems: Error, Sendable {
        package let problems: [ConfigurationProblem]
        package let warnings: [ConfigurationProblem]
    }

    /// Reads and checks a configuration with all the files that it names. A configuration with an error is rejected as a whole.
    /// `externalReferences` are the references that the configuration may contain, or nil if it may contain any. `adviser` may
    /// add warnings about redirect URIs that Entra accepts.
    package static func load(
        _ source: Source, files: ConfigurationFiles = .system, externalReferences: ExternalReferences? = nil,
        adviser: RedirectURIAdviser? = nil
    ) throws(Problems) -> Configuration {
        let start = ConfigurationLocation(file: source.name)
        switch source {
        case .seed:
            return try load(SeedDirectory.bytes, start, folder: "", files, externalReferences, adviser)
        case .body(let bytes): return try load(bytes, start, folder: "", files, externalReferences, adviser)
        case .inline(let text), .text(let text):
            return try load(Array(text.utf8), start, folder: "", files, externalReferences, adviser)
        case .file(let path):
            switch files.read(path, YAMLLimits().bytes) {
            case .success(let bytes):
                return try load(bytes, start, folder: FilePattern.folder(of: path), files, externalReferences, adviser)
            case .failure(let failure): throw Problems(unreadable: start, failure.reason)
            }
        }
    }

    /// Reads an export of this server. Invalid parts are left out and reported.
    static func restored(_ export: JSONValue) -> (directory: Directory, problems: [String]) {
        let start = ConfigurationLocation(file: "state")
        let (draft, findings) = FileDraft.read(YAMLValue(YAMLNode(export)), start)
        var builder = DirectoryBuilder(draft, files: .none, folder: "", adviser: nil, findings: findings)
        let directory = builder.build()
        return (directory, builder.findings.errors.map { "\($0.pointer): \($0.message)" })
    }

    private static func load(
        _ bytes: [UInt8], _ start: ConfigurationLocation, folder: String, _ files: ConfigurationFiles,
        _ externalReferences: ExternalReferences?, _ adviser: RedirectURIAdviser?
    ) throws(Problems) -> Configuration {
        var builder = try builder(bytes, start, folder: folder, files, externalReferences, adviser)
        let server = builder.file.server
        let directory = builder.build()
        if let externalReferences, let folder = directory.settings.arcKeyFolder,
            !externalReferences.contains(keyFolder: folder)
        {
            builder.findings.error(
                .key("arcKeyFolder", in: .key("settings", in: .file(start.file)), .start),
                "the control plane may not make the server write to \(folder)", hint: ExternalReferences.hint)
        }
        let findings = builder.findings
        SystemThread.free(consume builder)
        guard findings.errors.isEmpty else { throw Problems(findings) }
        return Configuration(
            directory: directory, server: server.resolved(folder: folder), serverLocations: server.allLocations,
            warnings: findings.warnings)
    }

    /// Returns a builder with the drafts of the file, which has the only reference to them.
    private static func builder(
        _ bytes: [UInt8], _ start: ConfigurationLocation, folder: String, _ files: ConfigurationFiles,
        _ externalReferences: ExternalReferences?, _ adviser: RedirectURIAdviser?
    ) throws(Problems) -> DirectoryBuilder {
        let file: (draft: FileDraft, findings: Findings)?
        do {
            file = try YAMLValue.read(bytes) { $0.isNull ? nil : FileDraft.read($0, start) }
        } catch {
            throw Problems(ConfigurationLocation(file: start.file, mark: error.mark), error.message)
        }
        guard let file else {
            throw Problems(start, "is empty", hint: "understudy init writes a starter configuration")
        }
        return DirectoryBuilder(
            file.draft, source: bytes, files: files, folder: folder, externalReferences: externalReferences,
            adviser: adviser,
            findings: file.findings)
    }
}

extension FileDraft {
    fileprivate static func read(
        _ root: YAMLValue, _ start: ConfigurationLocation
    ) -> (draft: FileDraft, findings: Findings) {
        var (draft, findings) = (FileDraft(), Findings())
        let location = ConfigurationLocation(file: start.file, mark: root.mark)
        _ = keys.read(root, into: &draft, at: location, &findings)
        if draft.tenants.isEmpty, findings.errors.isEmpty {
            findings.warning(
                location, "the configuration has no tenants",
                hint: "only the built-in tenant of personal accounts exists")
        }
        return (draft, findings)
    }
}

extension Configuration.Problems {
    fileprivate init(_ location: ConfigurationLocation, _ message: String, hint: String? = nil) {
        problems = [ConfigurationProblem(location, message, hint: hint)]
        warnings = []
    }

    /// Creates the problem of a file that cannot be read.
    fileprivate init(unreadable location: ConfigurationLocation, _ reason: String) {
        problems = [ConfigurationProblem(location, "cannot be read: \(reason)", hasPosition: false)]
        warnings = []
    }

    /// Creates the problems in the order of the files, and by line within a file.
    fileprivate init(_ findings: Findings) {
        var files: [String] = []
        for problem in findings.errors where !files.contains(where: { $0.isExactly(problem.file) }) {
            files.append(problem.file)
        }
        problems = files.flatMap { file in
            findings.errors.filter { $0.file.isExactly(file) }.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        }
        warnings = findings.warnings
    }
}

extension ServerDraft {
    /// The locations of all keys, including the keys of `tls:`.
    fileprivate var allLocations: [ByteString: ConfigurationLocation] {
        var locations = locations
        locations["tls.certificate"] = certificate?.location
        locations["tls.key"] = key?.location
        return locations
    }

    /// Returns the options with paths relative to the current folder in place of the file's folder.
    func resolved(folder: String) -> ServerOptions {
        var options = self.options
        options.dataDir = options.dataDir.map { FilePattern.path($0, in: folder) }
        options.storeCA = options.storeCA.map { FilePattern.path($0, in: folder) }
        if let certificate, let key {
            options.tls = TLSFiles(
                certificate: FilePattern.path(certificate.value, in: folder),
                key: FilePattern.path(key.value, in: folder))
        }
        return options
    }
}

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
            let location = serverLocations["httpPort"] ?? serverLocations["httpsPort"]
        else { return }
        findings.error(location, "httpPort and httpsPort \(problem.reason)", hint: problem.hint)
    }

    private func checkCertificate(
        _ options: ServerOptions, _ files: ConfigurationFiles, _ check: CertificateCheck, _ findings: inout Findings
    ) {
        guard let tls = options.tls, options.httpsPorts != .off else { return }
        let certificate = read(tls.certificate, "tls.certificate", files, &findings)
        let key = read(tls.key, "tls.key", files, &findings)
        guard let certificate, let key, let problem = check(certificate, key),
            let location = serverLocations[problem.isOfKey ? "tls.key" : "tls.certificate"]
        else { return }
        findings.error(
            location, "\(problem.isOfKey ? tls.key : tls.certificate): \(problem.reason)",
            hint: "certificate and key must be PEM files: the certificate with its chain, the key without a password")
    }

    private func checkStore(_ options: ServerOptions, _ files: ConfigurationFiles, _ findings: inout Findings) {
        if let problem = options.storeProblem {
            guard let location = serverLocations[problem.key] else { return }
            findings.error(location, "\(problem.key) \(problem.reason)", hint: problem.hint)
        } else if let path = options.storeCA {
            _ = read(path, "storeCA", files, &findings)
        }
    }

    /// Returns the content of a file that a key names, or nil if the file cannot be read. The problem is reported at the
    /// location of the key in the configuration.
    private func read(
        _ path: String, _ key: String, _ files: ConfigurationFiles, _ findings: inout Findings
    ) -> [UInt8]? {
        switch files.read(path, TLSFiles.maximum) {
        case .success(let bytes): return bytes
        case .failure(let failure):
            if let location = serverLocations[key] {
                findings.error(
                    location, "\(path) cannot be read: \(failure.reason)",
                    hint: "paths are relative to the folder of the configuration file")
            }
            return nil
        }
    }
}

/// The folders and URLs outside the server that a directory makes the server use: the folders to which the server writes, and the
/// URLs to which it sends requests. The server uses them with its own rights, so only the configuration file and the options at
/// the start may change them.
package struct ExternalReferences: Sendable {
    private let keyFolders: Set<ByteString>
    private let keyLocations: Set<KeyLocation>

    /// Creates the external references of the directories.
    package init(of directories: Directory...) {
        keyFolders = Set(directories.compactMap { $0.settings.arcKeyFolder.map { ByteString($0) } })
        keyLocations = Set(directories.flatMap(\.federatedIssuers).compactMap(\.keys.location))
    }

    /// The hint in the problem of a value that is not one of these references.
    static let hint = "set the value in the configuration file, or start the server with --control-token"

    func contains(keyFolder: String) -> Bool { keyFolders.contains(ByteString(keyFolder)) }

    func contains(_ location: KeyLocation) -> Bool { keyLocations.contains(location) }
}

extension FederatedIssuer.Keys {
    /// The location from which keys are fetched, or nil if the configuration contains the keys.
    fileprivate var location: KeyLocation? {
        if case .fetched(let location) = self { location } else { nil }
    }
}
