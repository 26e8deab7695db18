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
    /// The place of each key under `server:`, for a later message about its value.
    package let serverPlaces: [ByteString: ConfigurationPlace]
    package let warnings: [ConfigurationProblem]

    /// The problems of a configuration that cannot be used.
    package struct Problems: Error, Sendable {
        package let problems: [ConfigurationProblem]
        package let warnings: [ConfigurationProblem]
    }

    /// Reads and checks a configuration with all the files that it names. A configuration with an error is rejected as a whole.
    /// `places` are the outside places that the configuration may name, or nil if it may name any. `adviser` may add warnings
    /// about redirect URIs that Entra accepts.
    package static func load(
        _ source: Source, files: ConfigurationFiles = .system, places: ExternalReferences? = nil,
        adviser: RedirectURIAdviser? = nil
    ) throws(Problems) -> Configuration {
        let start = ConfigurationPlace(file: source.name)
        switch source {
        case .seed: return try load(Array(SeedDirectory.yaml.utf8), start, folder: "", files, places, adviser)
        case .body(let bytes): return try load(bytes, start, folder: "", files, places, adviser)
        case .inline(let text), .text(let text):
            return try load(Array(text.utf8), start, folder: "", files, places, adviser)
        case .file(let path):
            switch files.read(path, YAMLLimits().bytes) {
            case .success(let bytes):
                return try load(bytes, start, folder: FilePattern.folder(of: path), files, places, adviser)
            case .failure(let failure): throw Problems(unreadable: start, failure.reason)
            }
        }
    }

    /// Reads an export of this server. Invalid parts are left out and reported.
    static func restored(_ export: JSONValue) -> (directory: Directory, problems: [String]) {
        let start = ConfigurationPlace(file: "state")
        let (draft, findings) = FileDraft.read(YAMLValue(YAMLNode(export)), start)
        var builder = DirectoryBuilder(draft, files: .none, folder: "", adviser: nil, findings: findings)
        let directory = builder.build()
        return (directory, builder.findings.errors.map { "\($0.pointer): \($0.message)" })
    }

    private static func load(
        _ bytes: [UInt8], _ start: ConfigurationPlace, folder: String, _ files: ConfigurationFiles,
        _ places: ExternalReferences?, _ adviser: RedirectURIAdviser?
    ) throws(Problems) -> Configuration {
        var builder = try builder(bytes, start, folder: folder, files, places, adviser)
        let server = builder.file.server
        let directory = builder.build()
        if let places, let folder = directory.settings.arcKeyFolder, !places.holds(keyFolder: folder) {
            builder.findings.error(
                .key("arcKeyFolder", in: .key("settings", in: .file(start.file)), .start),
                "the control plane may not make the server write to \(folder)", hint: ExternalReferences.hint)
        }
        let findings = builder.findings
        SystemThread.free(consume builder)
        guard findings.errors.isEmpty else { throw Problems(findings) }
        return Configuration(
            directory: directory, server: server.resolved(folder: folder), serverPlaces: server.allPlaces,
            warnings: findings.warnings)
    }

    /// Returns a builder with the drafts of the file, which has the only reference to them.
    private static func builder(
        _ bytes: [UInt8], _ start: ConfigurationPlace, folder: String, _ files: ConfigurationFiles,
        _ places: ExternalReferences?, _ adviser: RedirectURIAdviser?
    ) throws(Problems) -> DirectoryBuilder {
        let file: (draft: FileDraft, findings: Findings)?
        do {
            file = try YAMLValue.read(bytes) { $0.isNull ? nil : FileDraft.read($0, start) }
        } catch {
            throw Problems(ConfigurationPlace(file: start.file, mark: error.mark), error.message)
        }
        guard let file else {
            throw Problems(start, "is empty", hint: "understudy init writes a starter configuration")
        }
        return DirectoryBuilder(
            file.draft, source: bytes, files: files, folder: folder, places: places, adviser: adviser,
            findings: file.findings)
    }
}

extension FileDraft {
    fileprivate static func read(
        _ root: YAMLValue, _ start: ConfigurationPlace
    ) -> (draft: FileDraft, findings: Findings) {
        var (draft, findings) = (FileDraft(), Findings())
        let place = ConfigurationPlace(file: start.file, mark: root.mark)
        _ = keys.read(root, into: &draft, at: place, &findings)
        if draft.tenants.isEmpty, findings.errors.isEmpty {
            findings.warning(
                place, "the configuration has no tenants", hint: "only the built-in tenant of personal accounts exists")
        }
        return (draft, findings)
    }
}

extension Configuration.Problems {
    fileprivate init(_ place: ConfigurationPlace, _ message: String, hint: String? = nil) {
        problems = [ConfigurationProblem(place, message, hint: hint)]
        warnings = []
    }

    /// Creates the problem of a file that cannot be read.
    fileprivate init(unreadable place: ConfigurationPlace, _ reason: String) {
        problems = [ConfigurationProblem(place, "cannot be read: \(reason)", hasPosition: false)]
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
    /// The places of all keys, including the keys of `tls:`.
    fileprivate var allPlaces: [ByteString: ConfigurationPlace] {
        var places = places
        places["tls.certificate"] = certificate?.place
        places["tls.key"] = key?.place
        return places
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
