import Crypto
package import Directory
package import Entra
import Formats

/// Changes the current directory while the server runs. Requests in progress keep the snapshot that they started with.
package protocol DirectoryEditor: Sendable {
    /// Changes one tenant. `change` sees all earlier edits, and no other edit runs in between. `change` must not start another
    /// edit, and is called again if another replica wrote first. `also` returns further changes for the outcome of `change`;
    /// they are decided in the same transaction and stored together with the edit. Returns nil if the tenant does not exist.
    /// Throws `EntraError.storeUnavailable`, with nothing changed, if the change cannot be stored.
    func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome,
        also: (Outcome) throws(EntraError) -> [SharedChange]
    ) throws(EntraError) -> Outcome?
}

extension DirectoryEditor {
    /// Changes one tenant, without further changes.
    package func edit<Outcome: Sendable>(
        _ tenant: TenantID, _ change: (inout TenantEdit) -> Outcome
    ) throws(EntraError) -> Outcome? {
        try edit(tenant, change) { _ in [] }
    }
}

/// The objects that were changed at run time, in the order of their first change.
struct DirectoryChanges: Sendable {
    private var changes: [DirectoryObject: (position: Int, change: DirectoryChange)] = [:]
    private var lastPosition = 0

    var all: [DirectoryChange] { changes.values.sorted { $0.position < $1.position }.map(\.change) }

    /// The position after all changes.
    var nextPosition: Int { lastPosition + 1 }

    /// Pairs each change with its position: the known position of its object, or a new one at the end.
    func withPositions(_ changes: [DirectoryChange]) -> [(position: Int, change: DirectoryChange)] {
        var last = lastPosition
        return changes.map { change in
            if let known = self.changes[change.object]?.position { return (known, change) }
            last += 1
            return (last, change)
        }
    }

    subscript(_ object: DirectoryObject) -> DirectoryChange? { changes[object]?.change }

    mutating func set(_ change: DirectoryChange, at position: Int) {
        lastPosition = max(lastPosition, position)
        changes[change.object] = (position, change)
    }

    mutating func forget(_ object: DirectoryObject) { changes[object] = nil }
}

extension DirectoryChange {
    /// Creates the change of an object from `base` to `directory`. Returns nil if both have the same document and `isRequired`
    /// is false.
    init?(_ object: DirectoryObject, in directory: Directory, over base: Directory, isRequired: Bool) {
        let own = DirectoryExport.document(of: object, in: base)
        let document = DirectoryExport.document(of: object, in: directory)
        guard isRequired || document != own else { return nil }
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

extension DirectoryChange {
    /// Decodes a document. Returns nil if the change was deleted, or if the content is not in the form of `shared`. A document
    /// of an earlier version has no `place`, and no members at all if it deleted an object that the configuration lacks.
    init?(_ document: SharedDocument) {
        guard let content = document.content, content.object != nil,
            content["base"].map({ $0.string != nil }) ?? true, let object = DirectoryObject(text: document.key)
        else { return nil }
        self.init(object, document: content["document"], base: content["base"]?.string)
    }

    /// Returns the document `{"place": …, "base": …, "document": …}`. `place` is the position among the changes. `base` and
    /// `document` are omitted if they are nil.
    func shared(at position: Int) -> SharedDocument {
        let content = [
            ("place", JSONValue.integer(Int64(position))), ("base", base.map(JSONValue.string)), ("document", document),
        ]
        let members = content.compactMap { name, value in value.map { JSONValue.Member(name, $0) } }
        return SharedDocument(.change, object.text, .object(members))
    }
}
