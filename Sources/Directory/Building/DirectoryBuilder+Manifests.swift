import Entra
import Formats

extension DirectoryBuilder {
    /// Adds the applications of manifest files. Files that the top level names belong to the first tenant.
    mutating func loadManifests() {
        guard !file.tenants.isEmpty else {
            for pattern in file.applicationsFrom {
                findings.error(pattern.location, "the configuration has no tenant for these applications")
            }
            return
        }
        file.tenants[0].applicationsFrom.insert(contentsOf: file.applicationsFrom, at: 0)
        for index in file.tenants.indices {
            for pattern in file.tenants[index].applicationsFrom { load(pattern, into: index) }
            mergeOverlays(in: index)
        }
    }

    private mutating func load(_ pattern: Marked<String>, into tenant: Int) {
        if let rejection = files.rejection {
            return findings.error(pattern.location, "\(pattern.value) cannot be read: \(rejection.reason)")
        }
        let paths = FilePattern(text: pattern.value).files(in: folder, files)
        if paths.isEmpty { findings.warning(pattern.location, "no file matches \(pattern.value)") }
        for path in paths {
            switch files.read(path, YAMLLimits().bytes) {
            case .failure(let failure): findings.error(pattern.location, "\(path) cannot be read: \(failure.reason)")
            case .success(let bytes): read(bytes, path, into: tenant)
            }
        }
    }

    /// Reads one manifest, or a list of manifests as `az ad app list` prints them.
    private mutating func read(_ bytes: [UInt8], _ path: String, into tenant: Int) {
        do {
            let (drafts, found) = try YAMLValue.read(bytes) { root in
                var findings = Findings()
                var drafts: [ApplicationDraft] = []
                let location = ConfigurationLocation(file: path, mark: root.mark)
                if case .sequence = root.kind {
                    let elements = ValueSpec.list(ValueSpec.manifest)
                    drafts = elements.read(root, location, &findings) ?? []
                } else if let draft = ValueSpec.manifest.read(root, location, &findings) {
                    drafts = [draft]
                }
                return (drafts, findings)
            }
            file.tenants[tenant].applications += drafts
            findings.append(contentsOf: found)
        } catch {
            findings.error(ConfigurationLocation(file: path, mark: error.mark), error.message)
        }
    }
}

extension ValueSpec where Value == ApplicationDraft {
    fileprivate static let manifest = ApplicationDraft.keys.value {
        var draft = ApplicationDraft(location: $0)
        draft.isExport = true
        return draft
    }
}

/// Additions of the configuration to the applications of manifest files, which stay as the portal exports them.
extension DirectoryBuilder {
    /// Merges each entry under `applications` into the manifest of the same tenant that has the same appId. The entry's keys are
    /// read after the manifest's: a value replaces the manifest's value, objects merge key by key, and redirect URIs and
    /// credentials are added. A value that replaces another value causes a warning.
    mutating func mergeOverlays(in tenant: Int) {
        let drafts = file.tenants[tenant].applications
        var exports: [ClientID: Int] = [:]
        for (position, draft) in drafts.enumerated() where draft.isExport {
            guard let id = draft.appId.map({ ClientID($0.value) }), exports[id] == nil else { continue }
            exports[id] = position
        }
        guard !exports.isEmpty, let root = try? YAMLNode.parse(source) else { return }
        var merged: [Int: ApplicationDraft] = [:]
        var mergedPositions: Set<Int> = []
        for (position, overlay) in drafts.enumerated() where !overlay.isExport {
            guard let id = overlay.appId.map({ ClientID($0.value) }), let export = exports.removeValue(forKey: id),
                let node = DirectoryBuilder.mapping(at: overlay.location.mark, in: root)
            else { continue }
            reportConflicts(overlay, node, with: drafts[export])
            merged[export] = DirectoryBuilder.merged(drafts[export], with: node, at: overlay.location)
            mergedPositions.insert(position)
        }
        file.tenants[tenant].applications = drafts.indices.filter { !mergedPositions.contains($0) }.map {
            merged[$0] ?? drafts[$0]
        }
    }

    private static func merged(
        _ export: ApplicationDraft, with overlay: YAMLNode, at location: ConfigurationLocation
    ) -> ApplicationDraft {
        var draft = export
        (draft.redirectURIs, draft.passwords, draft.certificates, draft.federatedCredentials) = ([], [], [], [])
        // Problems of the entry were reported when the file was read.
        var reported = Findings()
        _ = ApplicationDraft.keys.read(YAMLValue(overlay), into: &draft, at: location, &reported)
        let known = Set(export.allRedirectURIs.map(\.value))
        draft.redirectURIs = export.redirectURIs + draft.redirectURIs.filter { !known.contains($0.value) }
        draft.passwords = export.passwords + draft.passwords
        draft.certificates = export.certificates + draft.certificates
        draft.federatedCredentials = export.federatedCredentials + draft.federatedCredentials
        return draft
    }

