import Directory
import Formats

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
    func shared(at place: Int) -> SharedDocument {
        let content = [
            ("place", JSONValue.integer(Int64(place))), ("base", base.map(JSONValue.string)), ("document", document),
        ]
        let members = content.compactMap { name, value in value.map { JSONValue.Member(name, $0) } }
        return SharedDocument(.change, object.text, .object(members))
    }
}
