import Crypto
import Directory
import Wire

/// The objects that were changed at run time, in the order in which they were changed first.
struct DirectoryChanges: Sendable {
    private var changes: [DirectoryObject: (place: Int, change: DirectoryChange)] = [:]
    private var places = 0

    var all: [DirectoryChange] { changes.values.sorted { $0.place < $1.place }.map(\.change) }

    /// Behind all others.
    var nextPlace: Int { places + 1 }

    /// Each with the place where its object stands, or is to stand.
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
    /// The object as it is in `directory` now, over what `base` has of it. Nil where that is the same, unless it is wanted
    /// all the same.
    init?(_ object: DirectoryObject, in directory: Directory, over base: Directory, isWanted: Bool) {
        let own = DirectoryExport.document(of: object, in: base)
        let document = DirectoryExport.document(of: object, in: directory)
        guard isWanted || document != own else { return nil }
        self.init(object, document: document, base: DirectoryChange.fingerprint(own))
    }

    /// Whether the configuration still says of the object what it said when it was changed.
    func isOver(_ configured: Directory) -> Bool {
        DirectoryChange.fingerprint(DirectoryExport.document(of: object, in: configured)).isExactly(base)
    }

    private static func fingerprint(_ document: JSONValue?) -> String? {
        document.map { Base64.url(Digest.sha256(JSONWriter.value($0))) }
    }
}
