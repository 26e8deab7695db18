import Crypto
import Directory
import Formats

/// The objects that were changed at run time, in the order of their first change.
struct DirectoryChanges: Sendable {
    private var changes: [DirectoryObject: (place: Int, change: DirectoryChange)] = [:]
    private var places = 0

    var all: [DirectoryChange] { changes.values.sorted { $0.place < $1.place }.map(\.change) }

    /// The position after all changes.
    var nextPlace: Int { places + 1 }

    /// Pairs each change with its position: the known position of its object, or a new one at the end.
    func placed(_ changes: [DirectoryChange]) -> [(place: Int, change: DirectoryChange)] {
        var last = places
        return changes.map { change in
            if let known = self.changes[change.object]?.place { return (known, change) }
            last += 1
            return (last, change)
        }
    }

    subscript(_ object: DirectoryObject) -> DirectoryChange? { changes[object]?.change }

    mutating func set(_ change: DirectoryChange, at place: Int) {
        places = max(places, place)
        changes[change.object] = (place, change)
    }

    mutating func forget(_ object: DirectoryObject) { changes[object] = nil }
}

extension DirectoryChange {
    /// Creates the change of an object from `base` to `directory`. Returns nil if both have the same document and `isWanted` is
    /// false.
    init?(_ object: DirectoryObject, in directory: Directory, over base: Directory, isWanted: Bool) {
        let own = DirectoryExport.document(of: object, in: base)
        let document = DirectoryExport.document(of: object, in: directory)
        guard isWanted || document != own else { return nil }
        self.init(object, document: document, base: DirectoryChange.fingerprint(own))
    }

    /// Whether the configuration has the same document for the object as when the object was changed.
    func isOver(_ configured: Directory) -> Bool {
        DirectoryChange.fingerprint(DirectoryExport.document(of: object, in: configured)).isExactly(base)
    }

    private static func fingerprint(_ document: JSONValue?) -> String? {
        document.map { Base64.url(Digest.sha256(JSONWriter.value($0))) }
    }
}
