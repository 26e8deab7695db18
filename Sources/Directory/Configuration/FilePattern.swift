import Formats

/// A path in which `*` matches any part of one name, such as `apps/*.json`.
struct FilePattern {
    let text: String

    /// Returns the folder of a file, with a slash at the end, or an empty text for the current folder.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    /// Returns a path in a file of `folder` as a path from the current folder.
    static func path(_ path: String, in folder: String) -> String {
        path.hasExactPrefix("/") ? path : folder + path
    }

    var hasWildcard: Bool { text.utf8.contains(FilePattern.star) }

    /// Returns the matching files in the order of their names. Without a wildcard, the only match is the path itself, whether or
    /// not the file exists.
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

    /// Returns whether a name matches a pattern. `*` matches any characters; as in a shell, a leading `*` does not match a
    /// leading dot.
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
