import Formats

extension DirectoryBuilder {
    /// Adds the applications of manifest files. Files that the top level names belong to the first tenant.
    mutating func loadManifests() {
        guard !file.tenants.isEmpty else {
            for pattern in file.applicationsFrom {
                findings.error(pattern.place, "the configuration has no tenant for these applications")
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
            return findings.error(pattern.place, "\(pattern.value) cannot be read: \(rejection.reason)")
        }
        let paths = FilePattern(text: pattern.value).files(in: folder, files)
        if paths.isEmpty { findings.warning(pattern.place, "no file matches \(pattern.value)") }
        for path in paths {
            switch files.read(path, YAMLLimits().bytes) {
            case .failure(let failure): findings.error(pattern.place, "\(path) cannot be read: \(failure.reason)")
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
                let place = ConfigurationPlace(file: path, mark: root.mark)
                if case .sequence = root.kind {
                    let elements = ValueSpec.list(ValueSpec.manifest)
                    drafts = elements.read(root, place, &findings) ?? []
                } else if let draft = ValueSpec.manifest.read(root, place, &findings) {
                    drafts = [draft]
                }
                return (drafts, findings)
            }
            file.tenants[tenant].applications += drafts
            findings.append(contentsOf: found)
        } catch {
            findings.error(ConfigurationPlace(file: path, mark: error.mark), error.message)
        }
    }
}

extension ValueSpec where Value == ApplicationDraft {
    fileprivate static let manifest = ApplicationDraft.keys.value {
        var draft = ApplicationDraft(place: $0)
        draft.isExport = true
        return draft
    }
}