    /// Returns the node from which an application was read, found by its position.
    private static func mapping(at mark: YAMLMark, in node: YAMLNode) -> YAMLNode? {
        switch node.content {
        case .scalar: return nil
        case .sequence(let nodes): return nodes.lazy.compactMap { mapping(at: mark, in: $0) }.first
        case .mapping(let members):
            if node.mark == mark, members.contains(where: { $0.name.isExactly("appId") }) { return node }
            return members.lazy.compactMap { mapping(at: mark, in: $0.value) }.first
        }
    }

    /// The lists to which an entry adds elements.
    private static let added = [
        "redirectUris", "replyUrls", "replyUrlsWithType", "passwordCredentials", "keyCredentials",
        "federatedIdentityCredentials",
    ]

    private mutating func reportConflicts(_ overlay: ApplicationDraft, _ node: YAMLNode, with export: ApplicationDraft)
    {
        guard case .success(let bytes) = files.read(export.location.file, YAMLLimits().bytes),
            let root = try? YAMLNode.parse(bytes),
            let manifest = DirectoryBuilder.mapping(at: export.location.mark, in: root)
        else { return }
        reportConflicts(node, overlay.location.path, manifest, in: export.location.file)
    }

    private mutating func reportConflicts(
        _ overlay: YAMLNode, _ path: ConfigurationPath, _ manifest: YAMLNode, in file: String
    ) {
        guard case .mapping(let members) = overlay.content, case .mapping(let others) = manifest.content else { return }
        for member in members where !DirectoryBuilder.added.contains(where: member.name.isExactly) {
            guard let other = others.first(where: { $0.name.isExactly(member.name) }) else { continue }
            let (value, replaced) = (JSONWriter.value(member.value.json), JSONWriter.value(other.value.json))
            if case .mapping = member.value.content, case .mapping = other.value.content {
                reportConflicts(member.value, .key(member.name, in: path), other.value, in: file)
            } else if value != replaced, member.value.json != .null,
                ![.null, .array([]), .string("")].contains(other.value.json)
            {
                findings.warning(
                    .key(member.name, in: path, member.mark), "replaces the manifest's value",
                    hint: "the manifest's value is at \(file):\(other.mark.line):\(other.mark.column)")
            }
        }
    }

    /// Adds the secrets of `clientSecrets` to their applications, in every tenant that registers them.
    mutating func addClientSecrets() {
        guard !file.clientSecrets.isEmpty else { return }
        var positions: [ClientID: [(tenant: Int, position: Int)]] = [:]
        for (tenant, draft) in file.tenants.enumerated() {
            for (position, application) in draft.applications.enumerated() {
                guard let id = application.appId.map({ ClientID($0.value) }) else { continue }
                positions[id, default: []].append((tenant, position))
            }
        }
        for entry in file.clientSecrets {
            guard let found = positions[ClientID(entry.appId)] else {
                let known = file.tenants.flatMap(\.applications).compactMap(\.appId?.value)
                findings.error(
                    entry.location, "no application has the appId \(entry.appId)",
                    hint: Suggestion.hint(for: entry.appId, among: known))
                continue
            }
            for (tenant, position) in found {
                file.tenants[tenant].applications[position].passwords += entry.secrets.map {
                    PasswordDraft(location: $0.location, secretText: $0.value)
                }
            }
        }
    }
}

/// The secrets of one application, by its appId.
struct ClientSecretsDraft: Sendable {
    let location: ConfigurationLocation
    let appId: String
    let secrets: [Marked<String>]
}

extension ValueSpec where Value == [ClientSecretsDraft] {
    /// A mapping of appIds, each to one secret or to a list of secrets.
    static let clientSecrets = ValueSpec(
        .map(.either([.text, .list(.text)])),
        export: { drafts in
            .object(drafts.map { JSONValue.Member($0.appId, .array($0.secrets.map { .string($0.value) })) })
        }
    ) { input, location, findings in
        guard case .mapping = input.kind else {
            findings.error(location, "must be a mapping of appIds to secrets, not \(input.description)")
            return nil
        }
        let path = location.path
        var drafts: [ClientSecretsDraft] = []
        input.members { appId, _, value in
            let location = ConfigurationLocation.key(appId, in: path, value.mark)
            let secret = ValueSpec<Marked<String>>.marked(.nonEmptyText)
            var secrets: [Marked<String>]?
            if case .sequence = value.kind {
                secrets = ValueSpec<[Marked<String>]>.list(secret).read(value, location, &findings)
            } else {
                secrets = secret.read(value, location, &findings).map { [$0] }
            }
            drafts.append(ClientSecretsDraft(location: location, appId: appId, secrets: secrets ?? []))
        }
        return drafts
    }
}
