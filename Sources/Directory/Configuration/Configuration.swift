import Platform
package import Wire

/// A configuration that was read and checked: the directory, and the server's options as the file sets them.
package struct Configuration: Sendable {
    /// Where a configuration comes from.
    package enum Source: Sendable {
        case file(String)
        case inline(String)
        /// What a program hands in.
        case text(String)
        /// A request's body.
        case body([UInt8])
        /// The built-in seed directory.
        case seed

        /// How problems call it.
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
    /// Where each key of `server:` stands, for a message about its value later.
    package let serverPlaces: [ExactString: ConfigurationPlace]
    package let warnings: [ConfigurationProblem]

    /// Every problem of a configuration that cannot be used.
    package struct Problems: Error, Sendable {
        package let problems: [ConfigurationProblem]
        package let warnings: [ConfigurationProblem]
    }

    /// Reads and checks a configuration with all the files it names. It is used whole or not at all. `places` are those that it may
    /// have the server write to or fetch from; nil: any. `adviser` may add warnings about redirect URIs that Entra takes.
    package static func load(
        _ source: Source, files: ConfigurationFiles = .system, places: OutsidePlaces? = nil,
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

    /// Reads an export of this server's own, of which what does not fit is left out and told of.
    static func restored(_ export: JSONValue) -> (directory: Directory, problems: [String]) {
        let start = ConfigurationPlace(file: "state")
        let (draft, findings) = FileDraft.read(YAMLValue(YAMLNode(export)), start)
        var builder = DirectoryBuilder(draft, files: .none, folder: "", adviser: nil, findings: findings)
        let directory = builder.build()
        return (directory, builder.findings.errors.map { "\($0.pointer): \($0.message)" })
    }

    private static func load(
        _ bytes: [UInt8], _ start: ConfigurationPlace, folder: String, _ files: ConfigurationFiles,
        _ places: OutsidePlaces?, _ adviser: RedirectURIAdviser?
    ) throws(Problems) -> Configuration {
        var builder = try builder(bytes, start, folder: folder, files, places, adviser)
        let server = builder.file.server
        let directory = builder.build()
        if let places, let folder = directory.settings.arcKeyFolder, !places.holds(keyFolder: folder) {
            builder.findings.error(
                .key("arcKeyFolder", in: .key("settings", in: .file(start.file)), .start),
                "the control plane may not make the server write to \(folder)", hint: OutsidePlaces.hint)
        }
        let findings = builder.findings
        SystemThread.free(consume builder)
        guard findings.errors.isEmpty else { throw Problems(findings) }
        return Configuration(
            directory: directory, server: server.resolved(folder: folder), serverPlaces: server.allPlaces,
            warnings: findings.warnings)
    }

    /// With what the file says, which nobody else holds on to.
    private static func builder(
        _ bytes: [UInt8], _ start: ConfigurationPlace, folder: String, _ files: ConfigurationFiles,
        _ places: OutsidePlaces?, _ adviser: RedirectURIAdviser?
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

    /// Of a file whose text there is none of.
    fileprivate init(unreadable place: ConfigurationPlace, _ reason: String) {
        problems = [ConfigurationProblem(place, "cannot be read: \(reason)", hasPosition: false)]
        warnings = []
    }

    /// In the order of the files, each by line.
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
    /// Those of `tls:` too.
    fileprivate var allPlaces: [ExactString: ConfigurationPlace] {
        var places = places
        places["tls.certificate"] = certificate?.place
        places["tls.key"] = key?.place
        return places
    }

    /// The options with paths made relative to the current folder instead of the file's.
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
