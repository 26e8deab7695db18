import Wire

/// A path in which `*` stands for any part of one name, such as `apps/*.json`.
struct FilePattern {
    let text: String

    /// The folder that holds a file, with a slash at its end; empty for the current one.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    /// A path as it stands in a file of `folder`.
    static func path(_ path: String, in folder: String) -> String {
        path.hasExactPrefix("/") ? path : folder + path
    }

    var hasWildcard: Bool { text.utf8.contains(FilePattern.star) }

    /// Matching files in order of their names. Without a wildcard it is the path itself, whether the file is there or not.
    func files(in folder: String, _ files: ConfigurationFiles) -> [String] {
        guard hasWildcard else { return [FilePattern.path(text, in: folder)] }
        let names = text.pieces(separatedBy: "/")
        var found = [text.hasExactPrefix("/") ? "/" : folder]
        var isFixed = true
        for (index, name) in names.enumerated() {
            isFixed = isFixed && !name.utf8.contains(FilePattern.star)
            let end = index == names.count - 1 ? "" : "/"
            found = found.flatMap { parent in
                (isFixed ? [name] : FilePattern.matches(name, in: parent, files)).map { parent + $0 + end }
            }
        }
        return found
    }

    private static let star = UInt8(ascii: "*")

    private static func matches(_ name: String, in parent: String, _ files: ConfigurationFiles) -> [String] {
        let names = files.list(parent.isEmpty ? "." : parent) ?? []
        return names.filter { matches($0, name) }.sorted { $0.precedes($1) }
    }

    /// Whether a name matches, `*` standing for any characters; like a shell's, it hides names that begin with a dot.
    static func matches(_ name: String, _ pattern: String) -> Bool {
        let name = Array(name.utf8)
        let pattern = Array(pattern.utf8)
        if name.first == UInt8(ascii: "."), pattern.first == star { return false }
        var position = 0
        var next = 0
        var retry: (name: Int, pattern: Int)?
        while position < name.count {
            if next < pattern.count, pattern[next] == star {
                next += 1
                retry = (position, next)
            } else if next < pattern.count, pattern[next] == name[position] {
                position += 1
                next += 1
            } else if let (start, after) = retry {
                position = start + 1
                next = after
                retry = (position, after)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == star }
    }
}
